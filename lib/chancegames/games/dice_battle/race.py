r"""The sequential race: players throw in turn, whoever reaches the goal first wins.

A state is what the player to throw lacks, :math:`a`, and what the other lacks, :math:`b`.  An
action is a number of dice, chance decides the score, the payoff is 1 to the winner and -1 to the
loser.  The value to the player to throw obeys

.. math:: V(a, b) = \max_d \sum_k P(d, k) \begin{cases} 1 & k \ge a \\ -V(b, a-k) & k < a
          \end{cases}

(source 004, section "programmation dynamique", with :math:`a = N - i`, :math:`b = N - j`).  The
table does not know the goal, so that one table serves every smaller one.

>>> from chancegames.games.dice_battle.rules import Rules
>>> ten = solve(10, Rules(dice=4))
>>> ten.best_throws(8, 9)
(1,)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from chancegames.games.dice_battle import policies, race_kernel
from chancegames.games.dice_battle.race_policy import RacePolicy, always, by_state
from chancegames.games.dice_battle.race_table import Number, RaceTable, check_goal
from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.scores import mixed_score_law, score_law


@dataclass(frozen=True, eq=False)
class RaceSolution(RaceTable):
    """Values and optimal throws of every state of a race.

    Attributes
    ----------
    goal : int
    rules : Rules
    values : ndarray of float or Fraction, shape (goal + 1, goal + 1)
        Entry ``[a, b]``: expected gain (win 1, loss -1) of the player to throw, who lacks ``a``
        points while the other lacks ``b``.  Row 0 is not a state, column 0 is a loss.
    throws : ndarray of int, shape (goal + 1, goal + 1)
        The optimal number of dice, the fewest if there are several.
    method : str
    """

    goal: int
    rules: Rules
    values: np.ndarray
    throws: np.ndarray
    method: str

    def gains(self, own: int, other: int, goal: int | None = None) -> dict[int, Number]:
        """Expected gain of every number of dice at two scores, played optimally thereafter.

        Parameters
        ----------
        own, other, goal
            As for `value`.

        Returns
        -------
        dict of int to float or Fraction

        Raises
        ------
        ValueError
            If this is no state of the race.
        """
        return self._gains(*self.lacks(own, other, goal))

    def openings(self) -> np.ndarray:
        """Expected gain of the player who begins, for every goal up to that of the table.

        Returns
        -------
        ndarray, shape (goal,)
            Entry ``n - 1`` belongs to the goal ``n``.
        """
        return self.values.diagonal()[1:].copy()

    def policy(self) -> RacePolicy:
        """The optimal policy (fewest dice on a tie).

        Returns
        -------
        RacePolicy
        """
        return by_state(self.throws, self.rules, "optimal")

    def _best(self, a: int, b: int) -> Iterable[int]:
        gains = self._gains(a, b)
        tolerance = 0 if self.is_exact else race_kernel.TIE
        best = max(gains.values())
        return (dice for dice, gain in gains.items() if gain >= best - tolerance)

    def _gains(self, a: int, b: int) -> dict[int, Number]:
        return {dice: self._gain(dice, a, b) for dice in self.rules.throws}

    def _gain(self, dice: int, a: int, b: int) -> Number:
        number = Fraction if self.is_exact else float
        return sum(
            number(p) * (1 if k >= a else -self.values[b, a - k])
            for k, p in score_law(dice, self.rules).items()
        )


@dataclass(frozen=True, eq=False)
class RaceMatch:
    """Two policies against each other, from every state and for either beginning.

    Attributes
    ----------
    first, second : RacePolicy
    first_values, second_values : ndarray of float or Fraction, shape (goal + 1, goal + 1)
        Entry ``[a, b]``: expected gain of that player when it is his turn, he lacks ``a`` points
        and the opponent lacks ``b``.
    """

    first: RacePolicy
    second: RacePolicy
    first_values: np.ndarray
    second_values: np.ndarray

    def openings(self) -> np.ndarray:
        """Expected gain of the first player when he begins, for every goal.

        Returns
        -------
        ndarray, shape (goal,)
            Entry ``n - 1`` belongs to the goal ``n``: G1(first, second) of source 004.  The
            share of races won is ``(1 + gain) / 2``.
        """
        return self.first_values.diagonal()[1:].copy()

    def replies(self) -> np.ndarray:
        """Expected gain of the first player when the second begins, for every goal.

        Returns
        -------
        ndarray, shape (goal,)
        """
        return -self.second_values.diagonal()[1:]


def solve(goal: int, rules: Rules) -> RaceSolution:
    """Solve the race in floats for all states, and so for every goal up to `goal`.

    Parameters
    ----------
    goal : int
        Points to reach, the source's *N*.
    rules : Rules
        A bust may score 0: then each state and its mirror image are solved as a pair.

    Returns
    -------
    RaceSolution

    Raises
    ------
    ValueError
        If the goal is not an integer of at least 1 or its table would be too large.

    Notes
    -----
    Source 004, section "programmation dynamique": EG(i, j) and d*.  Time and memory grow with
    the square of the goal.

    Examples
    --------
    >>> solution = solve(10, Rules(dice=4))
    >>> round(solution.value(8, 9), 4), solution.best_throws(0, 0)
    (0.6667, (3,))
    """
    number = check_goal(goal, 16)
    pad = rules.faces * rules.dice
    player = _free_player(number, rules)
    table = race_kernel.padded_table(number, pad)
    throws = np.zeros((number + 1, number + 1), dtype=np.int32)
    race_kernel.fill(table, table, throws, throws, player, player, True)
    throws[1:, 1:] += 1
    return RaceSolution(number, rules, table[:, pad:], throws, "backward induction, compiled")


def players(goal: int, rules: Rules) -> dict[str, RacePolicy]:
    """The three players of source 004.

    Parameters
    ----------
    goal : int
        Up to which the optimal player knows what to do.
    rules : Rules

    Returns
    -------
    dict of str to RacePolicy
        "optimal", "blind" and "random".

    Raises
    ------
    ValueError
        As for `solve`.

    Notes
    -----
    Source 004, section "variante séquentielle".

    Examples
    --------
    >>> {name: policy.law(3, 3) for name, policy in players(3, Rules(dice=1)).items()}["random"]
    {1: Fraction(1, 1)}
    """
    return {
        "optimal": solve(goal, rules).policy(),
        "blind": always(policies.blind(rules), rules, "blind"),
        "random": always(policies.uniform(rules), rules, "random"),
    }


def evaluate(first: RacePolicy, second: RacePolicy, goal: int, rules: Rules) -> RaceMatch:
    """Expected gain of two policies against each other, at all states.

    Parameters
    ----------
    first, second : RacePolicy
    goal : int
    rules : Rules

    Returns
    -------
    RaceMatch

    Raises
    ------
    ValueError
        If the goal is not allowed or a policy does not fit goal and rules.

    Notes
    -----
    Source 004, section "mise en œuvre", estimates these numbers by 10,000 games each.

    Examples
    --------
    >>> from chancegames.games.dice_battle.race_policy import always
    >>> one_die = always({1: Fraction(1)}, Rules(dice=1), "one die")
    >>> evaluate(one_die, one_die, 2, Rules(dice=1)).openings().round(4).tolist()
    [1.0, 0.7222]
    """
    number = check_goal(goal, 32)
    me, them = _player(first, number, rules), _player(second, number, rules)
    mine, _, theirs, _ = _play(me, them, number, rules)
    return RaceMatch(first, second, mine, theirs)


def best_reply(policy: RacePolicy, goal: int, rules: Rules) -> RaceMatch:
    """The policy that gains most against a known one, and what it gains.

    Parameters
    ----------
    policy : RacePolicy
        The known policy.
    goal : int
    rules : Rules

    Returns
    -------
    RaceMatch
        Its first player is the best reply (fewest dice on a tie), its second is `policy`.

    Raises
    ------
    ValueError
        As for `evaluate`.

    Examples
    --------
    >>> from chancegames.games.dice_battle.race_policy import always
    >>> four = always({4: Fraction(1)}, Rules(dice=4), "four dice")
    >>> best_reply(four, 10, Rules(dice=4)).first.law(2, 1)
    {1: Fraction(1, 1)}
    """
    number = check_goal(goal, 32)
    me, them = _free_player(number, rules), _player(policy, number, rules)
    mine, throws, theirs, _ = _play(me, them, number, rules)
    throws[1:, 1:] += 1
    reply = by_state(throws, rules, f"best reply to {policy.name}")
    return RaceMatch(reply, policy, mine, theirs)


def _play(
    me: race_kernel.Player, them: race_kernel.Player, goal: int, rules: Rules
) -> tuple[np.ndarray, ...]:
    """Values and laws used of both players."""
    pad = rules.faces * rules.dice
    mine, theirs = race_kernel.padded_table(goal, pad), race_kernel.padded_table(goal, pad)
    my_laws, their_laws = (np.zeros((goal + 1, goal + 1), dtype=np.int32) for _ in range(2))
    race_kernel.fill(mine, theirs, my_laws, their_laws, me, them, False)
    return mine[:, pad:], my_laws, theirs[:, pad:], their_laws


def _free_player(goal: int, rules: Rules) -> race_kernel.Player:
    laws = [score_law(dice, rules) for dice in rules.throws]
    choice = np.full((goal + 1, goal + 1), race_kernel.FREE, dtype=np.int32)
    return race_kernel.Player(*_arrays(laws, rules), choice)


def _player(policy: RacePolicy, goal: int, rules: Rules) -> race_kernel.Player:
    choice = policy.choices(goal, rules)
    laws = [mixed_score_law(_exact_law(row), rules) for row in policy.laws]
    return race_kernel.Player(*_arrays(laws, rules), choice)


def _exact_law(weights: np.ndarray) -> dict[int, Fraction]:
    """Weights as Fractions that sum to 1 exactly (floats are exact binary fractions)."""
    exact = [Fraction(weight) for weight in weights]
    total = sum(exact)
    return {dice: weight / total for dice, weight in enumerate(exact, start=1) if weight}


def _arrays(laws: list, rules: Rules) -> tuple[np.ndarray, ...]:
    """Laws of scores as the arrays of `race_kernel.Player`."""
    pad = rules.faces * rules.dice
    reversed_laws = np.zeros((len(laws), pad))
    ones, zeros = np.zeros(len(laws)), np.zeros(len(laws))
    for row, law in enumerate(laws):
        ones[row], zeros[row] = law.get(1, 0), law.get(0, 0)
        for score, p in law.items():
            if score >= 2:
                reversed_laws[row, pad - score] = p
    used = reversed_laws > 0
    return reversed_laws, used.argmax(1), pad - 1 - used[:, ::-1].argmax(1), ones, zeros
