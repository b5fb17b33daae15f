"""Joining the modules of one source."""

import pytest

from chancegames.sources.registry import Question, Replication


def part(source, claim_id, answer):
    replication = Replication(source)
    replication.answers({claim_id: {"n": answer}}, page="chapter")(lambda n: n)
    return replication


def test_parts_answer_for_the_whole():
    whole = part("demo", "demo-1", 1).including(part("demo", "demo-2", 2))
    answers = [whole.call_for(Question(f"demo-{n}", "", "")).result for n in (1, 2)]
    assert answers == [1, 2]


def test_a_claim_is_answered_by_one_part_only():
    with pytest.raises(ValueError, match="demo-1 is answered more than once"):
        part("demo", "demo-1", 1).including(part("demo", "demo-1", 2))


def test_a_part_belongs_to_the_source():
    with pytest.raises(ValueError, match="other is no part of demo"):
        part("demo", "demo-1", 1).including(part("other", "other-1", 2))
