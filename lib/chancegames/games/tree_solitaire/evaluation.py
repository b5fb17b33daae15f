r"""What a strategy is worth: the chance of winning, and what each look and move at a fork adds.

A player at a split point of value :math:`x` has seen the kinds of some of its two branches, and
may look at so many more.  He makes the best of this move and plays on by a strategy that arrives
at each fork knowing nothing.  A branch of value :math:`v` is then worth 1 if it is a win, 0 if it
is a loss, :math:`f(v)` if it splits, and :math:`Ev + (1-E)f(v)` unseen; a look is worth the mean
over what it may show.
"""

from collections.abc import Mapping
from itertools import count, product

from chancegames.base.checks import door, shown
from chancegames.games.tree_solitaire.grid import grid_chance
from chancegames.games.tree_solitaire.policies import HighFirst, Strategy
from chancegames.games.tree_solitaire.series import _encode, win_chance
from chancegames.games.tree_solitaire.weighing import WeighedBoth, WeighedHigh
from chancegames.maths.game import (
    Choice,
    FiniteGame,
    GameSolution,
    Node,
    Terminal,
    evaluate,
    not_a_state,
    solve,
)
from chancegames.maths.solution import Policy, Solution, checked
from chancegames.models.tree_solitaire import Action, Number, Play, Rules, State, require_number

KINDS = ("win", "loss", "split")
#: States through which any function is followed: some fifteen seconds.
MOST_FOLLOWED = 300_000


class _Evaluation(Solution[State, Action]):
    """The chance of winning with a strategy, from any fork, no move left out.

    Parameters
    ----------
    rules : Rules
    strategy : Strategy
        One of the families of :mod:`.policies`; with a random split ratio also one of
        :mod:`.weighing`.
    """

    method = "policy evaluation"

    def __init__(self, rules: Rules, strategy: Strategy) -> None:
        self.rules, self.strategy = rules, strategy
        self._grid = None
        if isinstance(strategy, WeighedBoth | WeighedHigh):
            self._grid = grid_chance(rules, strategy)
        else:
            _encode(strategy)

    @property
    def value(self) -> Number:
        """Chance of winning from the top."""
        return self._grid.value if self._grid else win_chance(self.rules, self.strategy)

    @property
    def residual(self) -> Number:
        """Bound of the error: 0 where numbers are exact, 1e-13 for a series, else the grid's."""
        if self._grid:
            return self._grid.error
        return 1e-13 if isinstance(self.value, float) else 0

    @door
    def value_at(self, state: State | Number) -> Number:
        """Chance of winning from a fork; a number stands for a fork of which nothing is seen.

        With looks left, or something seen, the best is made of this move.
        """
        if isinstance(state, State):
            return max(self.action_values(state).values())
        if self._grid:
            raise ValueError("on a grid the chance of winning is found from the top only")
        return win_chance(self.rules, self.strategy, state)

    @door
    def action_values(self, state: State) -> Mapping[Action, Number]:
        """Chance of winning after each look that is left and each move.

        Raises
        ------
        ValueError
            If the form is dependent, the ratio random or the place none, or the strategy profits
            from what it saw from an earlier point.
        """
        self._require(state)
        play, start = Play(self.rules, state.looks, moves=2), state._replace(moves=2)

        def node(place: State | str) -> Node:
            if isinstance(place, State) and place.moves == 1:
                return Terminal(win_chance(self.rules, self.strategy, place.value))
            found = play.node(place)
            if not isinstance(found, Choice):
                return found
            edges = zip(found.actions, found.nexts, strict=True)
            near = {act: after for act, after in edges if len(act[1]) == 1}  # no deeper looks
            return Choice([*near], [*near.values()])

        return solve(FiniteGame(start, node)).action_values(start)

    def _require(self, fork: State) -> None:
        if self.rules.form != "independent" or not self.rules.constant:
            raise ValueError("choices are ranked for the independent form and a constant ratio")
        if self._grid or (isinstance(self.strategy, HighFirst) and self.strategy.looks > 1):
            raise ValueError(f"{shown(self.strategy)} does not arrive at a fork knowing nothing")
        require_number("the value of a point", fork.value, 0, 1)
        require_number("the number of looks left", fork.looks, 0, 2)
        if not fork.value > 0:
            raise ValueError("the value of a point must be above 0, not 0")
        if not {*fork.known} <= {*product("HL", KINDS)}:
            raise ValueError(f"{shown(fork)} is no fork of which the branches alone are known")


class _Followed(Solution[State, Action]):
    """The chance of winning with any function as policy, which is asked only where it leads.

    Parameters
    ----------
    play : Play
    followed : callable
    """

    method = "policy evaluation"

    def __init__(self, play: Play, followed: Policy[State, Action]) -> None:
        self.play, self.followed = play, followed
        self._solved = self._on_from(play.start)

    @property
    def value(self) -> Number:
        """Chance of winning from the top."""
        return self._solved.value

    @property
    def residual(self) -> Number:
        """Largest amount by which a value misses the recursion."""
        return self._solved.residual

    def value_at(self, state: State) -> Number:
        """Chance of winning from a state where the player acts."""
        self._nexts(state)
        return self._on_from(state).value

    def action_values(self, state: State) -> Mapping[Action, Number]:
        """Chance of winning after each look and move that is open.

        Raises
        ------
        ValueError
            If the player does not act there.
        """
        return {act: self._on_from(after).value for act, after in self._nexts(state).items()}

    def policy(self, state: State) -> Mapping[Action, Number]:
        """Probability of each action played."""
        return checked(state, self._nexts(state), self.followed(state))

    def _nexts(self, state: State) -> dict[Action, State]:
        node = self.play.node(state) if isinstance(state, State) else None
        if not isinstance(node, Choice):
            raise ValueError(not_a_state(state, self.play.start))
        return dict(zip(node.actions, node.nexts, strict=True))

    def _on_from(self, start: State) -> GameSolution[State, Action]:
        asked = count(1)

        def node(place: State) -> Node:
            if next(asked) > MOST_FOLLOWED:
                told = f"the play leads to more than {MOST_FOLLOWED:,} states"
                raise ValueError(f"{told}: give fewer looks or moves, or simulate it")
            found = self.play.node(place)
            if not isinstance(found, Choice):
                return found
            played, nexts = self.policy(place), self._nexts(place)
            return Choice([*played], [nexts[act] for act in played])

        return evaluate(FiniteGame(start, node), self.followed)
