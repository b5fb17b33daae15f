"""A model is edited and run in the page: in a real browser, without a network."""

import os
import sys
import threading
from fractions import Fraction
from functools import partial
from http.server import ThreadingHTTPServer

import pytest
from sphinx.application import Sphinx

from chancegames import yahtzee
from chancegames.base.paths import ROOT
from chancegames.maths.game import evaluate, solve
from chancegames.models.coins import Rules, flip_at_most
from chancegames.models.yahtzee import Box, Card
from chancegames.show.play.make import refresh_tables
from tests.browser.conftest import SilentHandler, until, visit

sys.path.insert(0, str(ROOT / "book/_ext"))
import runnable

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("python in the page")]

PAGE = """# A model

```{library} chancegames.models.coins.Rules.node
best = solve(Rules(coins=3, points=4))
print(best.value)
best.action_values((3, 4))
```

```{your-policy} chancegames.models.coins
:judged:
:within: 0
rules = Rules(coins=3, points=4)

def policy(state):
    coins, points = state
    return 1
```

# A turn

```{your-policy} chancegames.models.yahtzee
:within: 0
:further: a card of your own
:cards:
rules = OneTurn(Card(frozenset({Box.SIXES}), upper=18), worth)

policy = solve(rules).policy
```
"""
SETTINGS = {
    "extensions": ["myst_nb", "frame", "runnable"],
    "nb_execution_mode": "off",
    "html_static_path": [str(ROOT / "book/_static/run")],
}


@pytest.fixture(scope="module")
def small_site(tmp_path_factory):
    """A page with a model that runs, served from this machine."""
    if runnable.vendored() is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no Python for the page: no npm")
    folder = tmp_path_factory.mktemp("run")
    (folder / "index.md").write_text(PAGE, encoding="utf-8")
    (folder / "_static").mkdir()
    for part in ("run", "play"):
        (folder / "_static" / part).symlink_to(ROOT / "book/_static" / part)
    refresh_tables()
    out = folder / "_build"
    settings = SETTINGS | {"html_static_path": [str(folder / "_static")]}
    Sphinx(folder, None, out, out / "doctrees", "html", settings, status=None).build()
    handler = partial(SilentHandler, directory=str(out))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def profile(browser):
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture
def page(profile, small_site):
    opened = visit(profile, small_site, "index.html")
    yield opened
    assert opened.complaints == []
    opened.close()


def edit(page):
    page.get_by_role("button", name="Edit and run").click()
    return page.get_by_label("The model; edit it"), page.get_by_label("Lines that try it")


def run(page):
    page.get_by_role("button", name="Run", exact=True).click()
    until(
        page,
        "document.querySelector('.said').textContent.startsWith('Done')",
        timeout=120_000,  # to fill the memory of the page takes a busy machine its time
    )
    return page.locator(".shown").inner_text()


def test_nothing_is_loaded_before_a_reader_asks(page, small_site):
    asked = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert not [name for name in asked if "pyodide" in name or "library.zip" in name]


def test_a_page_that_comes_in_slowly_has_its_buttons(profile, small_site):
    """The script is asked for before the listings are there, and waits for them."""
    slow = profile.new_page()

    def halting(route):
        page = route.fetch().text()
        route.fulfill(body=page.replace("<body", "<body><script src='slow.js'></script><i", 1))

    def late(route):
        slow.wait_for_timeout(1000)
        route.fulfill(body="", content_type="text/javascript")

    slow.route("**/index.html", halting)
    slow.route("**/slow.js", late)
    slow.goto(f"{small_site}/index.html")
    slow.get_by_role("button", name="Edit and run").wait_for(timeout=5000)
    slow.get_by_role("button", name="Change it").first.wait_for(timeout=5000)
    slow.close()


def test_the_model_gives_what_the_library_gives(page):
    edit(page)
    shown = run(page)
    best = solve(Rules(3, 4))
    assert shown.splitlines()[0] == str(best.value)
    for action, value in best.action_values((3, 4)).items():
        assert f"{action}\t{value} ≈ {float(value):.3f}" in shown


def test_a_loss_is_drawn_to_the_left_of_zero_and_a_gain_to_the_right(page):
    _, trial = edit(page)
    trial.fill("{'lost': -1, 'won': 3}")
    run(page)
    edges = page.evaluate("""() => [...document.querySelectorAll(".bar span")].map((span) => {
      const cell = span.parentElement.getBoundingClientRect(), bar = span.getBoundingClientRect();
      const padding = parseFloat(getComputedStyle(span.parentElement).paddingLeft);
      const room = cell.width - 2 * padding;
      return [(bar.left - cell.left - padding) / room, (bar.right - cell.left - padding) / room];
    })""")
    assert edges == [pytest.approx([0, 1 / 4], abs=0.02), pytest.approx([1 / 4, 1], abs=0.02)]


