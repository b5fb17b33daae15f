"""The whole public interface called well and badly: an answer within bounds, or one sentence.

Each row of `ROWS` is an entrance of the library: good arguments, what is none for each of them, and
what holds of the answer whatever the arguments are.  Each example makes a good call and spoils one
argument of it; all rows together make `CALLS` calls.  What once went wrong is kept in `KEPT`.
"""

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chancegames import coins, dice_battle, game421, tree_solitaire, yahtzee
from chancegames.base.cluster import map_over
from chancegames.games.tree_solitaire import grid
from chancegames.maths import gambit, game, graph, matrix_game, quantecon
from chancegames.maths.game import Chance, Choice, FiniteGame, Terminal
from chancegames.maths.solution import Distribution, Estimate
from chancegames.models import small_yahtzee
from chancegames.models.coins import IS_BAD, LOST
from chancegames.models.dice_battle import gains
from tests.maths.games import random_rules
from tests.work import bounded
from tests.yahtzee.cards import cards
from tests.yahtzee.cards import rules as yahtzee_rules

CALLS = 10_000
NAN, INF = float("nan"), float("inf")
SLACK = 1e-9
DOORS = {
    "coins": coins,
    "dice_battle": dice_battle,
    "game421": game421,
    "matrix_game": matrix_game,
    "tree_solitaire": tree_solitaire,
    "yahtzee": yahtzee,
}
#: Callables of the doors that take nothing, or anything: records, and strategies without a field.
FREE = {
    "game421.Turn",
    "matrix_game.Domination",
    "matrix_game.Solution",
    "matrix_game.Uniqueness",
    "tree_solitaire.BothBranches",
    "tree_solitaire.Coin",
    "tree_solitaire.Sight",
    "tree_solitaire.State",
    "tree_solitaire.Strategy",
    "yahtzee.Box",
    "yahtzee.Chances",
    "yahtzee.Option",
    "yahtzee.ScoreDistribution",
    "yahtzee.Summary",
    "yahtzee.Turn",
    "yahtzee.YahtzeeSolution",
}


STRANGE = [
    None,
    True,
    NAN,
    INF,
    -INF,
    1j,
    "",
    b"x",
    (),
    [],
    {},
    {1: 2},
    {1},
    object(),
    Fraction(1, 3),
    -0.5,
    10**400,
    -(10**400),
    np.array([]),
    np.array([1, 2]),
    np.float64(0.3),
    "x" * 5000,
    [[1], [2]],
]


def args(**kinds):
    """Arguments of a call, each of its kind."""
    return st.fixed_dictionaries(kinds)


def odd(*fits):
    """Anything but what fits."""
    drawn = st.one_of(
        st.sampled_from(STRANGE), st.text(max_size=4), st.floats(), st.integers(-(10**20), 10**20)
    )
    return drawn.filter(lambda value: not any(fit(value) for fit in fits))


def whole(low, high=INF):
    return lambda v: _is_whole(v) and low <= v <= high


def _is_whole(v):
    return isinstance(v, int | np.integer) and not isinstance(v, bool)


def number(low, high=INF, above=False):
    def fits(v):
        real = isinstance(v, int | float | Fraction) and not isinstance(v, bool)
        return real and low <= v <= high and not (above and v == low)

    return fits


def option(*names):
    return lambda v: isinstance(v, str) and v in names


def equal(*values):
    return lambda v: type(v) in (bool, int, float, str, tuple, list, dict) and v in values


def digital(v):
    return isinstance(v, str) and v.isdecimal()


def boolean(v):
    return isinstance(v, bool)


def none(v):
    return v is None


def array(v):
    return isinstance(v, np.ndarray)


#: What is no policy: no function, or one whose answers are no probabilities of actions.
NO_LAW = [
    {},
    {"flip": 1},
    {object(): 1},
    {1: 2, 2: -1},
    {1: NAN},
    {1: "1"},
    None,
    "x",
    [3],
    {99: 1},
]
NO_POLICY = odd(callable) | st.sampled_from([lambda state, law=law: law for law in NO_LAW])
NO_COUNT, NO_SEED, NO_THREADS = odd(whole(1)), odd(whole(0)), odd(whole(1, 256), none)
games, seeds = st.integers(1, 20), st.integers(0, 2**40)


@dataclass(frozen=True)
class Row:
    """An entrance: how to call it well, how badly, and what holds of its answer."""

    entrance: Callable[..., Any]
    good: st.SearchStrategy
    bad: dict[str, st.SearchStrategy]
    holds: Callable[..., bool] = field(default=lambda found, **given: True)


class Drawn:
    """A policy that mixes actions at random, always alike at a state."""

    def __init__(self, actions, seed):
        self.actions, self.seed = actions, seed

    def __call__(self, state):
        random = Random(f"{self.seed} {state}")
        found = {action: random.randint(0, 3) for action in self.actions(state)}
        total = sum(found.values())
        if not total:
            return {random.choice([*found]): 1}
        return {action: Fraction(weight, total) for action, weight in found.items() if weight}

    def __repr__(self):
        return f"Drawn({self.seed})"


def worst(rules):
    """The smallest value that any policy brings."""

    def node(state):
        found = rules.node(state)
        return found._replace(minimise=True) if isinstance(found, Choice) else found

    return game.solve(FiniteGame(rules.start, node)).value


def between(found, rules):
    return worst(rules) - SLACK <= found <= game.solve(rules).value + SLACK


def is_estimate(found, low, high):
    assert isinstance(found, Estimate)
    return low - SLACK <= found.mean <= high + SLACK and 0 <= found.standard_error < INF


def is_law(found, low, high):
    assert isinstance(found, Distribution)
    return abs(sum(found.values()) - 1) < SLACK and low <= min(found) and max(found) <= high


# Finite games and coins.

small_coins = st.builds(
    coins.Rules,
    st.integers(1, 4),
    st.integers(1, 5),
    st.builds(
        coins.Reading,
        st.sampled_from([*IS_BAD]),
        st.sampled_from([*LOST]),
        st.booleans(),
    ),
)
finite = random_rules(most_positions=5).map(lambda nodes: FiniteGame("start", nodes.__getitem__))
any_game = small_coins | finite
NO_GAME = odd()


def played(games_of, **more):
    """A game, and a policy for it."""

    def with_policy(rules):
        actions = lambda state: rules.node(state).actions  # noqa: E731
        policies = st.builds(Drawn, st.just(actions), seeds)
        return args(rules=st.just(rules), policy=policies, **more)

    return games_of.flatmap(with_policy)


