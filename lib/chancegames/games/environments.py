"""The games as Gymnasium environments in which learning can be measured against the truth.

Every environment is a model of `chancegames.models`, so its optimum is known exactly: `info` holds
the value of each action of the present state and, after a step, the regret of the action taken.
Gymnasium comes with the extra ``interop``.

>>> import gymnasium
>>> env = gymnasium.make("chancegames.games.environments:Coins-v0", coins=3, points=4)
>>> observation, info = env.reset(seed=1)
>>> info["state"], info["actions"], info["value"]
((3, 4), (1, 2, 3), 0.390625)
>>> _, reward, over, _, info = env.step(0)
>>> round(info["regret"], 4)
0.0469
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

import gymnasium
from gymnasium import spaces

from chancegames.maths.game import (
    Chance,
    Choice,
    FiniteGame,
    Game,
    GameSolution,
    Node,
    Terminal,
    solve,
)
from chancegames.models import coins, dice_battle, game421, tree_solitaire
from chancegames.models.small_yahtzee import SmallYahtzee, outline_rules


class _ModelEnvironment(gymnasium.Env[int, int]):
    """A finite game against chance, played one choice at a time.

    Observation: the number of the present state among all states where the player chooses, in the
    order of the solver.  Action: which of the state's actions to take, counted from 0; a number
    beyond the last one starts again at the first, so that every action is legal.  Reward: what is
    won on the way, and the payoff at the end.

    Parameters
    ----------
    game : Game
        A model; every state must be hashable, and the game small enough for the exact solver.

    Raises
    ------
    ValueError
        If there is nothing to choose in the game, or an opponent chooses too.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(self, game: Game[Any]):
        self.game = game
        self.solution: GameSolution[Any, Any] = solve(game)
        choices = {s: n for s, n in self.solution.nodes.items() if isinstance(n, Choice)}
        if not choices:
            raise ValueError("there is nothing to choose in this game")
        if any(node.minimise for node in choices.values()):
            raise ValueError("an environment has one player; fix the opponent's policy first")
        self.numbers = {state: i for i, state in enumerate(choices)}
        self.observation_space = spaces.Discrete(len(choices))
        most = max(len(node.actions) for node in choices.values())
        self.action_space = spaces.Discrete(most)
        self.state: Any = None
        self._truth: dict[Any, dict[str, Any]] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[int, dict[str, Any]]:
        """Begin a game; if chance alone decides one, begin another."""
        super().reset(seed=seed)
        over = True
        while over:
            self.state, _, over = self._until_choice(self.game.start)
        return self.numbers[self.state], self._info()

    def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
        """Take an action, let chance act, and stop at the next choice or at the end."""
        node = self.solution.nodes[self.state]
        assert isinstance(node, Choice)
        chosen = int(action) % len(node.actions)
        truth = self._info()
        regret = truth["value"] - truth["action_values"][chosen]
        won = float(node.scores[chosen]) if node.scores else 0.0
        before = self.numbers[self.state]
        self.state, after, over = self._until_choice(node.nexts[chosen])
        observation = before if over else self.numbers[self.state]
        info = {"regret": regret} | ({} if over else self._info())
        return observation, won + after, over, False, info

    def _until_choice(self, state: Any) -> tuple[Any, float, bool]:
        """Let chance act: the next choice or the end, what was won, whether it is over."""
        won = 0.0
        while isinstance(node := self.solution.nodes[state], Chance):
            chances = [float(chance) for chance in node.probabilities]
            total = sum(chances)
            drawn = self.np_random.choice(len(chances), p=[chance / total for chance in chances])
            won += float(node.scores[drawn]) if node.scores else 0.0
            state = node.nexts[drawn]
        if isinstance(node, Terminal):
            return state, won + float(node.payoff), True
        return state, won, False

    def _info(self) -> dict[str, Any]:
        """The truth about the present state."""
        if self.state not in self._truth:  # a learner comes back often, and fractions take time
            values = self.solution.action_values(self.state)
            self._truth[self.state] = {
                "state": self.state,
                "actions": tuple(values),
                "action_values": tuple(float(value) for value in values.values()),
                "value": float(self.solution.value_at(self.state)),
            }
        return {**self._truth[self.state]}


def _hog(opponent: int, **rules: Any) -> Game[Any]:
    """A race against a player who always rolls so many dice, which is a part of chance."""
    race = dice_battle.Race(**rules)
    race.scores(opponent)  # refuses a roll that these rules do not have

    def node(state: Any) -> Node:
        here = race.node(state)
        if isinstance(here, Choice) and here.minimise:
            return race.node((*state, opponent))
        return here

    return FiniteGame(race.start, node)


def _yahtzee(**sizes: int) -> Game[Any]:
    return FiniteGame(*outline_rules(SmallYahtzee(**sizes)))


def _tree(ending: str, ratio: str, looks: int, moves: int) -> Game[Any]:
    rules = tree_solitaire.Rules(Fraction(ending), Fraction(ratio))
    return tree_solitaire.Play(rules, looks, moves)


#: Name of each environment, what makes its game, and the arguments that `gymnasium.make` takes.
ENVIRONMENTS: dict[str, tuple[Callable[..., Game[Any]], dict[str, Any]]] = {
    "Coins-v0": (coins.Rules, {"coins": 5, "points": 5}),
    "Round421-v0": (game421.Round, {"player": "first"}),
    "Hog-v0": (_hog, {"goal": 20, "dice": 4, "opponent": 2}),
    "Yahtzee-v0": (
        _yahtzee,
        {"dice": 2, "faces": 3, "rerolls": 1, "boxes": 5, "target": 8, "bonus": 6},
    ),
    "TreeSolitaire-v0": (_tree, {"ending": "1/2", "ratio": "3/4", "looks": 1, "moves": 3}),
}


def _environment(makes: Callable[..., Game[Any]], **arguments: Any) -> _ModelEnvironment:
    """Gymnasium's entry point: an environment of a game with these arguments."""
    return _ModelEnvironment(makes(**arguments))


for _name, (_makes, _arguments) in ENVIRONMENTS.items():
    if _name not in gymnasium.registry:
        gymnasium.register(_name, entry_point=partial(_environment, _makes), kwargs=_arguments)
