"""Source 004, *Dice battle*: the race of simultaneous throws ("forme générale")."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from chancegames.games.dice_battle import AtOnce, OneRoll, Race, at_once, blind, by_state, one_roll
from chancegames.games.dice_battle import race as in_turns
from chancegames.games.dice_battle.at_once import AtOnceSolution
from chancegames.games.dice_battle.policies import TablePolicy
from chancegames.games.dice_battle.tables import TIE, Floats
from chancegames.maths.matrix_game import Solution
from chancegames.sources.dicebattle.counting import _counted_law
from chancegames.sources.registry import Finding, Page

PAGE = Page("both-at-once")

#: The range on which statements about "every D" and "every N" are tested.
TESTED_DICE = range(1, 13)
TESTED_GOAL = 80


@PAGE.says("dicebattle-F14", false={"both": 1}, reads="1 2 1")
def _gain_after_a_round(both: int = 0) -> Finding:
    """EG1(i, j) of a pair of throws, counted over all ordered throws of both players.

    Beyond the goal it is 1, -1, or `both` if both players get there.
    """
    differences: list[Fraction] = []
    for rules in (AtOnce(goal=5, dice=3), AtOnce(goal=9, dice=2), AtOnce(goal=3, dice=4)):
        games = at_once.exactly(rules)
        for state in games:
            matrix = rules.matrix(state, partial(_after, rules, games, both=0))
            for d, e in product(rules.rolls, repeat=2):
                counted = _counted_gain(rules, games, state, (d, e), both)
                differences.append(abs(Fraction(matrix[d - 1][e - 1]) - counted))
    shown = f"largest difference {max(differences)} in {len(differences)} entries of three races"
    return Finding(not any(differences), shown, "tested")


@PAGE.says("dicebattle-C25", false={"lead": 1})
def _same_score_same_behaviour(lead: int = 0) -> Finding:
    """At equal scores both have the same single optimal throw (false variant: `lead` points apart).

    One point before the goal every throw is optimal; that state is left out.
    """
    differ = [
        (dice, n)
        for dice in TESTED_DICE
        for n in range(2, TESTED_GOAL - lead + 1)
        if len({_best(dice)[n, n + lead], _best(dice)[n + lead, n]}) > 1
        or len(_best(dice)[n, n + lead]) != 1
    ]
    return Finding(not differ, f"D to {max(TESTED_DICE)}, N to {TESTED_GOAL}", "tested")


@PAGE.says("dicebattle-C26", false={"first": 2})
def _opens_with_six(first: int | None = None) -> Finding:
    """With six dice allowed, an optimal player opens with six dice, as a blind one does.

    In shorter races the opening follows the goal: they are the exceptions (false variant: from
    `first` on without any).
    """
    goals = range(2, TESTED_GOAL + 1)
    last = {d: max(n for n in goals if _best(d)[n, n] != (6,)) for d in range(6, 13)}
    holds = max(last.values()) < (TESTED_GOAL if first is None else first)
    early = ", ".join(f"{_best(10)[n, n][0]} dice at N = {n}" for n in (5, 10, 20, 30))
    shown = f"from N = {last[6] + 1} on for D = 6, from N = {last[10] + 1} on for D = 10"
    but = f"N up to {max(last.values())}" if holds else ""
    return Finding(holds, f"{shown}; D = 10: {early}", "tested", but=but)


@PAGE.says("dicebattle-C27", false={"direction": -1})
def _bolder_when_behind(direction: int = 1) -> Finding:
    """More dice behind than ahead, fewer in the half of the way that is nearer to the goal.

    On average over the states with one best throw, for every D from 2 to 12.
    """
    holds = True
    half = TESTED_GOAL // 2
    for dice in range(2, 13):
        behind, ahead = _mean_dice(dice, lambda a, b: a > b), _mean_dice(dice, lambda a, b: a < b)
        near, far = (
            _mean_dice(dice, lambda a, b: a <= half),
            _mean_dice(dice, lambda a, b: a > half),
        )
        holds &= direction * (behind - ahead) > 0 and direction * (far - near) > 0
    shown = f"D = {dice}: {behind:.1f} dice behind, {ahead:.1f} ahead; "
    return Finding(holds, f"{shown}{near:.1f} within {half} of N, {far:.1f} beyond", "tested")


@PAGE.says("dicebattle-C28", false={"policy": "blind"})
def _scheme_of_the_race_in_turn(policy: str = "in turn") -> Finding:
    """Played at once, the table of the race in turn concedes at most half of what blind does.

    (False variant: the blind player's own table concedes more than that.)
    """
    conceded = {
        d: {
            "in turn": max(_conceded(d, _in_turn(d).policy)),
            "blind": max(_conceded(d, blind(AtOnce(dice=d)))),
        }
        for d in range(6, 13)
    }
    holds = all(found[policy] <= found["blind"] / 2 for found in conceded.values())
    most = max(found["in turn"] for found in conceded.values())
    same = ", ".join(f"{_share_of_common_throws(d):.0%} for D = {d}" for d in (2, 6, 10))
    shown = f"concedes at most {most:.4f}; names an optimal throw at {same} of the states"
    reading = "what the scheme is worth; its throws are often others"
    return Finding(holds, shown, "tested", reading=reading if holds else "")


@PAGE.says("dicebattle-C29", false={"reading": "worst case", "dice": (6,)}, reads="1 1 2")
def _best_for_every_reply(
    reading: str = "every reply", dice: Iterable[int] = TESTED_DICE[1:]
) -> Finding:
    """At each state there is a d1 that maximises EG1 for every d2.

    (False variant: for the worst d2.)

    In the worst case reading the rule is optimal wherever nobody has to mix, as for D = 6.
    """
    if reading == "worst case":
        conceded = max(max(_conceded(d, _guarded(d))) for d in dice)
        return Finding(conceded <= TIE, f"concedes {conceded:.1e}", "tested")
    shares = {d: _share_with_dominant_throw(d) for d in dice}
    shown = ", ".join(f"D = {d}: {shares[d]:.1%}" for d in (2, 6, 10))
    return Finding(min(shares.values()) == 1, f"states with such a throw: {shown}")


@PAGE.says("dicebattle-C30", false={"race": True})
def _no_single_decision(race: bool = False, first: int = 5) -> Finding:
    """In one throw, from `first` dice on, no single number of dice is optimal.

    (False variant: in a race.)

    The sentence stands in the section on one throw, and speaks of a state of the scores.
    """
    counts = {d: len(_at_once(d).mixed_states()) for d in (6, 7, 10)}
    pure = [d for d in range(first, 21) if len(one_roll.solve(OneRoll(dice=d)).policy()) == 1]
    mixing = ", ".join(f"{count} for D = {d}" for d, count in counts.items())
    shown = f"one throw: mixed from D = {first} on; race: of {TESTED_GOAL**2} states, {mixing}"
    if race:
        return Finding(min(counts.values()) == TESTED_GOAL**2, shown)
    reading = f"one throw, from {first} dice on; in a race a single number is nearly always best"
    return Finding(not pure, shown, reading=reading)


@PAGE.gives("dicebattle-C36", given=True)
def _news_of_a_round() -> str:
    """How often the players learn a score: the rules, counted."""
    return "once a round; in the race in turn twice, after each throw"


# Shared by several statements; states by points lacked.


@cache
def _at_once(dice: int) -> AtOnceSolution:
    return at_once.solve(AtOnce(goal=TESTED_GOAL, dice=dice))


@cache
def _in_turn(dice: int) -> in_turns.RaceSolution:
    return in_turns.solve(Race(goal=TESTED_GOAL, dice=dice))


@cache
def _guarded(dice: int) -> TablePolicy:
    return heuristic("worst case", AtOnce(goal=TESTED_GOAL, dice=dice))


def _conceded(dice: int, policy: TablePolicy) -> Floats:
    """What the best reply gains, for every goal."""
    return at_once.solve(AtOnce(goal=TESTED_GOAL, dice=dice), opponent=policy).openings


@cache
def _best(dice: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """All pure optimal throws at each state."""
    optima = _at_once(dice).optima
    needs = range(1, TESTED_GOAL + 1)
    return {
        state: tuple((np.flatnonzero(optima[state]) + 1).tolist())
        for state in product(needs, needs)
    }


def _mean_dice(dice: int, where: Callable[[int, int], bool]) -> float:
    """Mean number of dice over the states that have one best throw."""
    thrown = [best[0] for state, best in _best(dice).items() if len(best) == 1 and where(*state)]
    return float(np.mean(thrown))


def _share_of_common_throws(dice: int) -> float:
    """Share of the states at which the throw of the race in turn is optimal at once, too."""
    throws = _in_turn(dice).dice[1:, 1:, None] - 1
    return float(np.take_along_axis(_at_once(dice).optima[1:, 1:], throws, axis=2).mean())


def _share_with_dominant_throw(dice: int) -> float:
    """Share of the states at which one throw is best against every throw of the other."""
    matrices = _at_once(dice).matrices[1:, 1:]
    best = matrices >= matrices.max(axis=2, keepdims=True) - TIE
    return float(best.all(axis=3).any(axis=2).mean())


def _after(
    rules: AtOnce, games: dict[tuple[int, int], Solution], a: int, b: int, both: int
) -> Fraction:
    """Value of what is left, or of a finished race in which arriving together counts `both`."""
    if min(a, b) > 0:
        return Fraction(games[a, b].value)
    return Fraction(both if max(a, b) <= 0 else 1 if a <= 0 else -1)


def _counted_gain(
    rules: AtOnce,
    games: dict[tuple[int, int], Solution],
    state: tuple[int, int],
    rolled: tuple[int, int],
    both: int,
) -> Fraction:
    """Mean over all ordered rolls of both players."""
    own, other = state
    pairs = product(*(_counted_law(dice).items() for dice in rolled))
    total = sum(p * q * _after(rules, games, own - k, other - n, both) for (k, p), (n, q) in pairs)
    return Fraction(total)


# What "maximizes the gain for every throw of the other" may mean.


#: How one number is chosen when no roll is best against all, which the source does not say: by the
#: worst case over the other's rolls, by the mean of them, all taken as equally likely, or by the
#: best case, the largest entry of the whole matrix.
READINGS: Mapping[str, Callable[..., Floats]] = {
    "worst case": np.min,
    "mean": np.mean,
    "best case": np.max,
}


def heuristic(reading: str, rules: AtOnce) -> TablePolicy:
    """The source's player under one of `READINGS`: one number of dice a state, never a mixture.

    The player fills a table of expectations with the numbers maximized, as the source does, and so
    believes in it when looking ahead; of rolls rated the same, the fewest dice.

    Notes
    -----
    Source 004, section "forme générale".

    Examples
    --------
    >>> heuristic("worst case", AtOnce(goal=4, dice=2))((4, 4))
    {2: Fraction(1, 1)}
    """

    def decide(own: int, games: Floats) -> tuple[Floats, NDArray[np.int64]]:
        return at_once.first_best(READINGS[reading](games, axis=-1))

    _, rolls = at_once.sweep(rules, decide)
    return by_state(rolls + 1, rules)
