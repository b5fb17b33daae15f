"""The page of Tree Solitaire against the library, and as a reader meets it."""

import random
import re
from math import sqrt

import pytest

from chancegames.games.tree_solitaire import LSTRAT, STRAT, solve
from chancegames.games.tree_solitaire.evaluation import _Evaluation
from chancegames.games.tree_solitaire.policies import STRATEGIES, HighFirst, Sight, strategy
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.models.tree_solitaire import Rules, State
from chancegames.show.figures.tree_solitaire import PLAIN
from chancegames.show.play.tree_solitaire import ENDINGS, SHARES
from tests.browser.playing import address_of, assert_fit_and_accessible, in_page

pytestmark = pytest.mark.browser

PAGE = "book/play/tree-solitaire.html"
POSITIONS = 1000
ERROR = 1e-12
NAMES = [policy.name for policy in STRATEGIES]
FRESH = [p.name for p in STRATEGIES if not isinstance(p, HighFirst) or p.looks <= 1]
KINDS = ("win", "loss", "split")


def drawn_positions(seed):
    """Strategy, E, A, path from the top, what is seen, looks left."""
    draw = random.Random(seed)
    for _ in range(POSITIONS):
        path = "".join(draw.choices("HL", weights=(3, 1), k=draw.randint(0, 6)))
        branches = draw.sample("HL", draw.randint(0, 2))
        seen = {branch: draw.choice(KINDS) for branch in branches}
        rules = draw.choice(ENDINGS), draw.choice(SHARES)
        yield draw.choice(FRESH), *rules, path, seen, draw.randint(0, 2)


def value(path, share):
    return share ** path.count("H") * (1 - share) ** path.count("L")


ASK = """async (m, positions) => {
    const { choices, seriesOf, valueOf } = m["tree-rules.js"];
    const table = await m["tables.js"].loadTable("tree-solitaire", 1);
    return positions.map(([name, ending, share, path, seen, looks]) => {
        const game = { ending, share }, playing = { name, series: seriesOf(table, name, game) };
        return choices(playing, game, valueOf(path, share), new Map(Object.entries(seen)), looks)
            .map((c) => [c.act, c.path, c.value, c.regret]);
    });
}"""


def test_a_thousand_positions_are_worth_what_the_library_says(modules):
    """Where one look is left, below the branches too, these are the library's own choices."""
    positions = [(*rest, min(looks, 1)) for *rest, looks in drawn_positions(seed=1)]
    answers = in_page(modules, ASK, positions)
    for (name, ending, share, path, seen, looks), answer in zip(positions, answers, strict=True):
        game = Rules(ending, share)
        known = tuple(sorted(seen.items()))
        found = _Evaluation(game, strategy(name))
        here = State(value(path, share), 1, looks, known)
        expected = found.action_values(here)
        near = {(act, branch): v for act, branch, v, _ in answer if len(branch) == 1}
        assert near == pytest.approx(expected, abs=ERROR)
        assert [regret for *_, regret in answer] == [answer[0][2] - v for *_, v, _ in answer]


def kinds(rules, known, path, x):
    """What a point may be, with its chance and what is known then."""
    if path in known:
        return [(known[path], 1, known)]
    won = rules.ending * x * value(path, rules.ratio)
    chances = {"win": won, "loss": rules.ending - won, "split": 1 - rules.ending}
    return [(kind, chance, {**known, path: kind}) for kind, chance in chances.items()]


def wins(rules, policy, known, at, x, seen=None, weight=1):
    """The chance of winning from a split point of a tree that is known in part, move by move."""
    seen = seen or {"": Sight("split")}
    if not any(path.startswith(at) and len(path) > len(at) for path in known):
        return win_chance(rules, policy, x * value(at, rules.ratio))
    if weight < 1e-13:
        return 0.5
    path = policy.look(seen)
    if path is not None:
        return sum(
            chance * wins(rules, policy, more, at, x, {**seen, path: Sight(kind)}, weight * chance)
            for kind, chance, more in kinds(rules, known, at + path, x)
        )
    branch = policy.move(seen)
    ways = [branch] if branch else ["H", "L"]
    return sum(goes(rules, policy, known, at + way, x, weight) for way in ways) / len(ways)


def goes(rules, policy, known, path, x, weight=1):
    """The chance of winning after a move."""
    return sum(
        chance
        * (
            wins(rules, policy, more, path, x, None, weight * chance)
            if kind == "split"
            else kind == "win"
        )
        for kind, chance, more in kinds(rules, known, path, x)
    )


