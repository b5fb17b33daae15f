"""What the tests of the pages that play share."""

import json
import re

from tests.browser.test_pages import COLOURS, GUIDELINES, illegible, violations

#: Stated on the pages: no value in the browser is further from the library's.
ERROR = 1e-6
#: The part of a page that plays.
PART = ".play"


def in_page(page, script, argument):
    """Call an async function of a page that has imported the modules `m` by name.

    Modules named in the script as ``m["x.js"]`` are imported first.
    """
    names = sorted(set(re.findall(r'm\["([^"]+)"\]', script)))
    answer = page.evaluate(
        """async ([names, script, argument]) => {
            const m = {};
            for (const name of names) m[name] = await import(`/_static/play/${name}`);
            return JSON.stringify(await (0, eval)(script)(m, JSON.parse(argument)));
        }""",
        [names, script, json.dumps(argument)],
    )
    return json.loads(answer)  # as one string: playwright takes its time over each value


def address_of(page):
    """The page's address as the page sees it; `page.url` hears of changes a moment later."""
    return page.evaluate("location.href")


def overflow(page):
    """Pixels by which the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def assert_fit_and_accessible(page):
    """No sideways scrolling, and nothing that axe finds, in the colours of either theme."""
    assert overflow(page) <= 0
    assert violations(page, GUIDELINES, PART, without=COLOURS["values"]) == []
    for theme in ("dark", "light"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert illegible(page, part=PART)[0] == []


def assert_told_beside_the_field(page, panel, bad):
    """Bad input takes the advice away, is told in a sentence once the reader rests, can be undone.

    A field still being typed in says nothing; one that is left says it at once.
    """
    before = page.locator(panel).first.inner_text()
    for name, typed, sentence in bad:
        control = page.get_by_label(name, exact=True)
        good = control.input_value()
        said = page.locator(f"#{control.get_attribute('id')}-said")
        control.fill(typed)
        assert said.inner_text() == "", "told while the reader is typing"
        assert page.locator(".play-waiting").count() == 1
        assert before not in page.locator(".play").inner_text(), "old advice beside wrong input"
        control.blur()
        assert sentence in said.inner_text()
        assert control.get_attribute("aria-invalid") == "true"
        control.fill(good)
        assert said.inner_text() == ""
        assert control.get_attribute("aria-invalid") is None
        assert page.locator(panel).first.inner_text() == before
    control.fill("what?")
    said.filter(has_text=" ").wait_for()
    control.fill(good)
    assert page.complaints == []


def fill_first_box(page):
    """Score in the first open box of Yahtzee; a zero with rolls left has to be pressed twice."""
    box = page.get_by_role("group", name="boxes").locator("button").first
    box.press("Enter")
    if page.locator(".play-box.asked").count():
        box.press("Enter")
