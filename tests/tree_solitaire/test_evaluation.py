"""What each choice at a fork is worth, against every plan tried on every pair of branches."""

from fractions import Fraction
from itertools import product

import pytest

from chancegames import tree_solitaire
from chancegames.games.tree_solitaire import evaluation
from chancegames.games.tree_solitaire.evaluation import _Evaluation
from chancegames.games.tree_solitaire.policies import (
    HSTRAT,
    LSTRAT,
    STRAT,
    BothBranches,
    Coin,
    HighFirst,
    LowFirst,
    Strategy,
)
from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.models.tree_solitaire import Rules, State

KINDS = ("win", "loss", "split")
POLICIES = (Coin(), STRAT, HSTRAT, LSTRAT, LowFirst(2), BothBranches())
GAMES = (Rules(0.5, 0.75), Rules(0.3, 0.6), Rules(1.0, 0.8))


def worlds(policy, game, x):
    """Every pair of kinds below a fork: its chance, and what moving to each branch then brings."""
    e, shares = game.ending, {"H": game.ratio * x, "L": (1 - game.ratio) * x}
    law = {way: {"win": e * v, "loss": e * (1 - v), "split": 1 - e} for way, v in shares.items()}
    brings = {
        way: {"win": 1, "loss": 0, "split": win_chance(game, policy, v)}
        for way, v in shares.items()
    }
    for high, low in product(KINDS, repeat=2):
        kinds = {"H": high, "L": low}
        yield (
            kinds,
            law["H"][high] * law["L"][low],
            {way: brings[way][kind] for way, kind in kinds.items()},
        )


def best_of_plans(policy, game, x, first):
    """Look at one branch, then move by a plan for each sight: the best of all eight plans."""
    pairs = list(worlds(policy, game, x))
    plans = product("HL", repeat=3)
    return max(
        sum(chance * brings[plan[KINDS.index(kinds[first])]] for kinds, chance, brings in pairs)
        for plan in plans
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", POLICIES)
def test_looks_and_moves_are_worth_what_the_best_plan_brings(policy, game):
    for x in (1.0, 0.4):
        found, here = _Evaluation(game, policy), State(x, 1, 1)
        values = found.action_values(here)
        for way in "HL":
            blind = sum(chance * brings[way] for _, chance, brings in worlds(policy, game, x))
            assert values["move", way] == pytest.approx(blind, abs=1e-14)
            plan = best_of_plans(policy, game, x, way)
            assert values["look", way] == pytest.approx(plan, abs=1e-14)
        assert found.value_at(here) == max(values.values())
        assert min(found.regret(here, action) for action in values) == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_best_use_of_one_look_is_lstrat(game):
    for x in (1.0, 0.7, 0.1):
        best = _Evaluation(game, LSTRAT).value_at(State(x, 1, 1))
        assert best == pytest.approx(win_chance(game, LSTRAT, x), abs=1e-12)
    by_high = _Evaluation(game, HSTRAT).value_at(State(1.0, 1, 1))
    assert by_high >= win_chance(game, HSTRAT) - 1e-14


def test_with_two_looks_nothing_stays_hidden():
    game = GAMES[0]
    found, here = _Evaluation(game, BothBranches()), State(1.0, 1, 2)
    seen = sum(
        chance * max(brings.values()) for _, chance, brings in worlds(BothBranches(), game, 1.0)
    )
    (verb, _), *_ = found.policy(here)
    assert verb == "look"
    assert found.value_at(here) == pytest.approx(seen, abs=1e-14)


@pytest.mark.parametrize(
    ("policy", "game", "x", "looks", "sentence"),
    [
        (LSTRAT, Rules(0.5, 0.75, "dependent"), 1.0, 1, "independent form"),
        (LSTRAT, Rules(0.5, UniformRatio()), 1.0, 1, "constant ratio"),
        (HighFirst(2), GAMES[0], 1.0, 1, "does not arrive at a fork knowing nothing"),
        (LSTRAT, GAMES[0], 0.0, 1, "must be above 0"),
        (LSTRAT, GAMES[0], Fraction(1, 2), -1, "looks left must be"),
    ],
)
def test_what_cannot_be_ranked_is_refused(policy, game, x, looks, sentence):
    with pytest.raises(ValueError, match=sentence):
        _Evaluation(game, policy).action_values(State(x, 1, looks))


class _Low(Strategy):
    """LSTRAT, written by somebody who has read the docstrings alone."""

    def look(self, view):
        return None if "L" in view else "L"

    def move(self, view):
        return "L" if view["L"].kind == "win" else "H"


def _low(state):
    if state.looks:
        return "look", "L"
    return "move", "L" if ("L", "win") in state.known else "H"


def _all_seen(state):
    """Look at everything that can be seen, to move at random: its states are many."""
    if state.looks:
        seen = dict(state.known)
        tops = ["", *(path for path, kind in seen.items() if kind == "split")]
        unseen = [top + way for top in tops for way in "HL" if top + way not in seen]
        return {("look", path): Fraction(1, len(unseen)) for path in unseen}
    return {("move", "H"): Fraction(1, 2), ("move", "L"): Fraction(1, 2)}


@pytest.mark.parametrize("form", ["independent", "dependent"])
@pytest.mark.parametrize("own", [_Low(), _low])
def test_a_policy_of_ones_own_is_worth_what_its_moves_bring(own, form):
    rules, moves = Rules(Fraction(1, 2), Fraction(3, 4), form), 8
    exact = tree_solitaire.evaluate(rules, LSTRAT).value
    found = tree_solitaire.evaluate(rules, own, moves=moves)
    assert 0 < exact - found.value < Fraction(1, 2) ** moves
    start = found.play.start
    assert found.residual == 0 and found.policy(start) == {("look", "L"): 1}
    assert found.value == found.value_at(start)
    if own is _low:  # the other knows nothing of what it would do after a look elsewhere
        assert found.action_values(start)["look", "L"] == found.value
        assert found.regret(start, ("look", "L")) == 0 < found.regret(start, ("move", "L"))
    assert tree_solitaire.distribution(rules, own)[1] == found.value
    assert abs(tree_solitaire.simulate(rules, own, 4000, seed=1).z(found.value)) < 4
    assert abs(tree_solitaire.simulate(rules, own, 4000, seed=1, moves=500).z(exact)) < 4


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (
            lambda rules: tree_solitaire.evaluate(rules, _all_seen, 2, 5),
            "1,000 states.* simulate it",
        ),
        (lambda rules: tree_solitaire.evaluate(rules, lambda state: "L"), "has no action 'L'"),
        (lambda rules: tree_solitaire.simulate(rules, lambda state: "L", 1, 1), "no action 'L'"),
        (lambda rules: tree_solitaire.win_grid([_Low()], [0.5], [0.7]), "only, not for _Low"),
    ],
)
def test_what_of_ones_own_cannot_be_followed_is_told(ask, sentence, monkeypatch):
    monkeypatch.setattr(evaluation, "MOST_FOLLOWED", 1000)
    with pytest.raises(ValueError, match=sentence):
        ask(Rules(Fraction(1, 2), Fraction(3, 4)))