def options(rules, policy, known, looks, x):
    """What each look and move is worth, the looks below split branches too."""
    found = {("move", way): goes(rules, policy, known, way, x) for way in "HL"}
    splits = [""] + [path for path, kind in known.items() if kind == "split"]
    for path in [at + way for at in splits for way in "HL" if at + way not in known]:
        if looks:
            found["look", path] = sum(
                chance * max(options(rules, policy, more, looks - 1, x).values())
                for _, chance, more in kinds(rules, known, path, x)
            )
    return found


DEEP = [
    ({"L": "split"}, 1),
    ({"L": "split", "LH": "win"}, 0),
    ({"H": "split", "HH": "loss", "HL": "win"}, 0),
    ({"H": "split", "L": "split", "LH": "split"}, 1),
    ({}, 2),
]


@pytest.mark.parametrize("name", FRESH)
def test_looks_below_a_branch_are_worth_what_playing_on_gives(modules, name):
    rules = Rules(0.9, 0.75)  # splits are rare, or play would go on for long
    positions = [(name, 0.9, 0.75, "H", *each) for each in DEEP]
    answers = in_page(modules, ASK, positions)
    for (seen, looks), answer in zip(DEEP, answers, strict=True):
        expected = options(rules, strategy(name), seen, looks, 0.75)
        found = {(act, path): v for act, path, v, _ in answer}
        assert found == pytest.approx(expected, abs=1e-9)


def test_every_strategy_has_the_library_s_chance_everywhere(modules):
    draw = random.Random(2)
    games = [(n, e, a, draw.random()) for n in NAMES for e in ENDINGS for a in SHARES]
    answers = in_page(
        modules,
        """async (m, games) => {
            const { chanceAt, seriesOf } = m["tree-rules.js"];
            const table = await m["tables.js"].loadTable("tree-solitaire", 1);
            return games.map(([name, ending, share, x]) =>
                chanceAt(seriesOf(table, name, { ending, share }), x));
        }""",
        games,
    )
    for (name, ending, share, x), answer in zip(games, answers, strict=True):
        exact = win_chance(Rules(ending, share), strategy(name), x)
        assert answer == pytest.approx(exact, abs=ERROR)


def looked(policy, draw):
    """One move of a strategy: where it looks, what it sees by chance, where it moves."""
    view, paths = {"": Sight("split")}, []
    while (path := policy.look(view)) is not None and len(paths) < 8:
        paths.append(path)
        view[path] = Sight(draw.choice(("win", "loss", "split", "split", "split")))
    move = policy.move(view) if path is None else "still looking"
    return paths, [view[p].kind for p in paths], move


def test_strategies_look_and_move_as_in_the_library(modules):
    draw = random.Random(3)
    moves = [(policy.name, *looked(policy, draw)) for policy in STRATEGIES for _ in range(60)]
    answers = in_page(
        modules,
        """async (m, moves) => moves.map(([name, paths, seen, move]) => {
            const strategy = m["tree-rules.js"].strategyOf(name);
            const shown = paths.map((_, i) => strategy.look(seen.slice(0, i)));
            const next = strategy.look(seen);
            return [shown, next === null ? strategy.move(seen) : "still looking"];
        })""",
        moves,
    )
    for (name, paths, seen, move), answer in zip(moves, answers, strict=True):
        assert answer == [paths, move], (name, seen)


def test_games_that_are_played_are_won_as_often_as_they_should_be(modules):
    games, rules = 4000, [(0.5, 0.75), (0.3, 0.6)]
    asked = [(name, *each) for name in NAMES for each in rules]
    answers = in_page(
        modules,
        """async (m, [asked, games]) => {
            const { playGames } = m["tree-rules.js"], { seeded } = m["words.js"];
            return asked.map(([name, ending, share], n) =>
                playGames(name, { ending, share }, games, seeded(n)));
        }""",
        [asked, games],
    )
    for (name, ending, share), won in zip(asked, answers, strict=True):
        exact = win_chance(Rules(ending, share), strategy(name))
        assert abs(won / games - exact) < 3.5 * sqrt(exact * (1 - exact) / games), name


BAD_TREES = [
    ("HLs", "", "The point HL hangs below no split point."),
    ("Hl.HHs", "H", "The point HH hangs below no split point."),
    ("Hs.Hl", "", "The point H is there twice."),
    ("Hq", "", "“Hq” is not a point and what it is, such as HLs."),
    ("Hs", "HH", "You cannot stand at HH: the tree does not show it."),
]
BAD = [
    ("e=0.33", "The chance to end, E, must be one of 0.1, 0.2"),
    ("looks=9", "The number of looks a move must be one of 0, 1, 2, oo, not “9”."),
    ("tree=HLs", "The point HL hangs below no split point."),
]


