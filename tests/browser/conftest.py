"""The built book on a local server, and a real browser to look at it."""

import os
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import sync_playwright

from chancegames.book.browser import QUIET, program
from chancegames.book.build import INDEX, whole
from chancegames.book.commands import Failure


class SilentHandler(SimpleHTTPRequestHandler):
    """A file server that keeps no log."""

    def log_message(self, *args):
        """Say nothing."""


@pytest.fixture(scope="session")
def built():
    """The book as the library and its pages are now; `test_book.py` tells if it cannot be had."""
    try:
        whole()
    except Failure as failure:
        pytest.fail(f"there is no book to look at: {failure.message}", pytrace=False)


@pytest.fixture(scope="session")
def site(built):
    """Address of the built book, served from this machine."""
    handler = partial(SilentHandler, directory=str(INDEX.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def chromium_path():
    """Where chromium lies; without one these tests are skipped in one line, but never in CI."""
    path = program()
    if path is None:
        unseen = "no chromium on this machine: no page was opened in a browser, nothing printed"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(unseen)
    return path


@pytest.fixture(scope="session")
def browser(chromium_path):
    """A headless browser."""
    with sync_playwright() as player:
        chromium = player.chromium.launch(executable_path=chromium_path, args=list(QUIET))
        yield chromium
        chromium.close()


def reader(browser):
    """A browser profile of its own: nothing is remembered, what is fetched twice comes cheap."""
    return browser.new_context(reduced_motion="reduce")


def visit(profile, site, path, *, theme="light", width=1280):
    """Open a page in a theme and a width; complaints of the browser are collected."""
    page = profile.new_page()
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on(
        "console",
        lambda message: message.type == "error" and page.complaints.append(message.text),
    )
    page.on(
        "request",
        lambda request: (
            request.url.startswith((site, "data:", "blob:"))
            or page.complaints.append(f"asks another host: {request.url}")
        ),
    )
    if theme:
        page.add_init_script(
            f"localStorage.setItem('mode', '{theme}'); localStorage.setItem('theme', '{theme}')"
        )
    return turn_to(page, site, path, width)


def turn_to(page, site, path, width):
    """Go on to another page in the same window, and wait for its mathematics."""
    page.complaints = []
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{site}/{path}")
    until(page, "!window.MathJax || !!(window.MathJax.startup || {}).promise")
    page.evaluate("window.MathJax && window.MathJax.startup.promise")
    return page


def until(page, condition, timeout=30_000):
    """Wait for a condition in JavaScript; Playwright's own way is refused by the book's policy."""
    waited = 0
    while not page.evaluate(condition):
        assert waited < timeout, f"never came true: {condition}"
        page.wait_for_timeout(50)
        waited += 50


def bring_into_view(place):
    """Scroll there at once; Playwright waits for frames, which a busy machine may not draw."""
    place.evaluate("place => place.scrollIntoView({ block: 'center', behavior: 'instant' })")


@pytest.fixture
def open_page(browser, site):
    """Open pages of the book as `visit` does, each in a profile of its own."""
    profiles = []

    def open_(path, address=site, **how):
        profiles.append(reader(browser))
        return visit(profiles[-1], address, path, **how)

    yield open_
    for profile in profiles:
        profile.close()


@pytest.fixture(scope="session")
def modules(browser, site):
    """A bare page from which the modules of the pages that play can be imported."""
    page = browser.new_page()
    page.goto(f"{site}/_static/play/play.css")
    yield page
    page.close()
