"""The pages that play forgive: double clicks, moves taken back, two windows, games given up."""

import pytest

from tests.browser.conftest import reader, visit
from tests.browser.playing import address_of, fill_first_box

pytestmark = pytest.mark.browser

PLAY = "book/play"
#: Of each game: address, buttons that begin it, a move, and what shows the position.
GAMES = {
    "yahtzee": (
        "yahtzee.html?play=1&seed=2",
        [],
        "Score 4 in twos",
        ".play-dice, .play-card-shown",
    ),
    "yahtzee roll": ("yahtzee.html?play=1&seed=2", [], "Roll all five", ".play-dice, h2 + div"),
    "game421": (
        "game421.html?show=game&seed=4",
        [],
        "Cast all three again",
        ".play-dice, .play-standing, .play-log",
    ),
    "dice battle": (
        "dice-battle.html?show=game&seed=4",
        [],
        "roll 5 dice",
        ".play-standing, .play-log",
    ),
    "tree": ("tree-solitaire.html?e=0.1&a=0.75&seed=3", [], "Look low", ".play-tree"),
    "tree move": ("tree-solitaire.html?e=0.1&a=0.75&seed=3", [], "Go high", ".play-tree"),
}
#: What the second window does with the game that it finds.
OTHER_MOVES = {
    "yahtzee": "[data-key=chance]",
    "yahtzee roll": "[data-key=chance]",
    "game421": "[data-key=act]",
    "dice battle": "[aria-label='roll 2 dice']",
    "tree": "[data-key='Go low']",
    "tree move": "[data-key='Go low']",
}
EVERY = pytest.mark.parametrize("game", GAMES)


def begun(page, game):
    for name in GAMES[game][1]:
        page.get_by_role("button", name=name).press("Enter")
    return page


def position(page, game):
    """What the page shows of the position: words of the parts, names of the dice."""
    return page.locator(GAMES[game][3]).evaluate_all(
        """parts => parts.map((part) => part.innerText
            + (part.ariaLabel ?? "")
            + [...part.querySelectorAll("[aria-label]")].map((e) => e.ariaLabel).join())"""
    )


def mover(page, game):
    return page.get_by_role("button", name=GAMES[game][2], exact=True)


@EVERY
def test_a_double_click_makes_one_move(open_page, game):
    once = begun(open_page(f"{PLAY}/{GAMES[game][0]}"), game)
    mover(once, game).click()
    twice = begun(open_page(f"{PLAY}/{GAMES[game][0]}"), game)
    mover(twice, game).dblclick()
    assert position(twice, game) == position(once, game)
    assert twice.complaints == []


@EVERY
def test_a_double_tap_makes_one_move(browser, site, game):
    """Two taps at one place, whatever lies there after the first."""
    shown = []
    for taps in (0, 1, 2):
        profile = browser.new_context(has_touch=True, reduced_motion="reduce")
        page = begun(visit(profile, site, f"{PLAY}/{GAMES[game][0]}", width=390), game)
        move = mover(page, game)
        move.scroll_into_view_if_needed()
        box = move.bounding_box()
        for _ in range(taps):  # nothing between them, for a slow machine would make it two moves
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        shown.append(position(page, game))
        profile.close()
    assert shown[0] != shown[1] == shown[2]


@EVERY
def test_a_move_is_taken_back_and_brings_the_same_dice_again(open_page, game):
    page = begun(open_page(f"{PLAY}/{GAMES[game][0]}"), game)
    before, address = position(page, game), address_of(page)
    mover(page, game).press("Enter")
    after = position(page, game)
    assert after != before
    page.get_by_role("button", name="Undo").press("Enter")
    page.get_by_text("Taken back.").first.wait_for()
    assert position(page, game) == before
    assert address_of(page) == address
    assert page.evaluate("document.activeElement !== document.body")
    mover(page, game).press("Enter")
    assert position(page, game) == after
    assert page.complaints == []


@EVERY
def test_the_back_button_goes_a_move_back(open_page, game):
    page = begun(open_page(f"{PLAY}/{GAMES[game][0]}"), game)
    page.wait_for_selector(GAMES[game][3], state="attached")
    before = position(page, game)
    mover(page, game).press("Enter")
    page.go_back()
    page.get_by_text("Taken back.").first.wait_for()
    assert position(page, game) == before
    page.reload()
    page.wait_for_selector(GAMES[game][3])
    assert position(page, game) == before