def test_trees_that_cannot_be_are_refused(modules):
    answers = in_page(
        modules,
        """async (m, trees) => trees.map(([tree, at]) => {
            try { m["tree-rules.js"].parseTree(tree, at); } catch (error) { return error.message; }
            return "accepted";
        })""",
        BAD_TREES,
    )
    assert answers == [sentence for _, _, sentence in BAD_TREES]


def test_a_bad_address_is_told_in_one_sentence_and_the_game_goes_on(open_page, site):
    page = open_page(f"{PAGE}?tree=Ll&looks=1")
    for address, sentence in BAD:
        page.goto(f"{site}/{PAGE}?{address}")
        page.wait_for_selector(".play-error")
        assert sentence in page.locator(".play-error").inner_text()
        assert "the low branch, value .250: a loss" in page.locator(".play-told").inner_text()
    assert page.complaints == []


def test_a_damaged_table_is_told_in_one_sentence(open_page, site):
    page = open_page("book/play/index.html")
    page.route("**/tree-solitaire.table", lambda route: route.fulfill(body=b"no table\n"))
    page.goto(f"{site}/{PAGE}")
    page.wait_for_selector(".play-error")
    told = page.locator(".play").inner_text()
    assert "The table of this page (tree-solitaire) is damaged" in told


def test_a_game_by_keyboard_survives_a_reload_and_is_shared(open_page, site):
    page = open_page(f"{PAGE}?e=0.1&a=0.75&looks=1&seed=3", width=390)
    page.get_by_role("button", name="Look low").press("Enter")
    assert page.get_by_role("button", name="Look high").is_disabled()
    page.get_by_role("button", name="Go high").press("Enter")
    told = page.locator(".play-told").inner_text()
    position = address_of(page).partition("?")[2].replace("seed=3&", "").replace("&seed=3", "")
    page.goto(f"{site}/{PAGE}")
    page.wait_for_selector(".play-tree")
    assert page.locator(".play-told").inner_text() == told
    other = open_page(f"{PAGE}?{position}")
    assert other.locator(".play-told").inner_text() == told
    assert other.locator(".play-tree").get_attribute("aria-label").endswith(told)
    assert page.complaints == []


def test_no_row_of_the_table_beats_what_you_can_win_without_a_look_or_with_one():
    """The page says so; a player who remembers, on a hundred moves."""
    for e in ENDINGS:
        for a in SHARES:
            for looks, best in ((0, STRAT), (1, LSTRAT)):
                game = Rules(e, a)
                found = solve(game, looks, moves=100).value
                assert abs(found - win_chance(game, best)) < (1 - e) ** 100 + 1e-12


def points(page):
    """What a press on each point of the tree would do."""
    pressed = page.locator(".play-tree .press")
    return pressed.evaluate_all("points => points.map((point) => point.ariaLabel)")


def press(page, words):
    page.get_by_role("button", name=words, exact=True).press("Enter")


def test_2lstrat_is_played_by_hand_on_the_points(open_page):
    page = open_page(f"{PAGE}?e=0.1&a=0.75&looks=2&tree=Ls.LHw")
    assert points(page) == ["No look left for the high branch", "Go to the low branch"]
    press(page, "No look left for the high branch")
    assert "No look is left. Press again to go there unseen." in page.inner_text(".play-told")
    assert "at=H" not in address_of(page), "no slip of the thumb ends a game"
    press(page, "No look left for the high branch")
    assert "at=H" in address_of(page)
    page = open_page(f"{PAGE}?e=0.1&a=0.75&looks=2&tree=Ls&seed=1")
    assert "Look at the high branch below the low one" in points(page)
    press(page, "Look at the high branch below the low one")
    assert "No look left. Go:" in page.locator(".play-left").inner_text()
    press(page, "Go to the low branch")
    assert "2 looks left" in page.locator(".play-left").inner_text()
    assert_fit_and_accessible(page)
    assert page.complaints == []


@pytest.mark.parametrize(
    "asked, step",
    [
        ("by=LSTRAT", "look low"),
        ("by=LSTRAT&tree=Lw", "go low"),
        ("by=LSTRAT&tree=Ls", "go high"),
        ("by=2LSTRAT&tree=Ls", "look at the high branch below the low one"),
        ("by=BSTRAT&tree=Hl", "look low"),
        ("by=NOSTRAT", "toss a coin"),
    ],
)
def test_a_strategy_that_is_asked_says_what_it_would_do_here(open_page, asked, step):
    page = open_page(f"{PAGE}?e=0.5&a=0.75&looks=2&{asked}")
    assert f"Its next step here: {step}." in page.locator(".play").first.inner_text()