BAD_PLAY = {"rules": NO_GAME, "policy": odd(callable)}
BAD_SIMULATION = {"games": odd(whole(1, 10**7)), "seed": NO_SEED}

ROWS = {
    "coins.Reading": Row(
        coins.Reading,
        args(bad=st.just("="), lost=st.just("throw")),
        {"bad": odd(), "lost": odd(), "bad_earns": odd(boolean)},
    ),
    "coins.Rules": Row(
        coins.Rules,
        args(coins=st.integers(1, 40), points=st.integers(1, 40)),
        {"coins": odd(whole(1, 40)), "points": odd(whole(1, 40)), "reading": odd()},
    ),
    "coins.flip_at_most": Row(
        coins.flip_at_most,
        args(most=st.integers(1)),
        {"most": NO_COUNT},
        lambda found, most: found((1, 9)) == {1: 1},
    ),
    "coins.solve": Row(
        coins.solve,
        args(rules=any_game),
        {"rules": NO_GAME},
        lambda found, rules: found.residual == 0 and worst(rules) <= found.value,
    ),
    "coins.evaluate": Row(
        coins.evaluate,
        played(any_game),
        BAD_PLAY,
        lambda found, rules, policy: between(found.value, rules),
    ),
    "coins.distribution": Row(
        coins.distribution,
        played(any_game),
        BAD_PLAY,
        lambda found, rules, policy: between(found.mean, rules) and is_law(found, -INF, INF),
    ),
    "coins.simulate": Row(
        coins.simulate,
        played(small_coins, games=games, seed=seeds),
        BAD_PLAY | BAD_SIMULATION,
        lambda found, **_: is_estimate(found, 0, 1),
    ),
    "coins.evaluate, laws": Row(
        coins.evaluate,
        played(small_coins),
        {"policy": NO_POLICY},
        lambda found, rules, policy: 0 <= found.value <= 1,
    ),
    "game.visits": Row(
        game.visits,
        played(any_game),
        BAD_PLAY,
        lambda found, **_: all(0 <= chance <= 1 for chance in found.values()),
    ),
    "game.states": Row(
        game.states,
        args(rules=any_game),
        {"rules": NO_GAME, "most": odd(whole(1, 10**6), none)},
        lambda found, rules: [*found][-1] == rules.start,
    ),
    "game.keep_score": Row(
        game.keep_score,
        args(rules=any_game, payoff=st.just(abs)),
        {"rules": NO_GAME, "payoff": odd(callable)},
        lambda found, **_: game.solve(found).value >= 0,
    ),
    "gambit.extensive_form": Row(
        gambit.extensive_form,
        args(
            rules=st.builds(coins.Rules, st.just(1), st.just(1)), title=st.text(), most=st.just(99)
        ),
        {
            "rules": NO_GAME,
            "title": odd(option(""), lambda v: isinstance(v, str)),
            "most": NO_COUNT,
        },
        lambda found, **_: found.startswith("EFG 2 R"),
    ),
    "quantecon.to_quantecon": Row(
        quantecon.to_quantecon,
        args(rules=st.builds(coins.Rules, st.integers(1, 3), st.integers(1, 3))),
        {"rules": NO_GAME},
        lambda found, **_: np.allclose(found.transitions.sum(axis=1), 1),
    ),
    "gambit.normal_form": Row(
        gambit.normal_form,
        args(matrix=st.just([[1, Fraction(1, 2)]]), title=st.text()),
        {
            "matrix": odd(equal([[1], [2]])),
            "title": odd(lambda v: isinstance(v, str)),
        },
        lambda found, **_: found.startswith("NFG 1 R"),
    ),
}

# Solutions are asked for states.

SOLVED = {
    "coins": (coins.solve(coins.Rules(3, 4)), (3, 4)),
    "one roll": (dice_battle.solve(dice_battle.OneRoll(dice=3)), (0, 0)),
    "race": (dice_battle.solve(dice_battle.Race(dice=3, goal=5)), (3, 4)),
    "at once": (dice_battle.solve(dice_battle.AtOnce(dice=3, goal=5)), (3, 4)),
    "round": (game421.solve(game421.Round()), (1, (), (1, 1, 6))),
    "floating round": (game421.solve(game421.Round(), exact=False), (1, (), (1, 1, 6))),
    "game of 421": (game421.solve(game421.Game(pot=2)), game421.Turn(2, 0, (), 1, (), (1, 1, 4))),
    "best looks": (
        tree_solitaire.solve(tree_solitaire.Rules(0.5, 0.75), 1, 2),
        tree_solitaire.Play(tree_solitaire.Rules(0.5, 0.75), 1, 2).start,
    ),
    "matrix": (matrix_game.solve([[1, -1], [-1, 2]]), "row"),
}
LAST_TWO = yahtzee.Card(frozenset(yahtzee.Box) - {yahtzee.Box.CHANCE, yahtzee.Box.SIXES})
SOLVED["yahtzee"] = yahtzee.solve(start=LAST_TWO), yahtzee.Turn(LAST_TWO, 1, (1, 2, 6, 6, 6))
NO_STATE = odd() | st.tuples(st.integers(-9, -1), st.integers()) | st.tuples(odd(), st.none())

for name, (solution, state) in SOLVED.items():
    for verb in ("value_at", "action_values", "policy"):
        ROWS[f"{verb} of {name}"] = Row(
            getattr(solution, verb),
            args(state=st.just(state)),
            {"state": NO_STATE},
        )
    values = solution.action_values(state)
    ROWS[f"regret of {name}"] = Row(
        solution.regret,
        args(state=st.just(state), action=st.sampled_from([*values])),
        {"state": NO_STATE, "action": odd(equal((), 0, 1, 2, 3))},
        lambda found, **_: -SLACK <= found < 1000,
    )

# The dice battle.

SIZES = {"dice": st.integers(1, 4), "faces": st.integers(2, 6), "bust_score": st.just(1)}
NO_SIZE = {
    "dice": odd(whole(1, 100)),
    "faces": odd(whole(2, 10**9)),
    "bust_score": odd(whole(0, 1)),
}
GOAL = {"goal": st.integers(1, 12)}
battles = st.one_of(
    st.builds(dice_battle.OneRoll, **SIZES),
    st.builds(dice_battle.Race, **SIZES, **GOAL),
    st.builds(
        dice_battle.AtOnce, **SIZES, **GOAL, finish=st.sampled_from(["draw", "higher total"])
    ),
)