@pytest.mark.parametrize(
    ("game", "again"),
    [("yahtzee", "New game"), ("game421", "New game"), ("dice battle", "New race")],
)
def test_a_new_game_asks_when_one_is_under_way(open_page, game, again):
    page = begun(open_page(f"{PLAY}/{GAMES[game][0]}"), game)
    mover(page, game).press("Enter")
    before = position(page, game)
    page.get_by_role("button", name=again).press("Enter")
    page.get_by_role("button", name="No, go on").press("Enter")
    assert position(page, game) == before
    page.get_by_role("button", name=again).press("Enter")
    page.get_by_role("button", name="Yes").press("Enter")
    assert position(page, game) != before
    page.get_by_role("button", name="Undo").press("Enter")
    page.get_by_text("Taken back.").first.wait_for()
    assert position(page, game) == before


def test_a_tree_that_was_left_comes_back(open_page):
    page = open_page(f"{PLAY}/{GAMES['tree'][0]}")
    mover(page, "tree").press("Enter")
    before = position(page, "tree")
    page.get_by_role("button", name="New tree").press("Enter")
    assert position(page, "tree") != before
    page.get_by_role("button", name="Undo").press("Enter")
    page.get_by_text("Taken back.", exact=True).first.wait_for()
    assert position(page, "tree") == before


@EVERY
def test_two_windows_have_a_game_each(browser, site, game):
    """What is played in one does not touch the other, even after both are reloaded."""
    profile = reader(browser)
    address = f"{PLAY}/{GAMES[game][0]}"
    pages = [begun(visit(profile, site, address), game)]
    mover(pages[0], game).press("Enter")
    pages.append(visit(profile, site, address.replace("seed=", "seed=9")))
    pages[1].locator(OTHER_MOVES[game]).press("Enter")
    pages[0].bring_to_front()
    shown = [position(page, game) for page in pages]
    assert shown[0] != shown[1]
    for page, before in zip(pages, shown, strict=True):
        page.reload()
        page.wait_for_selector(GAMES[game][3])
        assert position(page, game) == before
    profile.close()


def test_a_finished_card_adds_up(open_page):
    """Boxes and both bonuses make the total, and nothing is still so far."""
    page = open_page(f"{PLAY}/yahtzee.html?play=1&seed=2")
    for _ in range(13):
        fill_first_box(page)
    lines = dict(
        line.split("\n") for line in page.locator(".play-card-shown .line").all_inner_texts()
    )
    total = int(lines.pop("Total"))
    assert {"Upper bonus", "Yahtzee bonuses"} < set(lines)
    assert sum(map(int, lines.values())) == total
    assert f"The game is over: {total} points." in page.locator(".play-advice").inner_text()
    assert "so far" not in page.locator(".play").inner_text()
    page.get_by_text("Every roll and choice (13)").click()
    rows = page.locator(".play-log li").all_inner_texts()
    assert [row.split(":")[0] for row in rows] == [f"Turn {n}" for n in range(1, 14)]


def test_a_bad_game_in_the_address_is_told_once_and_a_finished_one_is_not_shown(open_page, site):
    page = open_page(f"{PLAY}/game421.html?show=game&seed=7")
    for _ in range(300):
        if page.get_by_role("button", name="Play again").count():
            break
        page.locator("[data-key=act]").press("Enter")
    page.goto(f"{site}/{PLAY}/game421.html?game=abc")
    page.get_by_text("The address holds no game").first.wait_for()
    assert "wins the game" not in page.locator(".play").inner_text()
    assert page.get_by_role("button", name="You begin").is_visible()


@pytest.mark.parametrize("game", ["yahtzee", "game421", "dice battle", "tree"])
def test_a_game_is_played_with_storage_denied(browser, site, game):
    profile = reader(browser)
    profile.add_init_script(
        """for (const name of ["localStorage", "sessionStorage"])
            if (location.pathname.includes("/play/")) Object.defineProperty(window, name,
                { get() { throw new DOMException("denied", "SecurityError"); } });"""
    )
    page = profile.new_page()
    page.goto(f"{site}/{PLAY}/{GAMES[game][0]}")
    begun(page, game)
    page.wait_for_selector(GAMES[game][3])
    before = position(page, game)
    mover(page, game).press("Enter")
    assert position(page, game) != before
    profile.close()


@pytest.mark.parametrize(
    ("address", "between", "below"),
    [
        ("yahtzee.html?play=1&seed=2", ".play-dice", ".play-panel"),
        ("game421.html?show=game&seed=4", ".play-dice", ".play-table"),
    ],
)
def test_on_a_phone_the_advice_stands_below_the_dice(open_page, address, between, below):
    page = open_page(f"{PLAY}/{address}", width=390)
    for name in ("You begin", "Show advice"):
        if page.get_by_role("button", name=name).count():
            page.get_by_role("button", name=name).press("Enter")
    if page.get_by_label("show what each choice is worth").count():
        page.get_by_label("show what each choice is worth").check()
    dice, advice = (page.locator(part).first.bounding_box() for part in (between, below))
    assert 0 < advice["y"] - dice["y"] - dice["height"] < 130


