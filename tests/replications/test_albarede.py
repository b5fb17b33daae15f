"""The readings that the replication of Albarede (2007) has to choose are forced by the rest."""

import pytest

from chancegames.games.game421.goals import CHARACTERS
from chancegames.ledger.claims import claims
from chancegames.ledger.compare import compare
from chancegames.ledger.judge import call_for
from chancegames.sources.albarede2007.goals import SURVIVED, _goal_driven_utility
from chancegames.sources.albarede2007.judging import NAMES, PRUNED, judge, named, playing_for

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


def test_the_unwritten_rule_changes_four_cells_of_table_11():
    """And without it these four do not match."""
    table = [c for c in claims("albarede2007") if c.locator == "table 11"]
    plain = {name: judge(playing_for(name)) for name in NAMES}
    changed = 0
    for claim in (c for c in table if c.args["utility"] in NAMES):
        wanted = tuple(claim.args[k] for k in ("serendipity", "horizon", "dynamism"))
        place = [(c.serendipity, c.horizon, c.dynamic) for c in CHARACTERS].index(wanted)
        stated = plain[claim.args["utility"]].of(CHARACTERS[place])
        pruned = named("first", claim.args["utility"]).of(PRUNED[place])
        if stated != pruned:
            changed += 1
            assert compare(claim, stated).agrees is False
            assert compare(claim, pruned).agrees is True
    assert changed == 4


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