def fought(**more):
    """A dice battle with two policies."""

    def with_policies(rules):
        policies = st.builds(Drawn, st.just(lambda state: rules.rolls), seeds)
        return st.fixed_dictionaries(
            {"rules": st.just(rules), "policy": policies, "opponent": st.none() | policies, **more}
        )

    return battles.flatmap(with_policies)


BAD_FIGHT = {"rules": odd(), "policy": NO_POLICY, "opponent": odd(callable, none)}
ROWS |= {
    "dice_battle.OneRoll": Row(dice_battle.OneRoll, st.fixed_dictionaries(SIZES), NO_SIZE),
    "dice_battle.Race": Row(
        dice_battle.Race, st.fixed_dictionaries(SIZES | GOAL), NO_SIZE | {"goal": NO_COUNT}
    ),
    "dice_battle.AtOnce": Row(
        dice_battle.AtOnce,
        st.fixed_dictionaries(SIZES | GOAL),
        NO_SIZE | {"goal": NO_COUNT, "finish": odd(), "bust_score": odd(whole(1, 1))},
    ),
    "dice_battle.always": Row(
        dice_battle.always,
        args(dice=st.integers(1, 100)),
        {
            "dice": odd(whole(1, 100), lambda v: isinstance(v, dict))
            | st.sampled_from([{}, {1: 2}, {0: 1}])
        },
        lambda found, dice: found((1, 1)) == {dice: 1},
    ),
    "dice_battle.blind": Row(
        dice_battle.blind, battles.map(lambda r: {"rules": r}), {"rules": odd()}
    ),
    "dice_battle.uniform": Row(
        dice_battle.uniform, battles.map(lambda r: {"rules": r}), {"rules": odd()}
    ),
    "dice_battle.by_state": Row(
        dice_battle.by_state,
        battles.map(lambda r: {"rules": r, "dice": np.ones((3, 3), int)}),
        {"rules": odd(), "dice": odd()},
    ),
    "dice_battle.mean_score": Row(
        dice_battle.mean_score,
        battles.map(lambda r: {"rules": r, "dice": r.dice}),
        {"rules": odd(), "dice": odd(whole(1, 4))},
        lambda found, rules, dice: 1 <= found <= rules.faces * dice,
    ),
    "dice_battle.solve": Row(
        dice_battle.solve,
        battles.map(lambda r: {"rules": r}),
        {"rules": odd(), "opponent": odd(callable, none)},
        lambda found, rules: -1 <= found.value <= 1 and found.residual < SLACK,
    ),
    "dice_battle.evaluate": Row(
        dice_battle.evaluate,
        fought(),
        BAD_FIGHT,
        lambda found, rules, policy, opponent: (
            -1 - SLACK <= found.value <= dice_battle.solve(rules, opponent).value + SLACK
        ),
    ),
    "dice_battle.distribution": Row(
        dice_battle.distribution, fought(), BAD_FIGHT, lambda found, **_: is_law(found, -1, 1)
    ),
    "dice_battle.simulate": Row(
        dice_battle.simulate,
        fought(games=games, seed=seeds),
        BAD_FIGHT | {"games": odd(whole(1, 10**8)), "seed": NO_SEED},
        lambda found, **_: is_estimate(found, -1, 1),
    ),
}

# 421.

small_rounds = st.builds(
    game421.Round,
    st.integers(1, 3),
    st.integers(2, 4),
    st.integers(1, 3),
    st.sampled_from(["first", "next"]),
    st.sampled_from([sum, max, min]),
)
rounds = small_rounds.map(lambda r: {"rules": r})
faces = st.tuples(*[st.integers(1, 6)] * 3)
SMALL_GAME = game421.Game(pot=2)
BEST = game421.solve(SMALL_GAME).policy
CHOICES = {
    "starter": st.sampled_from(["loser", "winner", "alternate"]),
    "tie": st.sampled_from(["second", "void"]),
}


def cast(**more):
    """A small round with a policy."""

    def with_policy(rules):
        policies = st.builds(Drawn, st.just(lambda state: rules.options(*state)), seeds)
        return args(rules=st.just(rules), policy=policies, **more)

    return small_rounds.flatmap(with_policy)


def aims(entrance):
    return Row(
        entrance,
        args(rules=st.just(game421.Round()), goal=faces),
        {"rules": odd(), "goal": odd(whole(1), digital) | st.tuples(odd(), odd(), st.none())},
    )