def test_the_same_tree_is_there_for_another_strategy_and_counts_for_nobody(open_page):
    page = open_page(f"{PAGE}?e=0.3&a=0.75&looks=1&by=LSTRAT&seed=4", width=640)
    press(page, "Let it play on")
    first, ended = page.locator("tr.played td").all_inner_texts(), page.locator(".tree-said")
    told = ended.inner_text()
    assert first[0] == "1"
    for _ in range(3):
        press(page, "Same tree again")
        press(page, "Let it play on")
        assert ended.inner_text() == told
    assert page.locator("tr.played td").all_inner_texts() == first
    assert_fit_and_accessible(page)
    press(page, "New tree")
    press(page, "Show values")
    assert_fit_and_accessible(page)
    assert page.complaints == []


def test_a_loss_that_is_taken_back_stays_a_loss(open_page):
    page = open_page(f"{PAGE}?e=0.9&a=0.75&looks=2&seed=5")
    mine = page.locator("tr", has_text="you, 2 looks").locator("td")
    for _ in range(30):
        press(page, "Go low")
        if "you lose" in page.locator(".play-told").inner_text():
            break
        if page.get_by_role("button", name="Go low", exact=True).count() == 0:
            press(page, "New tree")
    games = mine.nth(0).inner_text()
    press(page, "Undo")
    page.locator(".tree-said", has_text="What you play now does not count.").wait_for()
    press(page, "Go high")
    assert mine.nth(0).inner_text() == games
    assert page.complaints == []


def test_a_lost_game_tells_which_win_was_passed(open_page):
    """A low branch that wins is seen, and left; high is an end that loses with some seed."""
    for seed in range(20):
        page = open_page(f"{PAGE}?e=0.9&a=0.5&looks=1&tree=Lw&seed={seed}")
        press(page, "Go high")
        said = page.locator(".tree-said").inner_text()
        if said.startswith("You lose after 1 step."):
            assert said.endswith("At step 1 you passed a win that you had seen.")
            return
        assert "passed" not in said
    pytest.fail("no seed lost")


def test_only_strategies_with_so_many_looks_are_asked(open_page):
    page = open_page(f"{PAGE}?by=2LSTRAT")  # the looks that it needs, if the address names none
    assert page.get_by_label("Looks before each step").input_value() == "2"
    page.get_by_label("Looks before each step").select_option("1")
    asked = page.get_by_label("Ask a strategy")
    assert asked.input_value() == "LSTRAT"  # the best with one look
    assert asked.locator("option").all_inner_texts() == [
        PLAIN[name] for name in ("NOSTRAT", "STRAT", "HSTRAT", "LSTRAT")
    ]
    assert page.locator("table").last.locator("tbody tr").count() == 5  # they, and you


def test_a_press_elsewhere_counts_however_quick(open_page):
    page = open_page(f"{PAGE}?e=0.1&a=0.75&looks=1&seed=3")
    page.get_by_role("button", name="Look low").click()
    page.get_by_role("button", name="Go high").click()
    assert "value .750" in page.locator(".play-told").inner_text()


def test_strategies_play_and_the_score_runs(open_page):
    page = open_page(f"{PAGE}?by=BSTRAT&looks=2&seed=1", width=390)
    page.get_by_role("button", name="Show values").press("Enter")
    assert "if check both plays on after this one move" in page.locator(".play-panel").inner_text()
    assert_fit_and_accessible(page)
    page.get_by_role("button", name="Let it play on").press("Enter")
    page.get_by_role("button", name="1,000 games by check both").press("Enter")
    row = page.locator("tr.played td").all_inner_texts()
    assert row[0] == "1001"
    assert abs(float(row[1]) - float(row[3])) < 5 * float(row[2].removeprefix("± "))
    assert_fit_and_accessible(page)
    page.reload()
    page.wait_for_selector(".play-tree")
    assert page.locator("tr.played td").all_inner_texts() == row


