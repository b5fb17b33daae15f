"""Whole games by mouse, by touch and by keyboard alone, enlarged, and with storage denied."""

import pytest

from tests.browser.playing import assert_fit_and_accessible, overflow

pytestmark = pytest.mark.browser

#: Of each game: its address, what makes a move that always leads on, and what is there at its end.
GAMES = {
    "yahtzee": ("yahtzee.html?seed=2", ".play-box", "The best player with your dice"),
    "game421": ("game421.html?seed=4", "[data-key=act]:not([disabled])", "Play again"),
    "hog": ("dice-battle.html?goal=30&seed=4", "[aria-label='roll 5 dice']", "Another race"),
    "tree": ("tree-solitaire.html?e=0.5&seed=3&by=LSTRAT", "[data-key='Go high']", "Let it move"),
}
#: 200 % of a window of 1280 x 900 pixels is one of half the size.
WAYS = {
    "mouse": {"viewport": {"width": 1280, "height": 900}},
    "touch": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "keyboard": {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2},
    "no storage": {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2},
}
DENIED = """for (const name of ["localStorage", "sessionStorage"])
    if (location.pathname.includes("/play/")) Object.defineProperty(window, name,
        { get() { throw new DOMException("denied", "SecurityError"); } });"""
MOST_MOVES, MOST_TABS = 150, 80


def tab_to(page, selector):
    """Go on with the tab key alone until the focus is there."""
    for _ in range(MOST_TABS):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"the tab key does not lead to {selector}")


def move(page, way, selector):
    if way == "keyboard":
        tab_to(page, selector)
        page.keyboard.press("Enter")
        return
    control = page.locator(selector).first
    control.tap() if way == "touch" else control.click()
    page.wait_for_timeout(450)  # or it would be a double click


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(browser, site, game, way):
    address, selector, ending = GAMES[game]
    profile = browser.new_context(reduced_motion="reduce", **WAYS[way])
    if way == "no storage":
        profile.add_init_script(DENIED)
    page, complaints = profile.new_page(), []
    page.on("pageerror", lambda error: complaints.append(error.stack or str(error)))
    page.goto(f"{site}/book/play/{address}")
    page.wait_for_selector(selector)
    if way == "keyboard":
        page.locator(".play button").first.focus()
    assert overflow(page) <= 0
    for _ in range(MOST_MOVES):
        if game == "tree" and page.locator("[data-key=moves][disabled]").count():
            break
        if game != "tree" and page.get_by_text(ending).count():
            break
        move(page, way, selector)
    else:
        pytest.fail("the game does not end")
    assert page.get_by_text(ending).count()
    assert_fit_and_accessible(page)
    # the theme's own scripts complain where nothing can be stored; those of the game must not
    assert [told for told in complaints if way != "no storage" or "_static/play" in told] == []
    profile.close()