def test_an_edited_model_gives_another_answer(page):
    code, _ = edit(page)
    code.fill(code.input_value().replace("if coins == 0", "if coins <= 1"))
    shown = run(page)
    assert Fraction(shown.splitlines()[0]) < solve(Rules(3, 4)).value
    page.get_by_role("button", name="Reset").click()
    assert run(page).splitlines()[0] == str(solve(Rules(3, 4)).value)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("1 +", "SyntaxError: invalid syntax (line 1: 1 +)"),
        ("Rules(0, 1)", "ValueError: the number of coins must be an integer"),
        ("def f(n): return f(n + 1)\nf(0)", "RecursionError"),
        ("import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9')", "Error"),
        ("import js\njs.fetch('http://127.0.0.1:9')", "AttributeError"),
        ("from pyodide.code import run_js\nrun_js('import(`http://127.0.0.1:9`)')", "Error"),
        ("x = [bytearray(10**9) for _ in range(9)]", "MemoryError"),
    ],
)
def test_what_goes_wrong_is_told_in_one_sentence(page, lines, told):
    _, trial = edit(page)
    trial.fill(lines)
    shown = run(page)
    assert told in shown
    assert "Traceback" not in shown


def test_an_endless_loop_is_stopped(page):
    _, trial = edit(page)
    trial.fill("while True: pass")
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_role("button", name="Stop").click()
    assert page.locator(".said").inner_text() == "Stopped."
    trial.fill("1 + 1")
    assert run(page).strip() == "2"


def test_a_number_has_a_field_that_writes_it_into_the_lines(page):
    _, trial = edit(page)
    page.get_by_label("coins").fill("2")
    assert "Rules(coins=2, points=4)" in trial.input_value()
    assert run(page).splitlines()[0] == str(solve(Rules(2, 4)).value)
    trial.fill("Rules(coins=4, points=7)")
    assert page.get_by_label("points").input_value() == "7"
    trial.fill("Rules(4, 7)")
    assert page.locator(".fields").is_hidden()


def test_a_page_loads_nothing_from_another_host(page):
    refused = page.evaluate("""() => new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.blockedURI));
      new Image().src = "https://elsewhere.example/dot.png";
    })""")
    assert refused == "https://elsewhere.example/dot.png"
    page.complaints.clear()  # the browser has said that it was refused


def test_a_shared_link_opens_the_editor_and_runs_nothing(page, profile, small_site):
    _, trial = edit(page)
    trial.fill("6 * 7")
    page.get_by_role("button", name="Copy a link").click()
    until(page, "location.hash.startsWith('#run=')")
    other = visit(profile, small_site, "index.html" + page.evaluate("location.hash"))
    assert other.get_by_label("Lines that try it").input_value() == "6 * 7"
    assert "Read it before you run it" in other.locator(".note").inner_text()
    assert other.locator(".shown").inner_text() == ""
    assert run(other).strip() == "42"
    other.close()


def test_a_player_of_the_reader_is_there_again_and_hides_what_is_said_of_the_first(page):
    page.get_by_role("button", name="Change it").first.click()
    code = page.get_by_label("Your policy")
    first = code.input_value()
    assert page.locator(".as-it-stands").is_visible()
    code.fill(f"{first}\n# mine")
    assert page.locator(".as-it-stands").is_hidden()
    page.reload()
    page.get_by_role("button", name="Change it").first.click()
    assert code.input_value() == f"{first}\n# mine"
    assert "Your player of last time" in page.locator(".note").inner_text()
    page.get_by_role("button", name="Copy a link").first.click()
    until(page, "location.hash.startsWith('#run=')")
    code.fill(f"{first}\n# newer")
    assert page.evaluate("location.hash") == ""  # a link is of what was copied
    page.reload()
    page.get_by_role("button", name="Change it").first.click()
    assert code.input_value() == f"{first}\n# newer"
    assert page.locator(".as-it-stands").is_hidden()
    page.get_by_role("button", name="Reset").first.click()
    assert page.locator(".as-it-stands").is_visible()
    page.get_by_label("coins").fill("9")
    page.reload()
    page.get_by_role("button", name="Change it").first.click()
    assert "coins=9" in code.input_value(), "what is typed into a field is kept, too"
    page.get_by_role("button", name="Reset").first.click()
    page.reload()
    page.get_by_role("button", name="Change it").first.click()
    assert code.input_value() == first


