"""The readings that the replication of Albarede (2007) has to choose are forced by the rest."""

import pytest

from chancegames.games.game421.goals import Character, GoalDriven
from chancegames.games.game421.policies import shared
from chancegames.ledger.claims import claims
from chancegames.ledger.compare import compare
from chancegames.ledger.judge import call_for
from chancegames.sources.albarede2007.goals import SURVIVED, UNSTATED, _goal_driven_utility
from chancegames.sources.albarede2007.judging import named, playing_for

HALF_LOST = [
    c
    for c in claims("albarede2007")
    if c.locator == "table 12" and c.args["dynamism"] is None and "random" not in c.quantity
]


def both(claim):
    args = {k: v for k, v in claim.args.items() if k != "dynamism"}
    return [_goal_driven_utility(**args, dynamism=dynamism) for dynamism in (False, True)]


@pytest.mark.parametrize("claim", HALF_LOST, ids=[c.claim_id for c in HALF_LOST])
def test_a_cell_of_table_12_is_of_one_column_only_where_they_differ(claim):
    static, dynamic = both(claim)
    chosen = call_for(claim).result
    agreeing = [v for v in (static, dynamic) if compare(claim, v).agrees]
    assert agreeing == ([static, dynamic] if static == dynamic else [chosen])


def test_every_choice_of_a_column_is_needed():
    apart = {c.args["utility"] for c in HALF_LOST if len(set(both(c))) > 1}
    assert apart == set(SURVIVED)


class Pruned(GoalDriven):
    """Never ends where another choice cannot end with less, whatever comes."""

    def _compared(self, depth, state):
        casts, _, table = state
        seen, worth = super()._compared(depth, state), self.prospects.utility
        if table in seen and any(
            min(u for (j, h), u in worth.items() if j > casts and shared(h, kept) == kept)
            >= worth[casts, table]
            for kept in seen
            if kept != table
        ):
            del seen[table]
        return seen


def test_to_prune_all_that_is_dominated_does_not_give_the_four_cells():
    for number, (name, dynamic) in UNSTATED.items():
        (claim,) = (c for c in claims("albarede2007") if c.claim_id.endswith(f"T11-{number}"))
        whole = Pruned(playing_for(name), Character(False, 1, dynamic)).value
        scale = named("first", name)
        share = (whole - scale.lowest) / (scale.greatest - scale.lowest)
        assert compare(claim, share).agrees is False


def test_whether_a_random_utility_is_fuzzy_follows_from_its_printed_policy_utilities():
    """Table 10 from tables 11 and 12, all of the scan: what nobody can compute is consistent."""
    printed = claims("albarede2007")
    asked = [c for c in printed if c.locator == "table 10" and "random" in c.quantity]
    assert len(asked) == 12
    for claim in asked:
        table = "table 11" if claim.args["player"] == "first" else "table 12"
        values = {
            (c.args["serendipity"], c.args["horizon"], c.args["dynamism"]): float(c.published)
            for c in printed
            if c.locator == table and c.args["utility"] == claim.args["utility"]
        }
        without = {key[1:]: value for key, value in values.items() if not key[0]}
        helped = [
            values.get((True, *key), values.get((True, key[0], None))) > value
            for key, value in without.items()
        ]
        assert len(helped) == 4
        assert all(helped) == (claim.published == "True")
