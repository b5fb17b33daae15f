"""Tables, boxes and drawings say what the ledger says."""

import base64
import io
import re
from html import unescape

import pandas as pd
import pytest

from chancegames.book import showcase
from chancegames.book.chapters import chapters
from chancegames.games.dice_battle import OneRoll
from chancegames.ledger import judge
from chancegames.ledger.verdict import CONFIRMED, GROUPS, MEANINGS, WRONG, by_group, totals
from chancegames.show import figures, report
from chancegames.show.figures.style import STRATEGIES, _series_style
from chancegames.show.report import pages
from chancegames.show.report.rows import _ROUNDED, _said


@pytest.fixture
def ledger():
    """Two sources are enough here, and quick."""
    return (*judge.entries("lecture"), *judge.entries("albarede2000"))


def downloaded(markup):
    data = re.search(r"data:text/csv;base64,([^\"]+)", markup)[1]
    return pd.read_csv(io.BytesIO(base64.b64decode(data)), dtype=str, keep_default_na=False)


def test_a_table_shows_every_claim_of_its_place_in_the_sources_order():
    entries = judge.entries("dicebattle", "one-shot LP")
    rows = downloaded(report.table("dicebattle", "one-shot LP").markup)
    assert list(rows["claim_id"]) == [e.claim.claim_id for e in entries]
    assert list(rows["published"]) == [e.claim.published for e in entries]
    assert list(rows["verdict"]) == [_said(e) for e in entries]


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
    entries = list(map(judge.judge, judge._answered_on("one-throw-each")))
    confirmed = sum(e.verdict in CONFIRMED for e in entries)
    given = sum(e.verdict == "given" for e in entries)
    assert given
    text = repr(report.verdict_box("one-throw-each"))
    assert f"{confirmed} of {len(entries)} claims confirmed" in text
    assert f"given ({given})" in text


def test_a_box_for_a_page_without_claims_is_refused():
    with pytest.raises(ValueError, match="no claim is answered"):
        report.verdict_box("nowhere")


def test_the_differences_of_a_page_are_its_exceptions():
    markup = report.differences("one-throw-each").markup
    for claim in judge._answered_on("one-throw-each"):
        assert (f'#{claim.claim_id}"' in markup) is bool(judge.judge(claim).cause)


def test_a_cause_that_claims_share_is_told_once():
    entries = [judge.judge(claim) for claim in judge._answered_on("one-throw-each")]
    causes = [entry.cause for entry in entries if entry.cause]
    markup = report.differences("one-throw-each").markup
    assert len(set(causes)) < len(causes)
    assert all(unescape(markup).count(cause) == 1 for cause in causes)


@pytest.mark.parametrize("page", [chapter.slug for chapter in chapters()])
def test_the_counts_of_a_verdict_box_add_up(page):
    text = repr(report.verdict_box(page))
    numbers = [int(n) for n in re.findall(r"\d+", text)]
    if text.startswith("No claim"):
        assert sum(numbers) == len(judge.page_entries(page))
    else:
        confirmed, claims, *others = numbers
        assert confirmed + sum(others) == claims == len(judge.page_entries(page))


def test_the_ledger_page_has_every_claim_once_and_can_be_linked_to(ledger):
    markup = pages.ledger_page(ledger, {}).markup
    for entry in ledger:
        assert markup.count(f'<tbody id="{entry.claim.claim_id}"') == 1
    rows = downloaded(markup)
    assert len(rows) == len(ledger)
    assert set(rows["verdict"]) - set(MEANINGS) == {_ROUNDED}


def test_the_scoreboard_adds_up(ledger):
    markup = pages.scoreboard(ledger).markup
    tiles = [int(n) for n in re.findall(r"<strong>(\d+)</strong>", markup)]
    counts = totals(ledger)
    assert tiles[0] == sum(counts.get(v, 0) for v in CONFIRMED)
    assert tiles[1] == counts.get("erratum", 0) + counts.get("refuted", 0)
    others = re.search(r"Of the others, (.*)", markup)[1]
    assert sum(tiles) + sum(map(int, re.findall(r"\d+", others))) == len(ledger)