@pytest.mark.parametrize("tree", ["", "&tree=Ls"])
def test_wins_and_costs_close_as_they_are_rounded(open_page, tree):
    page = open_page(f"{PAGE}?e=0.5&a=0.75&looks=1{tree}")
    press(page, "Show values")
    rows = page.locator(".play-panel tbody tr").all()
    shown = [row.locator("td").all_inner_texts() for row in rows]
    wins = [round(100 * float(won)) for won, _ in shown]
    assert shown[0][1] == "best" and len(shown) > 1
    for win, (_, cost) in zip(wins[1:], shown[1:], strict=True):
        assert round(100 * float(cost)) == wins[0] - win


def test_a_game_without_looks_offers_none(open_page):
    page = open_page(f"{PAGE}?e=0.5&a=0.75&looks=0&by=STRAT")
    assert "No looks in this game. Go:" in page.locator(".play-left").inner_text()
    assert page.get_by_role("button", name="Look high", exact=True).count() == 0


def ended_after(open_page, choice, asked):
    """What is said when a choice at the top leads to an end, with the first seed that has one."""
    for seed in range(20):
        page = open_page(f"{PAGE}?{asked}&seed={seed}")
        press(page, choice)
        said = page.locator(".tree-said").inner_text()
        if said.startswith("You ") and not said.startswith("You stand"):
            return said
    return pytest.fail("no seed ended")


def test_a_game_ends_with_what_its_choices_gave_away(open_page):
    """Low, unseen, into an end: the regret is the library's; by the best strategy there is none."""
    game, asked = Rules(0.5, 0.75), "e=0.5&a=0.75&looks=1"
    worth = _Evaluation(game, LSTRAT).action_values(State(1, 1, 1, ()))
    lost = 100 * (max(worth.values()) - worth["move", "L"])
    said = ended_after(open_page, "Go low", asked)
    assert f"Your choices gave away {lost:.1f} games in 100." in said
    assert said.endswith("Step 1 cost most: “look low” was better.")
    worth = _Evaluation(game, LSTRAT).action_values(State(1, 1, 0, (("L", "loss"),)))
    assert max(worth, key=worth.get) == ("move", "H")
    said = ended_after(open_page, "Go high", f"{asked}&tree=Ll")
    assert said.endswith(" No choice could have been better.")


def test_the_riddle_is_not_given_away_before_the_first_game(open_page):
    page = open_page(f"{PAGE}?e=0.9&a=0.75&looks=1&seed=3")
    shown = page.locator("#tree-mount")
    assert "check low" not in shown.inner_text()
    assert "by=" not in address_of(page)
    press(page, "Show them now")
    assert "check low" in shown.inner_text()
    page = open_page(f"{PAGE}?e=0.9&a=0.75&looks=1&seed=4")
    shown, games = page.locator("#tree-mount"), 0
    while games < 2:
        assert games or "check low" not in shown.inner_text()
        press(page, "Go low")
        if page.get_by_role("button", name="Go low", exact=True).count() == 0:
            games += 1
            if games < 2:
                press(page, "New tree")
    assert "check low" in shown.inner_text()
    worth = _Evaluation(Rules(0.9, 0.75), LSTRAT).action_values(State(1, 1, 1, ()))
    assert shown.locator("p").first.inner_text().startswith("With 1 look before each step")
    given = re.search(r"gave away ([\d.]+) in 100 on average", shown.inner_text())
    assert float(given[1]) >= 100 * (max(worth.values()) - worth["move", "L"]) - 0.05


def test_with_two_looks_nothing_is_said_of_perfect_play(open_page):
    said = ended_after(open_page, "Go low", "e=0.5&a=0.75&looks=2")
    assert "gave away" not in said and "better" not in said


def test_a_strategy_does_not_go_on_with_looks_that_the_reader_has_used(open_page):
    page = open_page(f"{PAGE}?e=0.1&a=0.75&looks=1&tree=Hs&used=1&by=LSTRAT")
    assert "It would have looked elsewhere" in page.locator("#tree-mount").inner_text()
    assert page.get_by_role("button", name="Let it move").is_disabled()
    assert page.get_by_role("button", name="Let it play on").is_disabled()
    page = open_page(f"{PAGE}?e=0.1&a=0.75&looks=1&tree=Ls&used=1&by=LSTRAT")
    assert not page.get_by_role("button", name="Let it move").is_disabled()


def test_another_number_of_looks_deals_a_new_tree(open_page):
    """Else a game of many looks could count as one of few."""
    page = open_page(f"{PAGE}?e=0.1&a=0.75&looks=1&tree=Hs&used=1")
    page.get_by_label("Looks before each step").select_option("2")
    assert "You stand at the top, which splits." in page.locator(".tree-said").inner_text()
    assert "Hs" not in address_of(page)