def test_a_kept_die_says_so(open_page):
    page = open_page(f"{PLAY}/yahtzee.html?play=1&seed=2", width=390)
    page.locator(".play-die").nth(1).press("Enter")
    assert page.locator(".play-die").nth(1).inner_text().strip() == "kept"
    assert page.locator(".play-die").nth(0).inner_text().strip() == ""


def test_a_zero_asks_while_rolls_are_left(open_page):
    """It is written at the second press only; any other move takes the question back."""
    page = open_page(f"{PLAY}/yahtzee.html?play=1&seed=2", width=390)
    straight, asking = page.locator("[data-key=large-straight]"), page.locator(".play-box.asked")
    assert straight.inner_text().split() == ["Large", "straight", "0"]
    straight.press("Enter")
    assert "Press again" in asking.inner_text()
    assert asking.evaluate("(box) => box === document.activeElement")
    page.locator(".play-die").first.press("Enter")
    assert asking.count() == 0
    straight.press("Enter")
    straight.press("Enter")
    assert page.get_by_text("Turn 2 of 13").count()
    assert asking.count() == straight.count() == 0
    page.go_back()
    page.get_by_text("The next dice will show the same faces.").wait_for()
    for _ in range(2):
        page.get_by_role("button", name="Roll ").press("Enter")
    straight.press("Enter")
    assert page.get_by_text("Turn 2 of 13").count()  # no roll is left: it had to be one of them


@pytest.mark.parametrize(
    ("address", "again", "move"),
    [
        ("dice-battle.html?show=game&goal=20&seed=4", "Another race", "[aria-label='roll 5 dice']"),
        ("game421.html?show=game&seed=7", "Play again", "[data-key=act]:not([disabled])"),
    ],
)
def test_games_won_are_counted_and_a_game_that_ends_twice_counts_once(
    open_page, address, again, move
):
    page, won = open_page(f"{PLAY}/{address}"), 0
    for game in range(2):
        if game:
            page.get_by_role("button", name=again).press("Enter")
            if page.get_by_role("button", name="You begin").count():
                page.get_by_role("button", name="You begin").press("Enter")
        while not page.get_by_role("button", name=again).count():
            page.locator(move).first.press("Enter")
        won += "You win the" in page.locator(".play").inner_text()
    told = page.get_by_text("In this browser you have won")
    assert f"have won {won} of 2 games." in told.inner_text()
    page.go_back()
    page.locator(move).first.press("Enter")
    assert f"have won {won} of 2 games." in told.inner_text()
    page.get_by_role("button", name="Forget these games").press("Enter")
    assert told.count() == 0
    assert page.complaints == []


def test_looks_left_are_written_and_small_values_can_be_read(open_page):
    page = open_page(f"{PLAY}/tree-solitaire.html?e=0.1&a=0.75&looks=2&seed=3")
    assert "2 looks left. Look or go:" in page.locator(".play-buttons").first.inner_text()
    mover(page, "tree").press("Enter")
    assert "1 look left. Look or go:" in page.locator(".play-buttons").first.inner_text()
    path = "L" * 8
    tree = ".".join(f"{path[:n]}s" for n in range(1, 9))
    page = open_page(f"{PLAY}/tree-solitaire.html?e=0.1&a=0.9&tree={tree}&at={path}")
    shown = page.locator(".play-tree text").all_text_contents()
    assert "1·10⁻⁸" in shown
    assert not any("<" in words for words in shown)


def test_finished_games_are_counted_once_each(open_page):
    """Two games, the second one ended twice: its last move was taken back."""
    page = open_page(f"{PLAY}/yahtzee.html?play=1&seed=2")
    scores = []
    for _ in range(2):
        for _ in range(13):
            fill_first_box(page)
        scores.append(int(page.locator(".play-advice").inner_text().split()[-2]))
        if len(scores) == 1:
            page.get_by_role("button", name="New game").press("Enter")
    page.get_by_role("button", name="Undo").press("Enter")
    page.get_by_text("Taken back.").first.wait_for()
    fill_first_box(page)
    told = page.locator(".play").inner_text()
    assert f"2 games: {sum(scores) / 2:.1f} points on average, the best {max(scores)}." in told
    page.get_by_role("button", name="Forget these games").press("Enter")
    assert "2 games:" not in page.locator(".play").inner_text()
