"""Calls of the public interface, good and bad: a finite answer within bounds, or one sentence.

A good call is answered between what the worst and the best play bring; a bad one is refused with a
ValueError of one line.
"""

import contextlib

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chancegames.games import yahtzee
from chancegames.games.yahtzee import VARIANTS, Box, Card, Rules, Turn
from chancegames.games.yahtzee.layout import ROLLS, ROWS
from chancegames.models.yahtzee import REROLLS, five_dice
from tests.yahtzee.cards import cards, rules

EAGER = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
ODD = st.sampled_from([None, True, -1, 7, 10**20, 1.5, float("nan"), float("inf"), "x", "", (), []])
DICE = st.sampled_from(ROWS[:ROLLS])


def refused(call):
    """Whether a call is refused in one line; any other exception is a failure."""
    try:
        call()
    except ValueError as refusal:
        assert 0 < len(str(refusal)) < 400 and "\n" not in str(refusal)
        return True
    return False


@given(cards(least_open=0), rules, DICE, st.integers(0, REROLLS))
@EAGER
def test_every_state_has_a_finite_value_within_bounds(card, variant, dice, rerolls):
    solution = yahtzee.solve(variant, start=card)
    most = sum(max(VARIANTS["free"].placements(Card(), (6,) * 5)[b], 50) for b in card.open) + 35
    assert 0 <= solution.value <= most + variant.yahtzee_bonus * len(card.open)
    if card.open:
        state = Turn(card, rerolls, dice)
        values = solution.action_values(state)
        assert solution.value_at(state) == pytest.approx(max(values.values()), abs=1e-9)
        assert all(np.isfinite(value) and value >= 0 for value in values.values())
        assert solution.regret(state, *solution.policy(state)) < 1e-8
    else:
        assert refused(lambda: solution.action_values(Turn(card, rerolls, dice)))


@given(cards(most_open=3), rules, st.floats(-5, 40), st.floats(0, 40))
@settings(deadline=None, max_examples=12)
def test_every_policy_lies_between_the_worst_and_the_best(card, variant, par, bonus):
    player = yahtzee.par(variant, dict.fromkeys(Box, par), bonus)
    best = yahtzee.solve(variant, start=card).value
    law = yahtzee.distribution(variant, player, start=card)
    assert 0 <= yahtzee.evaluate(variant, player, start=card).value <= best + 1e-9
    assert law.mean == pytest.approx(yahtzee.summary(variant, player, card).mean, abs=1e-9)
    assert 0 <= law.quantile(0.0) <= law.quantile(0.5) <= law.quantile(1.0) == max(law)


@given(cards(least_open=1, most_open=4), st.integers(-20, 900))
@settings(deadline=None, max_examples=20)
def test_every_need_has_a_chance_that_falls(card, need):
    chances = yahtzee.best_chances(start=card)
    now, after = chances.chance(card, need), chances.chance(card, need + 1)
    assert 0 <= after <= now + 1e-12 <= 1 + 2e-12
    law = yahtzee.distribution(yahtzee.FORCED, yahtzee.solve(start=card).policy, start=card)
    assert now >= law.at_least(need) - 1e-12


@given(st.lists(ODD, min_size=3, max_size=3))
@EAGER
def test_odd_cards_and_rules_are_refused(odd):
    good_card = good_rules = None
    with contextlib.suppress(ValueError, TypeError):  # an unhashable set is Python's to refuse
        good_card = Card(*odd)
    if good_card is not None:
        assert good_card.filled <= {*Box} and 0 <= good_card.upper <= 63
    with contextlib.suppress(ValueError):
        good_rules = Rules("odd", "free", odd[0], False, odd[1])
    if good_rules is not None:
        assert good_rules.yahtzee_bonus == 7 == good_rules.upper_bonus


@given(ODD, ODD, ODD)
@EAGER
def test_odd_arguments_are_refused_in_one_sentence(dice, number, other):
    card, best = Card(), yahtzee.solve()
    player = best.policy
    calls = [
        lambda: five_dice(dice),
        lambda: card.fill(Box.CHANCE, dice),
        lambda: best.rules.placements(card, dice),
        lambda: yahtzee.points(Box.CHANCE, dice),
        lambda: best.value_at(number),
        lambda: best.policy(other),
        lambda: best.action_values(Turn(card, number, dice)),
        lambda: yahtzee.advise(best, card, dice, 2),
        lambda: yahtzee.simulate(best.rules, player, number if number != 7 else 0, seed=1),
        lambda: (
            yahtzee.simulate(best.rules, player, 10, seed=number if number != 7 else -7)
            if number != 10**20
            else five_dice(dice)
        ),
        lambda: yahtzee.solve(number if number is not None else "x"),
        lambda: yahtzee.par(best.rules, {Box.ACES: float("nan")}),
    ]
    assert [n for n, call in enumerate(calls) if not refused(call)] == []