BAD_ROUND = {"rules": odd(), "policy": NO_POLICY}
ROWS |= {
    "game421.Round": Row(
        game421.Round,
        args(dice=st.integers(1, 4), faces=st.integers(1, 6)),
        {
            "dice": odd(whole(1)),  # ten dice of one face are few states
            "faces": odd(whole(1, 10**6)),  # more than two million states, even with one die
            "casts": odd(whole(1, 10**6)),
            "player": odd(),
            "utility": odd(callable),
        },
    ),
    "game421.Game": Row(
        game421.Game,
        args(pot=st.integers(1, 60), casts=st.integers(1, 12), **CHOICES),
        {
            "pot": odd(whole(1, 60)),
            "casts": odd(whole(1, 12)),
            "starter": odd(),
            "tie": odd(),
            "short_pot": odd(),
            "short_hand": odd(),
        },
    ),
    "game421.Character": Row(
        game421.Character,
        args(serendipity=st.booleans(), horizon=st.integers(0, 3), dynamic=st.booleans()),
        {
            "serendipity": odd(boolean),
            "horizon": NO_SEED,
            "dynamic": odd(boolean),
            "never_worst": odd(boolean),
            "ties": odd(),
        },
    ),
    "game421.GoalDriven": Row(
        game421.GoalDriven,
        args(rules=small_rounds, character=st.sampled_from(game421.CHARACTERS)),
        {"rules": odd(), "character": odd()},
        lambda found, rules, character: between(found.value, rules),
    ),
    "game421.ForTokens": Row(
        game421.ForTokens,
        args(rules=st.just(SMALL_GAME), capped=st.booleans()),
        {"rules": odd(), "capped": odd(boolean)},
        lambda found, **_: sum(found(SOLVED["game of 421"][1]).values()) == 1,
    ),
    "game421.ForTokens, turn": Row(
        game421.ForTokens(SMALL_GAME),
        args(state=st.just(SOLVED["game of 421"][1])),
        {"state": NO_STATE},
    ),
    "game421.Aim": Row(
        game421.Aim,
        args(hands=st.frozensets(faces)),
        {"hands": odd()},
        lambda found, hands: found((1, 2, 9)) == 0,
    ),
    "game421.hand": Row(
        game421.hand,
        args(digits=st.integers(1, 999).filter(lambda n: "0" not in str(n))),
        {"digits": odd(whole(1), equal((), [], ""), digital, array)},
        lambda found, digits: list(found) == sorted(map(int, str(digits))),
    ),
    "game421.digits": Row(
        game421.digits,
        args(faces=faces),
        {"faces": odd(equal((), [], ""), digital, array)},
        lambda found, faces: len(found) == 3,
    ),
    "game421.tokens": Row(
        game421.tokens,
        args(hand=faces),
        {"hand": odd()},
        lambda found, hand: 1 <= found <= 10,
    ),
    "game421.utility": Row(
        game421.utility,
        args(name=st.sampled_from([*game421.UTILITIES])),
        {"name": odd()},
        lambda found, name: found((1, 2, 4)) >= 0,
    ),
    "game421.ratchet": aims(game421.ratchet),
    "game421.bernoulli": aims(game421.bernoulli),
    "game421.most_probably": aims(game421.most_probably),
    "game421.success": aims(game421.success),
    "game421.monkey": Row(
        game421.monkey,
        rounds,
        {"rules": odd()},
        lambda found, rules: between(game421.evaluate(rules, found).value, rules),
    ),
    "game421.five_lines": Row(
        game421.five_lines,
        args(
            rules=st.builds(game421.Round, player=st.sampled_from(["first", "next"])),
            changes=st.booleans(),
        ),
        {"rules": odd(), "changes": odd(boolean)},
        lambda found, **_: sum(found((1, (), (1, 2, 4))).values()) == 1,
    ),
    "game421.ends": Row(
        game421.ends, cast(), BAD_ROUND, lambda found, **_: sum(found.values()) == 1
    ),
    "game421.play": Row(
        game421.play,
        cast(games=games, seed=seeds),
        BAD_ROUND | {"games": odd(whole(1, 10**8)), "seed": NO_SEED},
        lambda found, games, **_: found.total() == games,
    ),
    "game421.solve": Row(
        game421.solve,
        rounds,
        {"rules": odd(), "exact": odd(boolean)},
        lambda found, rules: found.residual == 0 and between(found.value, rules),
    ),
    "game421.evaluate": Row(
        game421.evaluate,
        cast(),
        BAD_ROUND,
        lambda found, rules, policy: between(found.value, rules) and found.residual == 0,
    ),
    "game421.evaluate, game": Row(
        game421.evaluate,
        st.just({"rules": SMALL_GAME, "policy": BEST, "opponent": BEST}),
        {"rules": odd(), "policy": odd(callable), "opponent": odd(callable, none)},
        lambda found, **_: 0 <= found.value <= 1,
    ),
    "game421.distribution": Row(
        game421.distribution,
        cast(),
        BAD_ROUND,
        lambda found, rules, policy: between(found.mean, rules),
    ),
    "game421.simulate": Row(
        game421.simulate,
        cast(games=games, seed=seeds),
        BAD_ROUND | {"games": odd(whole(1, 10**8)), "seed": NO_SEED},
        lambda found, rules, **_: is_estimate(
            found, min(map(rules.utility, rules.hands)), max(map(rules.utility, rules.hands))
        ),
    ),
    "game421.simulate, game": Row(
        game421.simulate,
        args(
            rules=st.just(SMALL_GAME),
            policy=st.just(BEST),
            opponent=st.just(BEST),
            games=st.just(1),
            seed=seeds,
        ),
        {
            "policy": NO_POLICY,
            "opponent": odd(callable, none),
            "games": odd(whole(1, 10**6)),
            "seed": NO_SEED,
        },
        lambda found, **_: is_estimate(found, 0, 1),
    ),
    "game421.guaranteed": Row(
        game421.guaranteed,
        st.just({"rules": SMALL_GAME, "policy": BEST}),
        {"rules": odd(), "policy": odd(callable)},
        lambda found, **_: 0 <= found.value <= 1,
    ),
}

# Tree Solitaire.

chances, shares = st.floats(0.05, 1), st.floats(0.5, 1)
NO_ENDING, NO_SHARE = odd(number(0, 1, above=True)), odd(number(0.5, 1))
trees = st.builds(tree_solitaire.Rules, chances, shares)
strategies = st.sampled_from(tree_solitaire.STRATEGIES)
HALF = tree_solitaire.Rules(0.5, 0.75)
LOOKS = odd(whole(0, 1000), equal(INF))


def fork_of(value):
    """A fork of this value of which nothing is seen."""
    return tree_solitaire.State(value, 1, 0)


