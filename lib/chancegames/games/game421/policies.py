"""Ways to play a round of 421 that need no goal-driven utility: ratchet, Bernoulli, monkey."""

from fractions import Fraction

from chancegames.games.game421.rules import Round, require_dice
from chancegames.games.game421.solve import Law, Policy, mean_max
from chancegames.games.game421.utilities import aims
from chancegames.maths.dice import Combination


def meet(one: Combination, other: Combination) -> Combination:
    """Return the dice that two combinations share (their minimum in the source's order).

    Examples
    --------
    >>> meet((1, 1, 2), (1, 2, 2))
    (1, 2)
    """
    return tuple(sorted(f for f in set(one) for _ in range(min(one.count(f), other.count(f)))))


def ratchet(rules: Round, goal: Combination) -> Policy:
    """Push away every die that the goal can use (equation 38).

    For a first player.

    Raises
    ------
    ValueError
        If the goal is no final state of the round.

    Examples
    --------
    >>> ratchet(Round(), (1, 2, 4))(1, (), (1, 4, 4))
    {(1, 4): Fraction(1, 1)}
    """
    goal = require_dice(goal, rules.faces, rules.dice)

    def choose(date: int, kept: Combination, table: Combination) -> Law:
        return {table if date == rules.casts else meet(goal, table): Fraction(1)}

    return choose


def bernoulli(rules: Round, goal: Combination) -> Policy:
    """Push away all dice if they show the goal, and none otherwise (section 4.2.1).

    Raises
    ------
    ValueError
        If the goal is no final state of the round.

    Examples
    --------
    >>> bernoulli(Round(), (1, 2, 4))(1, (), (1, 4, 4))
    {(): Fraction(1, 1)}
    """
    goal = require_dice(goal, rules.faces, rules.dice)

    def choose(date: int, kept: Combination, table: Combination) -> Law:
        return {table if date == rules.casts or table == goal else kept: Fraction(1)}

    return choose


def monkey(rules: Round) -> Policy:
    """Choose any option with equal chances: mean-max of a flat utility (section 5.1).

    Examples
    --------
    >>> monkey(Round(1, 2, 2))(1, (), (2,))
    {(): Fraction(1, 2), (2,): Fraction(1, 2)}
    """

    def choose(date: int, kept: Combination, table: Combination) -> Law:
        options = rules.options(date, kept, table)
        return dict.fromkeys(options, Fraction(1, len(options)))

    return choose


def most_probably(rules: Round, goal: Combination) -> Policy:
    """Reach `goal` most probably, ties with equal chances (the strategy of equation 37).

    Examples
    --------
    >>> most_probably(Round(player="next"), (1, 2, 4))(1, (), (1, 2, 4))[1, 2]
    Fraction(1, 3)
    """
    return mean_max(rules, aims(rules, goal)).equiprobable


def is_most_probable(rules: Round, goal: Combination, policy: Policy) -> bool:
    """Tell whether `policy` chooses only best options for `goal`, wherever it can lead.

    Every state below the goal is tried at every date, so the answer holds for any history.

    Examples
    --------
    >>> rules = Round(3, 6, 3)
    >>> is_most_probable(rules, (1, 1, 2), ratchet(rules, (1, 1, 2)))
    True
    """
    solution = mean_max(rules, aims(rules, goal))
    tried = (
        (date, kept, table)
        for date in range(1, rules.casts + 1)
        for kept in (((),) if date == 1 else rules.states)
        if len(kept) < rules.dice and meet(kept, goal) == kept
        for table, _ in rules.tables(kept)
    )
    return all(set(policy(*node)) <= set(solution.best(*node)) for node in tried)


def pure_strategies(rules: Round, goal: Combination) -> int:
    """Count the pure strategies that reach `goal` most probably.

    Two strategies are told apart by what they choose at some date, state and table that best play
    can reach; states are merged over histories.

    Raises
    ------
    ValueError
        If the goal is no final state of the round.

    Examples
    --------
    >>> pure_strategies(Round(player="next", casts=2), (1, 2, 4))
    3
    """
    solution = mean_max(rules, aims(rules, goal))
    count, reached = 1, {()}
    for date in range(1, rules.casts + 1):
        ahead: set[Combination] = set()
        for kept in reached:
            for table, _ in rules.tables(kept):
                best = solution.best(date, kept, table)
                count *= len(best)
                ahead.update(o for o in best if len(o) < rules.dice)
        reached = ahead
    return count
