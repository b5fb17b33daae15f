"""What the tests of the pages that play share."""

import re

from tests.browser.test_pages import COLOURS, GUIDELINES

#: Stated on the pages: no value in the browser is further from the library's.
ERROR = 1e-6


def in_page(page, script, argument):
    """Call an async function of a page that has imported the modules `m` by name.

    Modules named in the script as ``m["x.js"]`` are imported first.
    """
    names = sorted(set(re.findall(r'm\["([^"]+)"\]', script)))
    return page.evaluate(
        """async ([names, script, argument]) => {
            const m = {};
            for (const name of names) m[name] = await import(`/_static/play/${name}`);
            return await (0, eval)(script)(m, argument);
        }""",
        [names, script, argument],
    )


def violations(page, rules=GUIDELINES):
    """What axe finds in the part that plays."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
    found = Axe().run(page, context=".play", options=options).response["violations"]
    return [(v["id"], v["nodes"][0]["html"][:200]) for v in found]


def address_of(page):
    """The page's address as the page sees it; `page.url` hears of changes a moment later."""
    return page.evaluate("location.href")


def overflow(page):
    """Pixels by which the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def assert_fit_and_accessible(page):
    """No sideways scrolling, and nothing that axe finds, nor in the colours of the dark theme."""
    assert overflow(page) <= 0
    assert violations(page) == []
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert violations(page, COLOURS) == []
    page.evaluate("document.documentElement.dataset.theme = 'light'")
