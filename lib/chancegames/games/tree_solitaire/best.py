"""The best use of some looks a move, by a player who remembers all that was seen.

The strategies of the source forget what they saw from earlier points.  A player who remembers has
more states, and among all ways to place his looks, each depending on what the earlier ones showed,
and to move, there is a best one: an upper bound for every strategy of so many looks.  The game is
:class:`chancegames.models.tree_solitaire.Play`, which the general solver solves too; here its
recursion is written out, and states that only chance passes through are not kept.
"""

from collections.abc import Mapping
from functools import cached_property

from chancegames.base.checks import shown
from chancegames.maths.game import not_a_state
from chancegames.maths.solution import Solution
from chancegames.models.tree_solitaire import Action, Facts, Number, Play, Rules, State

#: Games solved within seconds: looks a move to moves.
MOST_MOVES = {0: 100, 1: 100, 2: 8, 3: 4, 4: 3}


class _BestLooks(Solution[State, Action]):
    """Value of every state, for so many looks a move and so many moves, then broken off as lost.

    Parameters
    ----------
    rules : Rules
        Independent form, constant split ratio.
    looks : int
        Looks a move, from 0 to 4.
    moves : int
        Moves in all, at most 100, 100, 8, 4 or 3 by the number of looks.

    Raises
    ------
    ValueError
        If a number is out of range, the form dependent or the ratio random.
    """

    method = "backward induction"
    residual = 0

    def __init__(self, rules: Rules, looks: int, moves: int) -> None:
        self.play = Play(rules, looks, moves)
        if rules.form != "independent":
            raise ValueError("the best looks are found for the independent form")
        if moves > MOST_MOVES.get(looks, 0):
            limits = ", ".join(f"{m} with {k} looks" for k, m in MOST_MOVES.items())
            told = f"{shown(looks)} looks and {shown(moves)} moves are too many"
            raise ValueError(f"{told}: at most {limits}")
        high = rules.mean
        self._high, self._low, self._ending = high, 1 - high, rules.ending
        self._found: dict[tuple[int, int, Facts, int, int], Number] = {}

    @cached_property
    def value(self) -> Number:
        """Chance of winning within the moves, looks placed and moves made best."""
        return self._best(0, 0, (), self.play.looks, self.play.moves)

    @property
    def states(self) -> int:
        """How many states the value needs."""
        return len(self._found) if self.value is not None else 0

    def value_at(self, state: State) -> Number:
        """Chance of winning from a state where the player acts."""
        return max(self.action_values(state).values())

    def action_values(self, state: State) -> Mapping[Action, Number]:
        """Chance of winning after each look and move that is open.

        Raises
        ------
        ValueError
            If the state is not one of this game where the player acts.
        """
        i, j = self._place(state)
        _, moves, looks, known, _ = state
        facts = dict(known)
        found: dict[Action, Number] = {
            ("move", way): self._move(i, j, facts, way, moves) for way in "HL"
        }
        for path in self._frontier(facts, moves) if looks else ():
            found["look", path] = self._look(i, j, known, path, looks, moves)
        return found

    def _place(self, state: State) -> tuple[int, int]:
        """High and low moves made, from the value of the point."""
        made = self.play.moves - state.moves if isinstance(state, State) else -1
        for i in range(made + 1):
            value = self._high**i * self._low ** (made - i)
            if abs(value - state.value) <= 1e-12 * value and 0 <= state.looks <= self.play.looks:
                return i, made - i
        raise ValueError(not_a_state(state, self.play.start))

    def _best(self, i: int, j: int, known: Facts, looks: int, moves: int) -> Number:
        """Best chance to win after i high and j low moves."""
        key = i, j, known, looks, moves
        if key in self._found:
            return self._found[key]
        facts = dict(known)
        if any(kind == "win" and len(path) <= moves for path, kind in known):
            best: Number = 1 + 0 * self._ending
        else:
            best = max(self._move(i, j, facts, way, moves) for way in "HL")
            if looks:
                for path in self._frontier(facts, moves):
                    best = max(best, self._look(i, j, known, path, looks, moves))
        self._found[key] = best
        return best

    @staticmethod
    def _frontier(facts: dict[str, str], moves: int) -> list[str]:
        """Unseen points below the player's and below the split points he knows."""
        tops = ["", *(p for p, kind in facts.items() if kind == "split" and len(p) < moves)]
        return [top + way for top in tops for way in "HL" if top + way not in facts]

    def _look(self, i: int, j: int, known: Facts, path: str, looks: int, moves: int) -> Number:
        """Chance to win if `path` is looked at now: a win seen is a win reached."""
        e, highs = self._ending, path.count("H")
        v = self._high ** (i + highs) * self._low ** (j + len(path) - highs)
        total = e * v
        for kind, chance in (("loss", e * (1 - v)), ("split", 1 - e)):
            if chance:
                after = tuple(sorted((*known, (path, kind))))
                total += chance * self._best(i, j, after, looks - 1, moves)
        return total

    def _move(self, i: int, j: int, facts: dict[str, str], way: str, moves: int) -> Number:
        """Chance to win if the player moves to branch `way` now."""
        kind, e = facts.get(way), self._ending
        if kind in ("win", "loss"):
            return int(kind == "win") + 0 * e
        i, j = (i + 1, j) if way == "H" else (i, j + 1)
        on: Number = 0 * e
        if moves > 1 and (kind or e < 1):
            below = tuple((p[1:], k) for p, k in facts.items() if p[0] == way and len(p) > 1)
            on = self._best(i, j, below, self.play.looks, moves - 1)
        return on if kind else e * self._high**i * self._low**j + (1 - e) * on