lean = args(rules=trees, policy=strategies)
BAD_TREE = {"rules": odd(), "policy": NO_POLICY}
ROWS |= {
    "tree_solitaire.Rules": Row(
        tree_solitaire.Rules,
        args(ending=chances, ratio=shares),
        {"ending": NO_ENDING, "ratio": NO_SHARE, "form": odd()},
    ),
    "tree_solitaire.UniformRatio": Row(
        tree_solitaire.UniformRatio,
        args(smallest=st.floats(0.5, 0.7), largest=st.floats(0.71, 1)),
        {"smallest": NO_SHARE, "largest": odd(number(0.7, 1))},
        lambda found, **_: 0 < found.moment(2, 3) < found.moment(1, 1) <= 0.25,
    ),
    "tree_solitaire.Shares": Row(
        tree_solitaire.Shares,
        st.just({"shares": (Fraction(1, 2), Fraction(1, 2))}),
        {"shares": odd()},
    ),
    "tree_solitaire.Play": Row(
        tree_solitaire.Play,
        args(rules=trees, looks=st.integers(0, 1), moves=st.integers(1, 3)),
        {"rules": odd(), "looks": NO_SEED, "moves": NO_COUNT},
        lambda found, **_: 0 <= game.solve(found).value <= 1 + SLACK,
    ),
    "tree_solitaire.HighFirst": Row(
        tree_solitaire.HighFirst,
        args(looks=st.integers(0, 1000)),
        {"looks": LOOKS},
    ),
    "tree_solitaire.LowFirst": Row(
        tree_solitaire.LowFirst,
        args(looks=st.integers(1, 1000)),
        {"looks": LOOKS},
    ),
    "tree_solitaire.strategy": Row(
        tree_solitaire.strategy,
        args(name=st.sampled_from(["LSTRAT", "7HSTRAT"])),
        {"name": odd()},
        lambda found, name: found.name == name,
    ),
    "tree_solitaire.WeighedBoth": Row(
        tree_solitaire.WeighedBoth,
        args(rules=trees),
        {"rules": odd()},
    ),
    "tree_solitaire.WeighedHigh": Row(
        tree_solitaire.WeighedHigh,
        args(rules=trees, refined=st.booleans()),
        {"rules": odd(), "refined": odd(boolean)},
    ),
    "tree_solitaire.solve": Row(
        tree_solitaire.solve,
        args(rules=trees, looks=st.integers(0, 2), moves=st.integers(1, 3)),
        {"rules": odd(), "looks": odd(whole(0, 4)), "moves": odd(whole(1, 8))},
        lambda found, **_: 0 <= found.value <= 1 + SLACK,
    ),
    "tree_solitaire.evaluate": Row(
        tree_solitaire.evaluate,
        lean,
        BAD_TREE,
        lambda found, rules, policy: (
            tree_solitaire.evaluate(rules, tree_solitaire.Coin()).value - SLACK
            <= found.value
            <= 1 + SLACK
        ),
    ),
    "tree_solitaire.evaluate, place": Row(
        tree_solitaire.evaluate(HALF, tree_solitaire.LSTRAT).action_values,
        args(state=st.floats(0.01, 1).map(fork_of)),
        {"state": odd() | NO_ENDING.map(fork_of)},
        lambda found, state: all(0 <= v <= 1 for v in found.values()),
    ),
    "tree_solitaire.evaluate, value": Row(
        tree_solitaire.evaluate(HALF, tree_solitaire.LSTRAT).value_at,
        args(state=st.floats(0, 1)),
        {"state": odd(number(0, 1))},
        lambda found, state: 0 <= found <= state,
    ),
    "tree_solitaire.distribution": Row(
        tree_solitaire.distribution, lean, BAD_TREE, lambda found, **_: is_law(found, 0, 1)
    ),
    "tree_solitaire.simulate": Row(
        tree_solitaire.simulate,
        args(rules=trees, policy=strategies, games=games, seed=seeds),
        BAD_TREE | {"games": odd(whole(1, 10**10)), "seed": NO_SEED, "workers": odd(whole(1, 64))},
        lambda found, **_: is_estimate(found, 0, 1),
    ),
    "tree_solitaire.win_grid": Row(
        tree_solitaire.win_grid,
        args(
            strategies=st.lists(strategies, min_size=1),
            endings=st.lists(chances, min_size=1),
            ratios=st.lists(shares, min_size=1),
        ),
        {"strategies": odd(), "endings": odd(), "ratios": odd()},
        lambda found, **_: bool(((found >= 0) & (found <= 1 + SLACK)).all()),
    ),
    "tree_solitaire.LSTRAT": Row(
        tree_solitaire.LSTRAT,
        st.just({"state": SOLVED["best looks"][1]}),
        {"state": NO_STATE},
        lambda found, state: found == {("look", "L"): 1},
    ),
}

# Yahtzee.

late = cards(most_open=2)
start = st.just(LAST_TWO)
GREEDY = {rules.name: yahtzee.greedy(rules) for rules in yahtzee.VARIANTS.values()}
AIMED = yahtzee.best_chances(start=LAST_TWO)
AVERAGE = SOLVED["yahtzee"][0]
dice = st.lists(st.integers(1, 6), min_size=5, max_size=5)
box_points = st.dictionaries(st.just(yahtzee.Box.SIXES), st.sampled_from([0, 6, 12]))
NO_CARD, NO_DICE, NO_LEFT = odd(), odd(), odd(whole(0, 2))


def turned(**more):
    """Rules, a greedy player and a late card."""

    def with_policy(rules):
        policy = st.just(GREEDY[rules.name])
        return st.fixed_dictionaries(
            {"rules": st.just(rules), "policy": policy, "start": late, **more}
        )

    return yahtzee_rules.flatmap(with_policy)


def below_best(found, rules, start):
    return -SLACK <= found <= yahtzee.solve(rules, start).value + SLACK


