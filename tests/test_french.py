"""The French edition: nothing is missing, nothing is lost on the way."""

import re
import sys

import pytest
from babel.messages.pofile import read_po

from chancegames.base.paths import ROOT

sys.path.insert(0, str(ROOT / "book/_ext"))
import french

#: What a translation must keep: values, and the roles that compute or cite something.
KEPT = re.compile(r"\{\d+\}|\{(?:glue:text|cite:t|dice)\}`[^`]*`|\{doc\}`(?:[^`<]*<)?([^`>]*)")
WORDS = {"One *coin*.": "Une *pièce*.", "Two": "Deux", "A box": "Une boîte", "best of {1}": "{1}"}
PAGE = """# Two

* One
  *coin*.

:::{admonition} A box
:class: dropdown
Two
:::

| Two | Two |
|---|---|
| Three | Two |
"""


def test_no_string_is_missing():
    assert french.missing() == {}, "`make french` lists what has no French, and makes room for it"


def test_every_value_and_every_computed_number_is_kept():
    for said, words in french.catalog().items():
        assert sorted(kept(said)) == sorted(kept(words)), said


def kept(words):
    return [found[1] or found[0] for found in KEPT.finditer(words)]


def test_the_catalog_is_one_that_gettext_reads():
    with french.PO.open("rb") as file:
        messages = [message for message in read_po(file, abort_invalid=True) if message.id]
    assert len({message.id for message in messages}) == len(messages)


def test_a_page_keeps_its_shape_and_what_has_no_french_stays_english():
    made = french.in_french(PAGE, WORDS)
    assert made.splitlines()[0] == "# Deux"
    assert "\n* Une *pièce*.\n\n:::" in made
    assert ":::{admonition} Une boîte\n:class: dropdown\nDeux\n:::" in made
    assert "| Deux | Deux |" in made
    assert "| Three | Deux |" in made


@pytest.mark.parametrize("docname", sorted(french.french_pages()))
def test_every_piece_of_a_page_is_replaced(docname):
    made = french.in_french(french.english(docname).read_text("utf-8"), french.catalog())
    left = [words for _, _, words in french.pieces(made)]
    assert [words for words in left if french.catalog().get(words, words) != words] == []


def test_numbers_change_their_comma_and_missing_words_are_marked_as_english():
    made = french.html_in_french(
        "<p>best of <b>1,234.5</b></p><p>none</p><td>0.5</td>",
        WORDS | {"best of <b>{1}</b>": "{1}"},
    )
    assert made == ('<p>1\u202f234,5</p><p data-english="none" lang="en">none</p><td>0,5</td>')


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("1,9 points", "1,9 point"),
        ("2,0 points", "2,0 points"),
        ("21 points", "21 points"),
        ("10,1 parties", "10,1 parties"),
        ("<b>0</b> parties", "<b>0</b> partie"),
        ("1 <em>jetons</em>", "1 <em>jeton</em>"),
        ("<td>1</td><td>points</td>", "<td>1</td><td>points</td>"),
        ("12\u202f301 points", "12\u202f301 points"),
        ("1 fois", "1 fois"),
    ],
)
def test_the_plural_begins_at_two(said, words):
    assert french.agree(said) == words


def test_links_lead_to_french_pages_where_there_are_some():
    made = french.html_in_french(
        '<a href="game421.html">x</a><a href="../a.html">y</a>', {}, "book/play/index.fr"
    )
    assert re.findall('href="([^"]*)"', made) == ["game421.fr.html", "../a.html"]


@pytest.mark.parametrize("docname", sorted(french.french_pages()))
def test_a_french_page_has_no_text_of_its_own(docname):
    text = (ROOT / f"{docname}.md").read_text(encoding="utf-8")
    assert re.fullmatch(r"<!--[^>]*-->\n", text)
    assert french.english(docname).is_file()


def test_every_message_of_a_script_is_found():
    code = "t`one ${many(2, t`two`)} {three}` + at`four` + show({ a: t`five` })"
    assert list(french.script_messages(code)) == ["one {1} {three}", "two", "five"]
