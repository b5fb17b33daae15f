"""What a player can carry in a pocket: what to keep of each hand, as a table and as five lines."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from chancegames.base.checks import door
from chancegames.games.game421.hands import digits, hand
from chancegames.games.game421.match import Game, Position, Turn
from chancegames.games.game421.policies import shared
from chancegames.games.game421.rounds import Mixture, RoundSolution, _Playing, tables
from chancegames.games.game421.sets import _Laws
from chancegames.games.game421.whole import GameSolution, _asked
from chancegames.maths.dice import Combination
from chancegames.maths.solution import Number
from chancegames.models.game421 import RANKING, Round, State

Keeps = Mapping[Combination, tuple[Combination, ...]]

#: With two casts left the first player stops at these hands, and keeps of any other the first of
#: these parts that it holds.
STOPS = frozenset(map(hand, (421, 111, 611, 666, 555, 444, 333)))
LINES = tuple(map(hand, (11, 41, 21, 42, 1, 4)))

#: What changes for the first player with one cast left: these are good enough as well, two 6s are
#: the last line, and of these dice, beside those put aside, nothing more is kept.
LATE_STOPS = frozenset(map(hand, (511, 222, 654, 543)))
LATE_LINES = (*LINES, hand(66))
CAST_AGAIN = (hand(21), hand(211))

#: The second player, who must go on: with two casts left, and with one.
SECOND_LINES = (tuple(map(hand, (11, 1, 42))), tuple(map(hand, (11, 41, 21, 42, 1, 66, 4))))


def first_keeps(best: RoundSolution | GameSolution, position: Position = (11, 0)) -> Keeps:
    """What is best to keep of each table after the first cast; all of it means to stop.

    Parameters
    ----------
    best : RoundSolution or GameSolution
        Of best play.
    position : (int, int), optional
        In a whole game: tokens in the pot and of the player who starts the set.  Choices count as
        equal that the proved bounds of the game cannot tell apart.

    Examples
    --------
    >>> from chancegames.games.game421.rounds import solve_round
    >>> from chancegames.models.game421 import Round
    >>> first_keeps(solve_round(Round()))[1, 4, 6]
    ((1, 4),)
    """
    if isinstance(best, RoundSolution):
        return {table: best.best((1, (), table)) for table, _ in tables(best.rules, ())}
    found = {}
    for table in RANKING:
        values = best.action_values(Turn(*position, (), 1, (), table))
        least = max(values.values()) - max(float(best.residual), 1e-12)
        found[table] = tuple(kept for kept, value in values.items() if value >= least)
    return found


def by_keep(keeps: Keeps) -> dict[str, list[str]]:
    """Group tables by what to keep of them, both written as players do; most dice first.

    Examples
    --------
    >>> by_keep({(1, 1, 3): ((1, 1),), (1, 1, 4): ((1, 1, 4),)})
    {'411': ['411'], '11': ['311']}
    """
    groups: dict[str, list[str]] = {}
    for table, best in keeps.items():
        name = " or ".join(digits(kept) or "nothing" for kept in best)
        groups.setdefault(name, []).append(digits(table))
    return dict(sorted(groups.items(), key=lambda item: (-len(item[0]), item[0])))


@door
def five_lines(rules: Round, changes: bool = True) -> Mixture:
    """Rules of thumb for the tokens, in three casts: stop, or keep the first part that fits.

    What was put aside is kept as well.

    Parameters
    ----------
    rules : Round
        Tells the player.
    changes : bool, optional
        Whether the first player changes three of the lines when one cast is left.  With the changes
        this is best play, and so it is for the second player.

    Examples
    --------
    >>> rules = Round()
    >>> five_lines(rules)((1, (), (1, 4, 6))), five_lines(rules)((2, (), (3, 4, 5)))
    ({(1, 4): 1}, {(3, 4, 5): 1})
    >>> five_lines(rules, changes=False)((2, (), (3, 4, 5)))
    {(4,): 1}
    """

    def keep(state: State) -> Combination:
        aside: Combination = state[1]
        table: Combination = state[2]
        late: bool = state[0] == 2
        if rules.player == "next":
            lines = SECOND_LINES[late]
        else:
            late = late and changes
            if late and (aside, table) == CAST_AGAIN:
                return CAST_AGAIN[0]
            if table in STOPS or (late and table in LATE_STOPS):
                return table
            lines = LATE_LINES if late else LINES
        wanted = next((part for part in lines if shared(part, table) == part), ())
        both: Counter[int] = Counter(aside) | Counter(wanted)
        return tuple(sorted(both.elements()))

    def choose(state: State) -> Combination:
        aside: Combination = state[1]
        table: Combination = state[2]
        if state[0] == rules.casts:
            return table
        kept = keep(state)
        return aside if rules.player == "next" and kept == table else kept

    return _Playing(rules, lambda state: {choose(state): 1})


def _one_line(state: State) -> Mapping[Combination, int]:
    """Keep by the left column, with either role; who has to cast on never stops.

    Examples
    --------
    >>> _one_line((2, (), (1, 2, 4))), _one_line((2, (1, 4), (1, 1, 4)))
    ({(1, 4): 1}, {(1, 1, 4): 1})
    """
    aside: Combination = state[1]
    table: Combination = state[2]
    wanted = next((part for part in LINES if shared(part, table) == part), ())
    both: Counter[int] = Counter(aside) | Counter(wanted)
    return {tuple(sorted(both.elements())): 1}


class _ByDice:
    """A policy of the whole game that looks at nothing but the dice.

    Parameters
    ----------
    rules : Game
    starter, other : callable
        Policies of a round, for either role.  The other player is asked as if so many casts had
        been made that as many are left as the starter leaves, and casts at least one die each time.

    Examples
    --------
    >>> card = _ByDice(Game(), five_lines(Round()), five_lines(Round(player="next")))
    >>> card(Turn(11, 0, (2, (6, 6, 5)), 1, (), (1, 4, 5)))
    {(1, 4): 1}
    """

    def __init__(self, rules: Game, starter: Mixture, other: Mixture) -> None:
        self.rules, self.starter, self.other = rules, starter, other

    def __call__(self, turn: Turn) -> Mapping[Combination, Number]:
        """What the policy of this role keeps."""
        if not turn.answered:
            return self.starter((turn.casts, turn.kept, turn.table))
        left = turn.answered[0] - turn.casts
        if not left:
            return {turn.table: 1}
        kept = self.other((self.rules.casts - left, turn.kept, turn.table))
        return {turn.kept if part == turn.table else part: p for part, p in kept.items()}

    def laws(self, position: Position) -> _Laws:
        """Where it leads, which is the same at every position."""
        return self._everywhere

    @cached_property
    def _everywhere(self) -> _Laws:
        return _asked(self.rules, self, self.rules.start)


def _pairs(state: State) -> Mapping[Combination, int]:
    """Keep as a beginner does: stop at three alike and at 421, else keep a pair, or what is aside.

    Examples
    --------
    >>> _pairs((1, (), (1, 4, 4))), _pairs((1, (), (2, 2, 2)))
    ({(4, 4): 1}, {(2, 2, 2): 1})
    """
    made, aside, table = state
    if made == 3 or table == hand(421) or len({*table}) == 1:
        return {table: 1}
    pair = tuple(face for face in table if table.count(face) == 2)
    return {pair or aside: 1}


def _ace_alone(rules: Round) -> Mixture:
    """Follow `five_lines`, but with two casts left keep only the ace of a 2 and an ace.

    Examples
    --------
    >>> _ace_alone(Round())((1, (), (1, 2, 5)))
    {(1,): 1}
    """
    card = five_lines(rules)

    def keep(state: State) -> Mapping[Combination, Fraction | float | int]:
        kept = card(state)
        return {hand(1): 1} if state[:2] == (1, ()) and kept == {hand(21): 1} else kept

    return keep