def test_the_keyboard_gets_into_the_editor_and_out_again(page):
    code, _ = edit(page)
    before = code.input_value()
    code.press("Tab")
    assert len(code.input_value()) == len(before) + 4
    code.press("Escape")
    code.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Lines that try it"


def test_a_policy_is_judged_exactly(page):
    page.get_by_role("button", name="Change it").first.click()
    assert "As it stands, this player wins" in page.locator(".as-it-stands").inner_text()
    shown = run(page)
    assert page.locator(".as-it-stands").is_hidden()
    rules = Rules(3, 4)
    one = evaluate(rules, flip_at_most(1)).value
    best = solve(rules).value
    # with two digits the third would not be the difference of the others
    won = [f"{float(100 * value):.4f}" for value in (one, best, best - one)]
    assert f"wins {won[0]} games in 100 (exactly {one});\nthe best one, {won[1]} (exactly" in shown
    assert f"You give away {won[2]}." in shown
    assert "Your target: give away nothing." in shown
    assert "3 coins, 4 points to go: you flip 1, best is 3" in shown
    code = page.get_by_label("Your policy")
    code.fill("rules = Rules(3, 4)\npolicy = solve(rules).policy")
    shown = run(page)
    assert "You give away nothing" in shown
    assert "Solved!" in shown
    code.fill("rules = Rules(3, 5)\npolicy = solve(rules).policy")
    shown = run(page)
    assert "You give away nothing" in shown
    assert "Not the rules of the exercise" in shown
    assert "Solved!" not in shown
    code.fill("rules = Rules(3, 4)\npolicy = lambda state: 7")
    told = "At “3 coins, 4 points to go” your player answers 7. The rules allow 1, 2, 3."
    assert told == run(page).strip()


def test_a_turn_of_yahtzee_is_judged_by_the_table_of_the_page_that_plays(page):
    page.get_by_role("button", name="Change it").last.click()
    shown = run(page)
    assert "You give away nothing" in shown
    assert "Next: a card of your own" in shown
    card = Card(frozenset({Box.SIXES}), upper=18)
    assert f"is worth {yahtzee.solve(yahtzee.FORCED).value_at(card):.2f} points" in shown


def test_a_table_that_is_missing_is_told_in_one_sentence(profile, small_site):
    page = visit(profile, small_site, "index.html")
    page.context.route("**/yahtzee.table", lambda route: route.fulfill(status=404))
    page.get_by_role("button", name="Change it").last.click()
    page.get_by_role("button", name="Run", exact=True).click()
    until(page, "document.querySelector('.said').textContent.includes('yahtzee.table is missing')")
    page.close()
    profile.unroute("**/yahtzee.table")


def test_a_browser_that_refuses_the_worker_is_told_in_one_sentence(browser, small_site):
    profile = browser.new_context()
    profile.route("**/worker.js", lambda route: route.fulfill(status=404))
    page = visit(profile, small_site, "index.html")
    edit(page)
    page.get_by_role("button", name="Run", exact=True).click()
    until(page, "document.querySelector('.said').textContent.startsWith('Python could not')")
    assert "Everything else on this page works." in page.locator(".said").inner_text()
    profile.close()


#: Whether the browser has kept Python's memory.
KEPT = """caches.keys().then(async ([name]) =>
  name !== undefined && (await (await caches.open(name)).keys()).length === 1)"""


def test_a_second_start_takes_python_from_the_memory_that_was_kept(browser, small_site):
    """From that memory a start takes a fifth of the time, and the answers are the same."""
    profile = browser.new_context()
    answers = []
    for start in range(2):
        page = visit(profile, small_site, "index.html")
        edit(page)
        answers.append(run(page))
        until(page, KEPT)
        if not start:
            kept = page.evaluate("""async () => {
              const [name] = await caches.keys(), store = await caches.open(name);
              return (await (await store.matchAll())[0].arrayBuffer()).byteLength;
            }""")
            assert kept > 10_000_000
        page.close()
    assert answers[0] == answers[1]
    page = visit(profile, small_site, "index.html")
    page.evaluate("""async () => {
      const [name] = await caches.keys(), store = await caches.open(name);
      await store.put((await store.keys())[0], new Response("damaged"));
    }""")
    edit(page)
    assert run(page) == answers[0]
    profile.close()