BAD_TURNED = {"rules": odd(), "policy": odd(callable), "start": odd(none)}
BAD_TABLE = BAD_TURNED | {"policy": odd()}
ADVICE = {"card": start, "rolls_left": st.integers(0, 2)}
BAD_ADVICE = {"card": NO_CARD, "rolls_left": NO_LEFT}
ROWS |= {
    "yahtzee.Rules": Row(
        yahtzee.Rules,
        args(name=st.text(), joker=st.just("free")),
        {
            "name": odd(lambda v: isinstance(v, str)),
            "joker": odd(),
            "yahtzee_bonus": odd(whole(0, 10_000)),
            "five_is_full_house": odd(boolean),
            "upper_bonus": odd(whole(0, 10_000)),
        },
    ),
    "yahtzee.Card": Row(
        yahtzee.Card,
        st.just({"filled": frozenset({yahtzee.Box.ACES}), "upper": 3}),
        {
            "filled": odd(),
            "upper": odd(whole(0, 5)),
            "yahtzee_scored": odd(boolean, whole(0, 1), equal(0)),
        },
    ),
    "yahtzee.points": Row(
        yahtzee.points,
        args(box=st.sampled_from(yahtzee.Box), dice=dice),
        {"box": odd(whole(0, 12)), "dice": NO_DICE},
        lambda found, **_: 0 <= found <= 50,
    ),
    "yahtzee.placements": Row(
        yahtzee.FORCED.placements,
        args(card=late, dice=dice),
        {"card": NO_CARD, "dice": NO_DICE},
        lambda found, **_: all(0 <= p <= 150 for p in found.values()),
    ),
    "yahtzee.fill": Row(
        yahtzee.Card().fill,
        args(box=st.sampled_from(yahtzee.Box), dice=dice),
        {"box": odd(whole(0, 12)), "dice": NO_DICE},
        lambda found, box, **_: found.filled == {box},
    ),
    "yahtzee.TablePolicy": Row(
        yahtzee.TablePolicy,
        st.just({"rules": yahtzee.FREE, "worth": GREEDY["free"].worth}),
        {"rules": odd(), "worth": odd(), "ties": odd(), "start": odd()},
    ),
    "yahtzee.greedy": Row(
        yahtzee.greedy, yahtzee_rules.map(lambda r: {"rules": r}), {"rules": odd(), "ties": odd()}
    ),
    "yahtzee.par": Row(
        yahtzee.par,
        args(
            rules=yahtzee_rules,
            pars=st.dictionaries(st.sampled_from(yahtzee.Box), st.floats(-9, 40)),
        ),
        {
            "rules": odd(),
            "pars": odd(equal({}, {1: 2})),
            "bonus": odd(number(-1e300, 1e300)),
            "ties": odd(),
        },
    ),
    "yahtzee.solve": Row(
        yahtzee.solve,
        args(rules=yahtzee_rules, start=late),
        {"rules": odd(), "start": odd(none), "threads": NO_THREADS},
        lambda found, **_: 0 <= found.value <= 500,
    ),
    "yahtzee.evaluate": Row(
        yahtzee.evaluate,
        turned(),
        BAD_TURNED | {"threads": NO_THREADS},
        lambda found, rules, policy, start: below_best(found.value, rules, start),
    ),
    "yahtzee.evaluate, own": Row(
        yahtzee.evaluate,
        args(
            rules=yahtzee_rules,
            policy=st.just(lambda t: t.dice if t.rerolls else t.card.open[-1]),
            start=st.just(yahtzee.Card(frozenset(yahtzee.Box) - {yahtzee.Box.CHANCE})),
        ),
        {"policy": odd(callable)},
        lambda found, **_: found.value == Fraction(35, 2),
    ),
    "yahtzee.distribution": Row(
        yahtzee.distribution,
        turned(),
        BAD_TURNED | {"threads": NO_THREADS},
        lambda found, rules, policy, start: (
            is_law(found, 0, 600) and below_best(found.mean, rules, start)
        ),
    ),
    "yahtzee.summary": Row(
        yahtzee.summary,
        turned(),
        BAD_TABLE | {"threads": NO_THREADS},
        lambda found, rules, policy, start: below_best(found.mean, rules, start),
    ),
    "yahtzee.scores_by_cause": Row(
        yahtzee.scores_by_cause,
        args(
            rules=st.just(yahtzee.FREE),
            policy=st.just(GREEDY["free"]),
            boxes=st.just([yahtzee.Box.CHANCE]),
            start=start,
        ),
        BAD_TABLE
        | {"boxes": odd(lambda v: isinstance(v, tuple | list | np.ndarray) and not len(v))},
        lambda found, **_: abs(sum(float(law.sum()) for law in found.values()) - 1) < SLACK,
    ),
    "yahtzee.simulate": Row(
        yahtzee.simulate,
        turned(games=games, seed=seeds),
        BAD_TURNED | {"games": odd(whole(1, 10**7)), "seed": NO_SEED},
        lambda found, **_: is_estimate(found, 0, 600),
    ),
    "yahtzee.simulated_scores": Row(
        yahtzee.simulated_scores,
        turned(games=games, seed=seeds),
        BAD_TABLE | {"games": odd(whole(1, 10**7)), "seed": NO_SEED},
        lambda found, games, **_: len(found) == games and found.min() >= 0,
    ),
    "yahtzee.best_chances": Row(
        yahtzee.best_chances,
        args(rules=yahtzee_rules, start=late),
        {
            "rules": odd(),
            "start": odd(none),
            "smallest": odd(whole(-(10**6), 10**6)),
            "largest": odd(whole(1, 10**6)),
        },
        lambda found, start, **_: 0 <= found.chance(start, 30) <= 1 + SLACK,
    ),
    "yahtzee.chance": Row(
        AIMED.chance,
        args(card=start, need=st.integers(-10, 900)),
        {"card": NO_CARD, "need": odd(whole(-(10**6), 10**6))},
        lambda found, **_: 0 <= found <= 1 + SLACK,
    ),
    "yahtzee.advise": Row(
        yahtzee.advise,
        args(solved=st.just(AVERAGE), dice=dice, **ADVICE),
        BAD_ADVICE | {"solved": odd(), "dice": NO_DICE, "need": odd(none)},
        lambda found, **_: found[0].regret == 0 and all(o.regret >= 0 for o in found),
    ),
    "yahtzee.disagreements": Row(
        yahtzee.disagreements,
        args(
            solution=st.just(AVERAGE), chances=st.just(AIMED), need=st.integers(0, 99), card=start
        ),
        {"card": NO_CARD, "solution": odd(), "chances": odd(), "need": odd(whole(-(10**6), 10**6))},
        lambda found, **_: all(d.points_lost > 0 and d.chance_lost > 0 for d in found),
    ),
    "yahtzee.card_of": Row(
        yahtzee.card_of,
        box_points.map(lambda s: {"scores": s}),
        {"scores": odd(equal({}, {1: 2}))},
        lambda found, scores: found[1] == sum(scores.values()),
    ),
    "yahtzee.replay": Row(
        yahtzee.replay,
        args(solved=st.just(AVERAGE), card=start, throws=st.just([[(1, 2, 3, 5, 6)] * 3] * 2)),
        {
            "solved": odd(),
            "card": NO_CARD,
            "throws": odd(),
            "need": odd(none),
            "average": odd(none),
        },
        lambda found, **_: len(found) == 2,
    ),
}

# Matrix games, and small Yahtzees.

NO_MATRIX = odd(equal([[1], [2]]))
matrices = st.lists(
    st.tuples(*[st.fractions(-9, 9, max_denominator=9)] * 2), min_size=2, max_size=3
)


def in_bounds(found, matrix):
    """What a row guarantees is no more than the value, what a column concedes no less."""
    least, most = max(map(min, matrix)), min(map(max, zip(*matrix, strict=True)))
    return least - SLACK <= found.value <= most + SLACK and found.residual < 1e-6


