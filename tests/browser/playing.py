"""What the tests of the pages that play share."""

import re

from axe_playwright_python.sync_playwright import Axe

from tests.browser.test_pages import RULES

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


def violations(page):
    """What axe finds."""
    found = Axe().run(page, options={"runOnly": RULES}).response["violations"]
    return [(v["id"], v["nodes"][0]["html"][:200]) for v in found]


def overflow(page):
    """Pixels by which the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def assert_fit_and_accessible(page):
    """No sideways scrolling, and nothing that axe finds in either theme."""
    assert overflow(page) <= 0
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert violations(page) == []
