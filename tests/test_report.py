"""Tables, boxes and drawings say what the ledger says."""

import base64
import io
import re

import pandas as pd
import pytest

from chancegames import audit, figures, report
from chancegames.figures.style import STRATEGIES
from chancegames.ledger.verdict import CONFIRMED, MEANINGS

#: Two sources are enough here, and quick.
LEDGER = (*audit.entries("lecture"), *audit.entries("dicebattle"))


def downloaded(markup):
    data = re.search(r"data:text/csv;base64,([^\"]+)", markup)[1]
    return pd.read_csv(io.BytesIO(base64.b64decode(data)), dtype=str, keep_default_na=False)


def test_a_table_shows_every_claim_of_its_place_in_the_sources_order():
    entries = audit.entries("dicebattle", "one-shot LP")
    rows = downloaded(report.table("dicebattle", "one-shot LP").markup)
    assert list(rows["claim"]) == [e.claim.claim_id for e in entries]
    assert list(rows["published"]) == [e.claim.published for e in entries]
    assert list(rows["verdict"]) == [e.verdict for e in entries]


def test_a_table_escapes_what_the_source_prints():
    markup = report.table("dicebattle", "one-shot").markup
    assert "P(X&gt;Y)" in markup
    assert "P(X>Y)" not in re.sub(r"base64,[^\"]+", "", markup)


@pytest.mark.parametrize(
    ("arguments", "claims", "sentence"),
    [
        (("nobody",), (), "unknown source"),
        (("dicebattle", "table 99"), (), "has no claims at table 99"),
        (("dicebattle", "model"), ("dicebattle-N01",), "has no claims dicebattle-N01 there"),
    ],
)
def test_a_table_of_what_is_not_there(arguments, claims, sentence):
    with pytest.raises(ValueError, match=sentence):
        report.table(*arguments, claims=claims)


def test_the_verdict_box_counts_the_claims_of_the_page():
    entries = audit.page_entries("one-throw-each")
    confirmed = sum(e.verdict in CONFIRMED for e in entries)
    assert f"{confirmed} of {len(entries)} claims confirmed" in repr(
        report.verdict_box("one-throw-each")
    )


def test_a_box_for_a_page_without_claims_is_refused():
    with pytest.raises(ValueError, match="no claim is answered"):
        report.verdict_box("nowhere")


def test_the_differences_of_a_page_are_its_exceptions():
    text = repr(report.differences("one-throw-each"))
    for entry in audit.page_entries("one-throw-each"):
        assert (entry.claim.claim_id + ":" in text) is bool(entry.cause)


def test_the_ledger_page_has_every_claim_once_and_can_be_linked_to():
    markup = report.ledger_page(LEDGER).markup
    for entry in LEDGER:
        assert markup.count(f'<tr id="{entry.claim.claim_id}"') == 1
    rows = downloaded(markup)
    assert len(rows) == len(LEDGER)
    assert set(rows["verdict"]) <= set(MEANINGS)


def test_the_scoreboard_adds_up():
    numbers = [
        int(n) for n in re.findall(r"<strong>(\d+)</strong>", report.scoreboard(LEDGER).markup)
    ]
    totals = audit.totals(LEDGER)
    assert numbers[0] == sum(totals.get(v, 0) for v in CONFIRMED)
    assert numbers[2] == totals.get("open", 0)


def test_a_drawing_is_inline_adapts_its_colours_and_is_equal_from_run_to_run():
    def draw():
        figure, ax = figures.new_figure()
        ax.plot([0, 1], [0, 1], **figures.series_style("blind"), label="a line")
        return figures.show(figure, alt="a rising line", caption="It rises.").markup

    markup = draw()
    assert markup == draw()
    assert 'role="img" aria-label="a rising line"' in markup
    assert "var(--series-2, #d55e00)" in markup
    assert "<metadata>" not in markup
    assert "It rises." in markup


def test_a_drawing_without_words_is_refused():
    figure, _ = figures.new_figure()
    with pytest.raises(ValueError, match="cannot see"):
        figures.show(figure, alt="", caption="")


def test_no_two_strategies_look_alike():
    looks = [tuple(figures.series_style(name).items()) for name in STRATEGIES]
    assert len(set(looks)) == len(looks)
    marks = [figures.series_style(name)["marker"] for name in STRATEGIES]
    assert len(set(marks)) == len(marks)


def test_a_legend_has_no_box_that_hides_it_in_the_dark():
    figure, ax = figures.new_figure()
    ax.plot([0, 1], [0, 1], label="a line")
    ax.legend()
    figure.legend()
    figures.show(figure, alt="A line.", caption="")
    assert not ax.get_legend().get_frame_on()
    assert not figure.legends[0].get_frame_on()