ROWS |= {
    "matrix_game.solve": Row(
        matrix_game.solve, matrices.map(lambda m: {"matrix": m}), {"matrix": NO_MATRIX}, in_bounds
    ),
    "matrix_game.linear_program": Row(
        matrix_game.linear_program,
        matrices.map(lambda m: {"matrix": m}),
        {"matrix": NO_MATRIX},
        in_bounds,
    ),
    "matrix_game.best_replies": Row(
        matrix_game.best_replies,
        st.just({"matrix": [[1, -1], [-1, 1]], "row_strategy": (0.5, 0.5)}),
        {"matrix": NO_MATRIX, "row_strategy": odd()},
        lambda found, **_: found == (0, 1),
    ),
    "matrix_game.domination": Row(
        matrix_game.domination,
        matrices.map(lambda m: {"matrix": m, "row": 1}),
        {"matrix": NO_MATRIX, "row": odd(whole(0, 2))},
        lambda found, **_: found.strictly == (found.margin > 0),
    ),
    "matrix_game.uniqueness": Row(
        matrix_game.uniqueness,
        matrices.map(lambda m: {"matrix": m, "solution": matrix_game.solve(m)}),
        {"matrix": odd(), "solution": odd()},
    ),
    "matrix_game.certify": Row(
        matrix_game.certify,
        st.just(
            {
                "matrix": ((1, -1), (-1, 1)),
                "row_strategy": (0.5, 0.5),
                "column_strategy": (1, 0),
                "method": "a guess",
            }
        ),
        {
            "matrix": NO_MATRIX,
            "row_strategy": odd(),
            "column_strategy": odd(),
            "method": odd(lambda v: isinstance(v, str)),
        },
        lambda found, **_: found.residual == 1,
    ),
    "small_yahtzee.SmallYahtzee": Row(
        small_yahtzee.SmallYahtzee,
        args(dice=st.integers(1, 3)),
        {
            name: odd(whole(0 if name in ("rerolls", "target", "bonus", "alike") else 1))
            for name in ("dice", "faces", "rerolls", "target", "bonus", "alike")
        },
    ),
    "small_yahtzee.sheet_rules": Row(
        small_yahtzee.sheet_rules,
        st.just({"small": small_yahtzee.SmallYahtzee(boxes=1)}),
        {"small": odd()},
    ),
    "small_yahtzee.outline_rules": Row(
        small_yahtzee.outline_rules,
        st.just({"small": small_yahtzee.SmallYahtzee(boxes=1)}),
        {"small": odd()},
    ),
}


LEAKS = (
    "invalid literal",
    "could not convert",
    "unpack",
    "ambiguous",
    "not callable",
    "list.",
    "zip(",
)


def refused(call):
    """Whether a call is refused in one short sentence; any other exception is a failure."""
    try:
        bounded(call)
    except ValueError as refusal:
        said = str(refusal)
        assert 10 <= len(said) <= 200, said
        assert "\n" not in said
        assert not any(leak in said for leak in LEAKS), said
        return True
    return False


@pytest.mark.parametrize("name", ROWS)
@settings(
    max_examples=math.ceil(CALLS / 2 / len(ROWS)),
    print_blob=True,
    derandomize="CALLS_ANEW" not in os.environ,  # the same calls on every machine, unless asked
    suppress_health_check=[HealthCheck.too_slow],
)
@given(data=st.data())
def test_a_good_call_is_answered_within_bounds_and_a_bad_one_refused(name, data):
    row = ROWS[name]
    given = data.draw(row.good, label="good call")
    if name not in COMPILED:  # the work of the compiler is not the answer's
        row.entrance(**given)
        COMPILED.add(name)
    found = bounded(lambda: row.entrance(**given))
    assert row.holds(found, **given)
    spoiled = data.draw(st.sampled_from([*row.bad]), label="spoiled")
    bad = {**given, spoiled: data.draw(row.bad[spoiled], label="bad value")}
    assert refused(lambda: row.entrance(**bad))


COMPILED: set[str] = set()

WIDE = FiniteGame(
    0, lambda n: Choice([*range(9)], [*range(9 * n + 1, 9 * n + 10)]) if n < 10**6 else Terminal()
)