def test_every_verdict_of_the_ledger_has_its_group_and_its_meaning(ledger):
    assert sum(by_group(ledger).values()) == len(ledger)
    assert sorted(verdict for group in GROUPS.values() for verdict in group) == sorted(MEANINGS)
    markup = pages.meanings(ledger).markup
    found = re.findall(r">(\d+)</a></td><td>(.*?)</td>", markup)
    (rounded,) = [int(n) for n, text in found if text.startswith("in the rounding alone")]
    found = [(n, text) for n, text in found if not text.startswith("in the rounding alone")]
    assert {unescape(text): int(n) for n, text in found} == {
        MEANINGS[verdict]: n for verdict, n in totals(ledger).items()
    }
    reasons = [entry.exception.rests_on for entry in ledger if entry.verdict == "erratum"]
    assert rounded == reasons.count("a habit of rounding") > 0


def test_the_bars_count_every_claim_of_their_source(ledger):
    markup = pages.shares(ledger).markup
    assert re.findall(r"of (\d+)</td>", markup) == [
        str(sum(e.claim.source == source for e in ledger)) for source in ("lecture", "albarede2000")
    ]


def test_the_discrepancies_are_the_wrong_and_the_lost_claims_each_once(ledger):
    apart = pages.APART
    found = pages.discrepancies(ledger, {})
    rows = downloaded(found.markup)
    assert sorted(rows["claim_id"]) == sorted(
        e.claim.claim_id for e in ledger if e.verdict in apart
    )
    assert (rows["cause"] != "").all()
    named = rows[rows["verdict"].isin([*WRONG, _ROUNDED])]
    assert (named["proof"] != "").all()
    for proof in named["proof"]:
        assert f"def {proof.rpartition('.')[2]}(" in unescape(found.markup)
    for claim in named["claim_id"]:
        assert f"ledger.html#{claim}" in found.markup
    for page in set(rows["page"]):
        assert f"../notebooks/{page}.html" in found.markup


def test_the_front_page_shows_five_games_with_words_and_without_foreign_colours():
    pictures = pages.games(showcase.GAMES).markup
    assert pictures.count('<svg role="img" aria-label="') == pictures.count("<li>") == 5
    slugs = {chapter.slug for chapter in chapters()}
    assert {game.page for game in showcase.GAMES} <= slugs
    colours = re.findall(r'(?:fill|stroke)="([^"]+)"', pictures)
    assert all(colour == "none" or colour.startswith("var(--") for colour in colours)


def test_what_beats_a_number_of_dice_goes_around_as_the_front_page_says():
    rules = OneRoll(dice=10)
    beaten_by = {n: max(rules.rolls, key=lambda m, n=n: rules.gain(m, n)) for n in rules.rolls}
    assert beaten_by == {1: 2, 2: 3, 3: 4, 4: 5} | dict.fromkeys(range(5, 11), 1)


def test_runtimes_are_shown_with_their_sum():
    rows = [("a", "A", 1.5, 10, "fast"), ("b", "B", 2.0, 30, "fast")]
    markup = pages.runtimes(rows).markup
    assert "<td>3.5</td><td>30 at most</td>" in markup
    assert list(downloaded(markup)["seconds"]) == ["1.5", "2.0"]


def test_blanks_of_the_sources_are_counted_and_the_ledger_shows_them(ledger):
    said = pages.answers(ledger)
    answered = [e.claim.claim_id for e in ledger if e.verdict == "answered"]
    assert answered
    assert said.text.startswith(f"The studies leave {len(answered)} cells")
    assert "ledger.html?verdict=answered" in said.markup


def test_a_drawing_is_inline_adapts_its_colours_and_is_equal_from_run_to_run():
    def draw():
        figure, ax = figures.new_figure()
        ax.plot([0, 1], [0, 1], **_series_style("blind"), label="a line")
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
    looks = [tuple(_series_style(name).items()) for name in STRATEGIES]
    assert len(set(looks)) == len(looks)
    marks = [_series_style(name)["marker"] for name in STRATEGIES]
    assert len(set(marks)) == len(marks)


def test_a_legend_has_no_box_that_hides_it_in_the_dark():
    figure, ax = figures.new_figure()
    ax.plot([0, 1], [0, 1], label="a line")
    ax.legend()
    figure.legend()
    figures.show(figure, alt="A line.", caption="")
    assert not ax.get_legend().get_frame_on()
    assert not figure.legends[0].get_frame_on()