#: What was once answered wrongly, without an end, or by a traceback.
KEPT = {
    "an empty array as a matrix": lambda: gambit.normal_form(np.array([]), "none"),
    "bytes, which are a sequence of integers": lambda: tree_solitaire.win_grid(
        [tree_solitaire.LSTRAT], b"x", [0.75]
    ),
    "no policy, taken for the best": lambda: coins.evaluate(coins.Rules(3, 4), None),
    "a seed that is no number": lambda: coins.simulate(
        coins.Rules(3, 4), coins.flip_at_most(1), games=1, seed=NAN
    ),
    "a negative seed, taken for its opposite": lambda: coins.simulate(
        coins.Rules(3, 4), coins.flip_at_most(1), games=1, seed=-1
    ),
    "more coins than a game has": lambda: coins.Reading().throw(10**20),
    "more dice than a roll has": lambda: dice_battle.always(10**20),
    "a goal beyond all floats": lambda: dice_battle.solve(dice_battle.Race(goal=10**400)),
    "an array in the only state": lambda: SOLVED["one roll"][0].value_at((np.array([]), 0)),
    "a character that says no": lambda: game421.Character("no", 1, True),
    "a character that is none": lambda: game421.GoalDriven(game421.Round(), 3),
    "dice kept that are none": lambda: SOLVED["floating round"][0].value_at((None, None)),
    "a role that is no number": lambda: SOLVED["game of 421"][0].value_at((2, 0), True),
    "a moment of a high power": lambda: tree_solitaire.UniformRatio().moment(10**20, 1),
    "a table by no rules": lambda: yahtzee.greedy(None),
    "a result that is no number": lambda: Distribution({0: 1}).at_least(NAN),
    "weights below 0": lambda: matrix_game.certify(((1, 2), (3, 4)), (-1, 2), (1, 0), "a guess"),
    "a tree of nan nodes": lambda: gambit.extensive_form(coins.Rules(1, 1), "coin", NAN),
    "work for many that is none": lambda: map_over("x", [1]),
    "many things that are none": lambda: map_over(abs, 3),
    "no workers": lambda: map_over(abs, [1], workers=0),
    "a decision process of a million states": lambda: quantecon.to_quantecon(WIDE),
    "a play by two numbers": lambda: tree_solitaire.Play(0.5, 0.75, 1),
    "unknown boxes": lambda: yahtzee.Card(frozenset({13})),
    "a solution of one card, for another": lambda: AVERAGE.value_at(yahtzee.Card()),
    "a law of a policy of one card, for another": lambda: yahtzee.distribution(
        yahtzee.FORCED, AVERAGE.policy
    ),
    "flip 99 of 3 coins": lambda: coins.evaluate(coins.Rules(3, 4), lambda state: {99: 1}),
    "a state below 0, which wrapped around": lambda: SOLVED["race"][0].policy((-1, 1)),
    "a par that is nan, called no mapping": lambda: yahtzee.par(yahtzee.FORCED, {0: NAN}),
    "a par too large for a table": lambda: yahtzee.par(yahtzee.FORCED, {}, 10**30),
    "a distribution of nothing": lambda: Distribution(None),
    "an exact value that is a list": lambda: Estimate(0.5, 0.1, 9).z([1]),
    "no dice, as an array": lambda: yahtzee.points(yahtzee.Box.CHANCE, np.array(3.5)),
    "a grid by no game": lambda: grid.grid_chance(None, tree_solitaire.HSTRAT),
    "a grid of 1.6 GB": lambda: grid.grid_chance(
        tree_solitaire.Rules(0.5, tree_solitaire.UniformRatio()),
        tree_solitaire.BSTRAT,
        points=200,
        nodes=200,
    ),
    "the best by a string": lambda: grid.grid_chance(
        tree_solitaire.Rules(0.5, tree_solitaire.UniformRatio()), tree_solitaire.HSTRAT, "x"
    ),
    "a start that cannot be hashed": lambda: FiniteGame([], lambda n: Terminal()),
    "a long race in fractions": lambda: gains(dice_battle.Race(goal=5000, dice=2)),
}
UP = FiniteGame(0, lambda n: Choice("a", [n + 1]))
for what, spoiled in {
    "without end": UP,
    "of negative chances": FiniteGame(0, {0: Chance([-1, 2], [1, 1]), 1: Terminal()}.get),
    "of two actions with one name": FiniteGame(0, {0: Choice("aa", [1, 1]), 1: Terminal()}.get),
    "of no node": FiniteGame(0, lambda n: None),
    "that goes round": FiniteGame(0, lambda n: Choice("a", [0])),
}.items():
    KEPT |= {
        f"{entrance.__name__} of a game {what}": lambda ask=entrance, spoiled=spoiled: ask(spoiled)
        for entrance in (game.solve, graph.solve, quantecon.to_quantecon, game.states)
    }
    KEPT[f"a tree of a game {what}"] = lambda spoiled=spoiled: gambit.extensive_form(spoiled, "t")
    KEPT[f"a simulation of a game {what}"] = lambda spoiled=spoiled: game.simulate(
        spoiled, lambda state: {"a": 1}, 1, 1
    )
for what, entrance in {
    "a decision process": quantecon.to_quantecon,
    "a simulation": lambda spoiled: game.simulate(spoiled, lambda state: {}, 1, 1),
}.items():
    KEPT[f"{what} of numbers beyond all floats"] = lambda ask=entrance: ask(
        FiniteGame(0, lambda n: Terminal(10**400))
    )


@pytest.mark.parametrize("what", KEPT)
def test_what_once_went_wrong_is_refused(what):
    assert refused(KEPT[what])


@pytest.mark.parametrize("value", [2.5, None, "x", -1, 10**30])
def test_a_number_that_cannot_be_is_told_what_can(value):
    """Also where it is no integer at all, which is noticed before its range is."""
    calls = {
        "from 1 to 40": lambda: coins.Rules(value, 3),
        "from 1 to 100": lambda: dice_battle.Race(dice=value),
        "from 1 to 60": lambda: game421.Game(pot=value),
        "from 1 to 10,000,000": lambda: coins.simulate(
            coins.Rules(3, 4), coins.flip_at_most(1), games=value, seed=1
        ),
        "from 1 to 64": lambda: tree_solitaire.simulate(HALF, tree_solitaire.LSTRAT, 9, 1, value),
    }
    for allowed, call in calls.items():
        with pytest.raises(ValueError, match=f"{allowed}, not "):
            call()


def test_integers_and_truth_values_of_numpy_are_taken_everywhere():
    three, two, one = np.int64(3), np.int64(2), np.int64(1)
    assert coins.Rules(three, two) == coins.Rules(3, 2)
    assert type(coins.Rules(three, two).coins) is int
    assert dice_battle.Race(dice=three, bust_score=one) == dice_battle.Race(dice=3)
    assert game421.Round(dice=three, casts=two) == game421.Round(casts=2)
    assert game421.Character(np.True_, one, np.False_) == game421.Character(True, 1, False)
    assert tree_solitaire.HighFirst(two).name == "2HSTRAT"
    assert tree_solitaire.solve(HALF, one, two).value == SOLVED["best looks"][0].value
    assert yahtzee.points(np.int64(12), np.array([1, 2, 3, 4, 5]).tolist()) == 15
    assert type(yahtzee.Card(frozenset({yahtzee.Box.ACES}), three).upper) is int
    assert matrix_game.domination([[1, 2], [3, 4]], np.int64(0)).strictly


def test_chances_in_floats_give_what_they_give_as_fractions():
    """Also where the rest of the arithmetic is exact; and not if they do not sum to 1."""
    for verbs, rules, options in (
        (coins, coins.Rules(3, 4), lambda state: [*range(1, state[0] + 1)]),
        (game421, game421.Round(), lambda state: game421.Round().options(*state)),
        (dice_battle, dice_battle.OneRoll(dice=3), lambda state: [1, 2, 3]),
    ):

        def even(state, one=1.0, options=options):
            return dict.fromkeys(options(state), one / len(options(state)))

        floats = verbs.evaluate(rules, even)
        exact = verbs.evaluate(rules, lambda state: even(state, Fraction(1)))
        assert floats.value == pytest.approx(float(exact.value), rel=1e-14)
        law = verbs.distribution(rules, even)
        assert law.mean == pytest.approx(float(exact.value), abs=1e-14)
        for wrong in (0.9, 1.1, 1 - 1e-6):
            assert refused(lambda: verbs.evaluate(rules, lambda state: even(state, wrong)))  # noqa: B023


def test_no_entrance_is_left_out():
    public = {
        f"{door}.{name}"
        for door, module in DOORS.items()
        for name in {*module.__all__} - {"Matrix", "Number", "Vector"}
        if callable(getattr(module, name)) and not name.isupper()
    }
    assert public - {*ROWS} - FREE == set()
    assert FREE - public == set()
