"""Pictures that move: each by keyboard, in both themes, on a phone, in print, and its numbers."""

import json
import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from html import unescape
from itertools import combinations, combinations_with_replacement, permutations, product
from math import exp, floor, hypot, inf, prod, sqrt
from statistics import NormalDist

import pytest
from bs4 import BeautifulSoup

from chancegames.base.paths import ROOT
from chancegames.book import thumbs
from chancegames.book.build import INDEX
from chancegames.book.chapters import book_pages
from chancegames.book.dots import _duels
from chancegames.games import coins, dice_battle, game421, tree_solitaire, yahtzee
from chancegames.games.dice_battle import Race, always, race
from chancegames.games.dice_battle.one_roll import distribution
from chancegames.games.game421 import Aim, Character, Game, Turn
from chancegames.games.game421.card import first_keeps
from chancegames.games.game421.goals import Prospects
from chancegames.games.game421.rounds import solve_round
from chancegames.games.game421.sets import HANDS as EVERY_HAND
from chancegames.games.game421.whole import solve_game
from chancegames.games.tree_solitaire.by_share import _by_lines_chance
from chancegames.games.tree_solitaire.drift import DriftGame, drift_chance
from chancegames.games.tree_solitaire.forks import fork
from chancegames.games.tree_solitaire.policies import STRATEGIES, Sight, strategy
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.games.tree_solitaire.trees import grow_small, play
from chancegames.games.tree_solitaire.weighing import worth
from chancegames.games.yahtzee import FORCED, graph, scores_by_cause
from chancegames.ledger.claims import claims
from chancegames.ledger.compare import compare
from chancegames.ledger.judge import full
from chancegames.ledger.verdict import CONFIRMED, WRONG
from chancegames.maths.dice import distribution as combined
from chancegames.maths.game import keep_score, solve
from chancegames.models.quiz import Quiz
from chancegames.models.tree_solitaire import Rules
from chancegames.show.figures.tree_solitaire import PLAIN
from chancegames.show.play.coins import COINS, POINTS, _by_rule
from chancegames.show.play.dice_battle import GOAL
from chancegames.show.play.game421 import PLAYERS, Round, _goal_chances, _round_values, digits
from chancegames.show.play.tree_solitaire import DRIFTERS, SHARES, STEPS, TOPS
from chancegames.show.play.tree_solitaire import ENDINGS as ENDING_CHANCES
from chancegames.show.play.yahtzee import COLUMN, CURVE, SHOWN, SPLIT, read_curve
from chancegames.sources.albarede2007.judging import judge
from chancegames.sources.johnson1970.ordinal import ordinal_strategies, ordinal_value
from tests.browser.conftest import bring_into_view, until
from tests.browser.playing import ERROR, in_page, overflow
from tests.browser.test_pages import COLOURS, GUIDELINES, illegible, violations

pytestmark = [
    pytest.mark.browser,
    pytest.mark.usefixtures("built"),
    pytest.mark.xdist_group("live"),
]

FOLDER = ROOT / "book" / "_static" / "live"
PICTURES = sorted(
    path.stem for path in FOLDER.glob("*.js") if "\nexport function draw" in path.read_text("utf-8")
)
POINTS_TRIED = 100


def page_of(picture):
    """The first page of the book that shows a picture."""
    for page in book_pages():
        text = (INDEX.parent / f"{page.name}.html").read_text(encoding="utf-8")
        if f'data-live="{picture}"' in text:
            return f"{page.name}.html"
    raise AssertionError(f"no page of the book shows the picture {picture}")


def open_picture(open_page, picture, on=None, **how):
    """Open a page with a picture, scroll to the first one there, and wait until it moves."""
    page = open_page(on or page_of(picture), **how)
    place = page.locator(f'[data-live="{picture}"]').first
    bring_into_view(place)
    place.and_(page.locator("[data-ready]")).wait_for()
    assert page.complaints == []
    assert "moving" in place.get_attribute("class")
    return page, place


@pytest.mark.parametrize("picture", PICTURES)
def test_the_keyboard_alone_moves_it(open_page, picture):
    """Tab comes to every control, each has a name, and keys change what is said."""
    page, place = open_picture(open_page, picture)
    # What is behind a closed door waits until somebody opens it.
    there = ":is(input, select, button, [tabindex='0']):not([hidden] *, details:not([open]) *)"
    controls = place.locator(".live-stage").locator(there)
    assert controls.count() > 0
    changed = 0
    page.evaluate(
        """name => {
        const place = document.querySelector(`[data-live="${name}"]`);
        place.tabIndex = -1; place.focus(); }""",
        picture,
    )
    for n in range(controls.count()):
        if n == controls.count():  # a press has hidden the last
            break
        page.keyboard.press("Tab")
        assert controls.nth(n).evaluate("(control) => control === document.activeElement")
        before = place.inner_text()
        is_button = controls.nth(n).evaluate("(control) => control.tagName === 'BUTTON'")
        for key in ("Enter",) if is_button else ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"):
            page.keyboard.press(key)
            changed += place.inner_text() != before
        assert place.evaluate("(it) => it.contains(document.activeElement)"), "the focus is lost"
    assert changed
    assert page.complaints == []


@pytest.mark.parametrize("picture", PICTURES)
def test_it_is_accessible_and_fits_a_phone(open_page, picture):
    page, place = open_picture(open_page, picture, width=390)
    for die in place.locator(".live-stage button.play-die").all():
        die.click()  # what dice tell belongs to the picture
    part = f'[data-live="{picture}"]'
    assert overflow(page) <= 0
    assert violations(page, GUIDELINES, part, without=COLOURS["values"]) == []
    for theme in ("dark", "light"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert illegible(page, part=part)[0] == []


@pytest.mark.parametrize("picture", PICTURES)
def test_the_still_is_there_for_print_and_without_scripts(browser, site, open_page, picture):
    page, place = open_picture(open_page, picture)
    still, stage = place.locator(".live-still"), place.locator(".live-stage")
    assert (still.is_visible(), stage.is_visible()) == (False, True)
    page.emulate_media(media="print")
    assert (still.is_visible(), stage.is_visible()) == (True, False)
    without = browser.new_context(java_script_enabled=False)
    bare = without.new_page()
    bare.goto(f"{site}/{page_of(picture)}")
    shown = bare.locator(f'[data-live="{picture}"] .live-still').first
    assert shown.locator("svg, img, table, ol").first.is_visible()
    without.close()


def test_a_link_to_a_section_lands_there(browser, site):
    """Pictures and formulas above it change their height after the page has opened."""
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(f"{site}/notebooks/expected-value.html#your-turn")
    until(page, "!window.MathJax || !!window.MathJax.startup.promise")
    page.evaluate("window.MathJax && window.MathJax.startup.promise.then(() => true)")
    lands = """() => { const top = document.getElementById("your-turn").getBoundingClientRect().top;
        return 0 <= top && top < 300; }"""
    until(page, lands, timeout=15_000)
    page.wait_for_timeout(1000)
    assert page.evaluate(lands)
    page.context.close()


def test_a_page_without_a_moving_picture_loads_none():
    text = (INDEX.parent / "book" / "notation.html").read_text(encoding="utf-8")
    assert "live/" not in text


def test_a_damaged_table_leaves_the_still_and_says_so(open_page, site):
    page = open_page("book/notation.html")
    page.route("**/coins-map.table", lambda route: route.fulfill(body=b"chancegames-table 1 00\nx"))
    page.goto(f"{site}/{page_of('coins-map')}")
    place = page.locator('[data-live="coins-map"]')
    bring_into_view(place)
    page.locator('[data-live="coins-map"][data-ready]').wait_for()
    assert place.locator(".live-still").is_visible()
    assert "is damaged" in place.locator(".play-error").inner_text()


def of_each_point(picture, function, table, version):
    """Script that asks a function of a picture, with its table, about each of many points."""
    return f"""async (m, points) => {{
        const {{ {function} }} = m["../live/{picture}.js"];
        const table = await m["tables.js"].loadTable("{table}", {version});
        return points.map((point) => {function}(table, ...point));
    }}"""


CHANCES = of_each_point("coins-map", "chances", "coins-map", 2)
FLIPS = """async (m, flips) => flips.map(([coins, points, heads]) =>
    Object.values(m["../live/coins-map.js"].after({ coins, points }, heads)))"""


def coins_map(modules, draw):
    """Chances of each number of coins, the best one, what the rule costs, and what a flip does."""
    best = coins.solve(coins.Rules(COINS, POINTS))
    ruled = coins.evaluate(coins.Rules(COINS, POINTS), _by_rule)
    states = [(draw.randint(1, COINS), draw.randint(1, POINTS)) for _ in range(POINTS_TRIED)]
    for state, found in zip(states, in_page(modules, CHANCES, states), strict=True):
        exact = best.action_values(state)
        assert found == pytest.approx([float(exact[n]) for n in sorted(exact)], abs=1e-12)
    flips = [(c, p, [draw.random() < 0.5 for _ in range(draw.randint(1, c))]) for c, p in states]
    for (held, needed, heads), left in zip(flips, in_page(modules, FLIPS, flips), strict=True):
        lost, earned = coins.Reading().effect(heads.count(False), heads.count(True))
        assert left == [held - lost, needed - earned]

    def games(chance):
        return (
            f"{float(100 * chance):.1f}" if chance >= 0.001 else f"1 game in {round(1 / chance):,}"
        )

    def shown(state):
        (flip,) = best.policy(state)
        chance, cost = best.value_at(state), best.value_at(state) - ruled.value_at(state)
        less = f"gives away {float(100 * cost):.1f}" if cost >= 0.0005 else "less than 0.1"
        rule = games(ruled.value_at(state)) if chance < 0.001 else less
        return [
            "one coin" if flip == 1 else f"{flip} coins",
            games(chance),
            rule if cost else "wins as many",
        ]

    return ("Coins left", "Points needed"), states, shown


GAINS = """async (m, points) => {
    const { Race } = m["dice-battle-rules.js"];
    const race = new Race(await m["tables.js"].loadTable("throw-map", 1), "turns");
    return points.map(([you, other]) => race.choices(race.goal - you, race.goal - other));
}"""
POCKET = """async (m, states) => {
    const { decided, pocket } = m["../live/throw-map.js"];
    return states.map(([need, other]) => [pocket(need, other, 10), decided(need, other, 60)]);
}"""


def throw_map(modules, draw):
    """Gain of each number of dice, the best one, the rule to remember, and where none matters."""
    best = race.solve(Race(goal=GOAL))
    states = [(draw.randrange(GOAL), draw.randrange(GOAL)) for _ in range(POINTS_TRIED)]
    for state, found in zip(states, in_page(modules, GAINS, states), strict=True):
        gains = best.action_values((GOAL - state[0], GOAL - state[1]))
        assert [c["gain"] for c in found] == pytest.approx([*gains.values()], abs=ERROR)
    everywhere = [*product(range(1, GOAL + 1), repeat=2)]
    for state, (dice, over) in zip(everywhere, in_page(modules, POCKET, everywhere), strict=True):
        gains = best.action_values(state).values()
        assert {dice: 1} == thumbs.roll(state)
        assert over == (max(gains) - min(gains) < 1e-14)

    def shown(state):
        needs = GOAL - state[0], GOAL - state[1]
        gains, (rule,) = best.action_values(needs), thumbs.roll(needs)
        first = f"{50 * (1 + best.value_at(needs)):.1f} races in 100"
        if max(gains.values()) - min(gains.values()) < 1e-14:
            return ["Roll what you like", first]
        dice = best.dice[needs]
        second = f"and wins {50 * (1 + gains[rule]):.1f}"
        rolls = ["one die" if n == 1 else f"{n} dice" for n in (dice, rule)]
        return [
            f"Roll {rolls[0]}",
            first,
            "says so too" if rule == dice else f"{rolls[1]} {second}",
        ]

    return ("Your points", "The other’s"), states, shown


TRIAL = """async (m, points) => {
    const { trial } = m["../live/trials.js"];
    const { arrays } = await m["tables.js"].loadTable("trials", 1);
    return points.map(([games]) => trial(arrays.chances, games).right);
}"""


def trials_start():
    """Where the chapter lets the picture begin."""
    text = (INDEX.parent / page_of("trials")).read_text(encoding="utf-8")
    return unescape(re.search(r'data-live="trials" data-start="([^"]*)"', text)[1])


def trials(modules, draw):
    """How often a trial finds the better strategy, by the normal curve of the standard library."""
    rules = tree_solitaire.Rules(0.5, tree_solitaire.UniformRatio(0.5, 1.0))
    strategies = tree_solitaire.BSTRAT, tree_solitaire.WeighedBoth(rules)
    plain, weighed = (tree_solitaire.evaluate(rules, s).value for s in strategies)
    both = plain * (1 - plain) + weighed * (1 - weighed)
    lengths = [[1, 2, 5][i % 3] * 10 ** (4 + i // 3) for i in range(16)]

    def right(games):
        return NormalDist(weighed - plain, sqrt(both / games)).cdf(0)

    start = json.loads(trials_start())
    rows = {c.quantity: c.published for c in claims("johnson1970") if "5.2 / ch.5" in c.locator}
    printed = [1e4 * float(rows[f"{s.name} variable"]) for s in strategies]
    assert [float(start[name]) for name in ("without", "with")] == pytest.approx(printed)
    found = in_page(modules, TRIAL, [(games,) for games in lengths])
    assert found == pytest.approx([1 - right(games) for games in lengths], abs=1e-6)

    def shown(state):
        in_hundred = round(100 * (1 - right(lengths[state[0]])))
        return ["finds the better" if in_hundred >= 100 else f"in {in_hundred} of 100"]

    return ("Games with each strategy",), [(draw.randrange(16),) for _ in range(20)], shown


PAIRS = """async (m, pairs) => pairs.map((asked) => m["../live/two-trials.js"].pair(...asked))"""


def two_trials(modules, draw):
    """Honest trials scatter as they should; those of one stream differ by some hundred games."""
    chance = win_chance(Rules(0.5, 0.75), tree_solitaire.LSTRAT)
    sigma = sqrt(2 * 10_000 * chance * (1 - chance))
    seeds = [draw.randrange(2**31) for _ in range(12)]
    honest = in_page(modules, PAIRS, [(seed, 0) for seed in seeds])
    assert abs(sum(map(sum, honest)) / 240_000 - chance) < 4 * sigma / sqrt(2 * 24) / 10_000 * 2
    assert 0.4 < sqrt(sum((a - b) ** 2 for a, b in honest) / len(honest)) / sigma < 1.7
    same = in_page(modules, PAIRS, [(seed, 400) for seed in seeds])
    assert max(abs(a - b) for a, b in same) < 40
    states = [("0", 3), ("400", 3), ("4000", 3), *(("0", step) for step in range(13))]
    wanted = {}
    for state in states:
        games = (1_000, 2_500, 5_000)[state[1] % 3] * 10 ** (state[1] // 3)
        spread, margin = sigma * sqrt(games / 10_000), 4 * games // 10_000
        within = 2 * NormalDist().cdf((margin + 0.5) / spread) - 1
        one, more = f"One honest pair in {1 / within:.0f} lies", f"{100 * within:.0f} in 100 lie"
        his = ".0004, four wins" if games == 10_000 else ".0004"
        half = NormalDist().inv_cdf(0.75) * spread * 10_000 / games
        wanted[state] = [
            f"{one if within < 0.2 else more} within {his};",
            f"half lie more than {half:.{int(half < 10)}f} wins in 10,000 apart",
        ]
    gaps = honest_gaps()
    wanted["0", 3].append(f"50 honest pairs: {sum(gap <= 4 for gap in gaps)} within his margin")
    return ("The second trial uses", "Length of a trial"), states, wanted.__getitem__


TIMES = """async (m, words) => words.map(m["../live/suspects.js"].timesAsLikely)"""
LEFT = """async (m, [rows, chance, cases]) => cases.map(([heard, from, ...steps]) => {
    const { after, chances, picked, BETS, PAIRS } = m["../live/suspects.js"];
    const suspects = rows.map((times) => ({ name: "", times: [...times] }));
    suspects[1].times[0] = picked(chance, PAIRS[from]);
    const found = after(suspects, steps.map((step) => BETS[step] / 100), heard);
    return { sets: found.map(({ culprits, chance }) => [culprits, chance]),
      words: chances(found[0].chance), picked: suspects[1].times[0] };
})"""


def clues_of_the_shares():
    """How many times as likely five shares end in 0, and miss as they do, if each is one trial."""
    printed = [c for c in claims("johnson1970") if c.locator == "table 4.2 (Monte Carlo)"]
    squares = []
    for claim in (claim for claim in printed if claim.published):
        which, forks, _ = claim.quantity.split()
        rules = Rules(0.5, 0.75 if forks == "constant" else tree_solitaire.UniformRatio(0.5, 1.0))
        exact = tree_solitaire.evaluate(rules, strategy(f"{which[-1]}STRAT")).value
        miss = float(claim.published) - exact
        squares.append(20_000 * miss**2 / (exact * (1 - exact)))
    return 2 ** len(squares), float(f"{exp(sum(squares) / 4) / sqrt(2) ** len(squares):.2g}")


def suspects(modules, draw):
    """By Bayes' rule, from the table of the chapter as it stands on the page."""
    page = BeautifulSoup((INDEX.parent / page_of("suspects")).read_text("utf-8"), "html.parser")
    _, *body = page.select(".suspects tr")
    rows = [[cell.get_text().strip() for cell in row.select("td")] for row in body]
    times = [in_page(modules, TIMES, row[1:]) for row in rows]
    zeros, missed = clues_of_the_shares()
    assert [row[1:] for row in times] == [[1, 1], [1, 1], [missed, 1], [missed, zeros]]
    assert times[3][0] == 1
    chance = win_chance(Rules(0.5, 0.75), tree_solitaire.LSTRAT)
    honest = NormalDist(0, sqrt(20_000 * chance * (1 - chance)))
    once = [2 * honest.cdf(margin + 0.5) - 1 for margin in (4, 1, 3)]
    bets = [0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]
    pairs = [2, 3, 5, 10, 20, 30, 50, 100, 200]
    cases = [(heard, 3, 4, 4, 4, 4) for heard in range(4)]
    cases += [
        (draw.randrange(4), draw.randrange(9), *(draw.randrange(10) for _ in range(4)))
        for _ in range(16)
    ]
    wanted = {}
    for case, found in zip(cases, in_page(modules, LEFT, [times, chance, cases]), strict=True):
        heard, among, *steps = case
        best = prod((1 - (1 - each) ** pairs[among]) / each for each in once)
        assert found["picked"] == pytest.approx(best, rel=1e-4)
        if pairs[among] == 10:  # as in the table
            assert f"{best:.2g}" == f"{times[1][0]:.2g}"
        before = [Fraction(str(bets[step])) / 100 for step in steps]
        likely = [[*row] for row in times]
        likely[1][0] = found["picked"]
        law = {}
        for size in range(5):
            for culprits in combinations(range(4), size):
                weight = Fraction(1)
                for one, bet in enumerate(before):
                    weight *= bet if one in culprits else 1 - bet
                for clue in range(heard):
                    weight *= max(Fraction(1), *(Fraction(likely[c][clue]) for c in culprits), 1)
                law[culprits] = weight
        total = sum(law.values())
        shares = {tuple(culprits): share for culprits, share in found["sets"]}
        assert shares == pytest.approx({c: float(w / total) for c, w in law.items()}, abs=1e-9)
        best = max(shares, key=lambda culprits: shares[culprits])
        who = " and ".join(rows[one][0].lower() for one in best) or "nothing but luck"
        wanted[case] = [f"Best bet: {who}", *([f"luck: {found['words']}"] if best else [])]
    return ("Clues", "Picked from", *(row[0] for row in rows)), cases, wanted.__getitem__


def honest_gaps():
    """The pairs that the picture begins with: those of its still."""
    cells = json.loads((ROOT / "notebooks/margin-of-error.ipynb").read_text("utf-8"))["cells"]
    text = "".join(line for cell in cells for line in cell["source"])
    begun = [int(gap) for gap in re.search(r":start: gaps=([\d ]+)\n", text)[1].split()]
    rules, low = Rules(0.5, 0.75), tree_solitaire.LSTRAT
    won = [tree_solitaire.simulate(rules, low, 10_000, 1968 + k).mean for k in range(100)]
    both = zip(won[:50], won[50:], strict=True)
    assert begun == [round(10_000 * abs(one - two)) for one, two in both]
    return begun


FITTING = """async (m, cases) =>
    cases.map(([printed, ours, cut]) => m["../live/judge.js"].agrees(printed, ours, cut))"""


def exact_of(words):
    """What we compute, from its words, such as 1/3, or 0.3333333 (1/3)."""
    return Fraction(re.search(r"\d+/\d+|[\d.]+", words.split("(")[-1])[0])


def judge_cases(modules, draw):
    """A changed digit agrees where the ledger says so, and what is no number is told apart."""
    cases, wanted = [], []
    for name in ("johnson1970-6.2-008", "johnson1970-4.1-031", "albarede2000-T02-002"):
        (entry,) = [entry for entry in full() if entry.claim.claim_id == name]
        ours = exact_of(entry.computed)
        for _ in range(40):
            printed = f"{float(ours) + draw.choice((0, 0, 1, -1)) * 10 ** -draw.randint(3, 6):.5f}"
            printed = printed[: draw.randint(4, 7)]
            claim = replace(entry.claim, published=printed, also_printed="")
            cases.append((printed, float(ours), claim.kind == "truncated"))
            wanted.append(compare(claim, ours).agrees)
    assert len(set(wanted)) == 2
    assert in_page(modules, FITTING, cases) == wanted
    odd = [("B8", 1, False), (".", 1, True), ("1/2", 0.5, False), ("2/3", 0.5, True)]
    assert in_page(modules, FITTING, odd) == [None, None, True, False]
    return (), [()], lambda state: ["What do you say?"]


def test_every_case_is_judged_as_the_ledger_judges_it(open_page):
    """Whoever always says neither is told our verdict, and how often that was ours, too."""
    _, place = open_picture(open_page, "judge")
    text = (ROOT / "book/method.md").read_text("utf-8")
    names = re.findall(r"\{judged\}`(.*?)`", text)
    verdicts = {entry.claim.claim_id: entry.verdict for entry in full()}
    neither = 0
    for n, name in enumerate(names, start=1):
        assert f"Case {n} of {len(names)}." in place.locator(".judged").inner_text()
        place.get_by_role("button", name="Neither").click()
        ours = "wrong" if verdicts[name] in WRONG else "neither"
        ours = "confirmed" if verdicts[name] in CONFIRMED else ours
        assert ours in place.locator(".live-readout .verdict").inner_text().lower()
        neither += ours == "neither"
        told = place.inner_text()
        assert f"as we do in {neither} of {n} case" in told and ("last" in told) == (
            n == len(names)
        )
        place.get_by_role("button", name="Next case").click()
    assert 0 < neither < len(names)


def test_a_changed_digit_is_judged_at_once(open_page):
    _, place = open_picture(open_page, "judge")
    place.get_by_role("button", name="Confirmed").click()
    box = place.get_by_label("Change what is printed")
    (claim,) = [e.claim for e in full() if e.claim.claim_id == "albarede2007-T01-004"]
    assert box.input_value() == claim.published
    off = f"{float(claim.also_printed) - 0.001:.3f}"
    both = dict.fromkeys((claim.published, claim.also_printed), "agrees")
    for printed, told in {**both, off: "differs", "x": "Type a number"}.items():
        box.fill(printed)
        assert told in place.locator(".judge-change").inner_text()


MEETINGS = """async (m, cases) => cases.map(([high, low]) =>
    Object.values(m["../live/two-players.js"].meeting(high, low)))"""


def two_players(modules, draw):
    """Both go where the library's strategies go, and part at one fork in eight."""
    chances = {
        way: {"win": value / 2, "loss": (1 - value) / 2, "split": Fraction(1, 2)}
        for way, value in (("H", Fraction(3, 4)), ("L", Fraction(1, 4)))
    }
    cases = list(product(("win", "loss", "split"), repeat=2))
    apart = dict.fromkeys(("win", "loss"), Fraction(0))
    for (high, low), found in zip(cases, in_page(modules, MEETINGS, cases), strict=True):
        ways = [
            tree_solitaire.HSTRAT.move({"H": Sight(high)}),
            tree_solitaire.LSTRAT.move({"L": Sight(low)}),
        ]
        to_high, to_low = ({"H": high, "L": low}[way] for way in ways)
        assert found == [*ways, to_high != to_low], (high, low)
        if to_high != to_low:
            assert to_high == "split"
            apart[to_low] += chances["H"][high] * chances["L"][low]
    assert apart == {"win": Fraction(1, 16), "loss": Fraction(1, 16)}
    return (), [()], lambda state: ["Both branches are covered."]


def test_two_players_part_at_one_fork_in_eight(open_page):
    """What is said fits what is drawn; after a thousand forks the count is as the page says."""
    _, place = open_picture(open_page, "two-players")
    said, picture = place.locator(".live-readout"), place.locator("svg.two-players")
    apart, own = 0, Counter()
    for n in range(1, 31):
        side = "high" if n % 2 else "low"
        place.get_by_role("button", name=f"Look {side}").click()
        assert f"heck {side} (you)" in said.inner_text()
        high, low, *ways = re.findall(
            r"(?:branch: a |goes )(\w+)", picture.get_attribute("aria-label")
        )
        ends = [{"high": high, "low": low}[way] for way in ways]
        apart += ends[0] != ends[1]
        assert ("They part" in said.inner_text()) == (ends[0] != ends[1])
        low_end = re.search(r"check low has (won|lost).*, and (?:wins|loses)\.", said.inner_text())
        if low_end:  # one of the two has won alone
            own["better" if (low_end[1] == "won") == (side == "low") else "worse"] += 1
        told = re.search(r"won you (\d+) and cost you (\d+) of (\d+) game", said.inner_text())
        assert [int(number) for number in told.groups()] == [own["better"], own["worse"], n]
    place.get_by_role("button", name="1,000 forks").click()
    parted = int(re.search(r"parted at (\d+) of 1,030", said.inner_text())[1])
    assert parted >= apart
    assert abs(parted - 1030 / 8) < 5 * sqrt(1030 * 7 / 64)
    for _ in range(9):  # ten thousand forks and some
        place.get_by_role("button", name="1,000 forks").click()
    once = re.search(r"low alone won (\d+) forks, check high alone (\d+)", said.inner_text())
    low, high = (int(number) for number in once.groups())
    in_hundred = r"by check (?:low|high)\s+[\d.]+ \(([\d.]+)\)"
    told = [float(share) for share in re.findall(in_hundred, place.inner_text())]
    rules = Rules(0.5, 0.75)
    at_fork = [win_chance(rules, tree_solitaire.LSTRAT, value) for value in (0.75, 0.25)]
    due = [(1 - at_fork[0]) / 16, at_fork[1] / 16]
    assert told == [round(100 * chance, 1) for chance in due]
    for only, chance in zip((low, high), due, strict=True):
        assert abs(only - 10_030 * chance) < 5 * sqrt(10_030 * chance)


WORTHS = """async (m, points) => {
    const { worth } = m["../live/weigh-fork.js"];
    return points.map(([x, r]) => worth(x / 100, r / 100));
}"""


def weigh_fork(modules, draw):
    """What the branches of a fork are worth, by the library's own weighing."""
    rules = Rules(Fraction(1, 2), Fraction(3, 4))

    def value(percent, split):
        parts = Fraction(percent, 100), Fraction(split, 100)
        return float(worth(rules, tree_solitaire.BSTRAT, *parts))

    states = [(draw.randint(50, 60), draw.randint(50, 98), draw.randint(50, 98)) for _ in range(20)]
    points = [(top, high) for top, high, _ in states] + [(100 - top, low) for top, _, low in states]
    found = in_page(modules, WORTHS, points)
    assert found == pytest.approx([value(*point) for point in points], abs=1e-12)

    def written(whole, split):
        first = floor(whole * split / 100 + 0.5)  # in hundredths, as the picture writes it
        share = Fraction(1, 2) if split == 50 else Fraction(first, whole)
        parts = Fraction(whole, 100), share
        return float(worth(rules, tree_solitaire.BSTRAT, *parts))

    def shown(state):
        top, high, low = state
        stay, switch = written(top, high), written(100 - top, low)
        way = "Keep to the high" if stay >= switch else "Take the low"
        games = f"{1e4 * stay:,.0f} of 10,000 games", f"and {1e4 * switch:,.0f} on the low one."
        return [f"{way} branch.", *games]

    return ("The two branches", "High branch, split", "Low branch, split"), states, shown


LINES = """async (m, all) => {
    const { chance } = m["../live/where-to-look.js"];
    return all.map((lines) => chance(lines.map((limit) => limit / 100)));
}"""


def where_to_look(modules, draw):
    """Games won by the lines that say where the second look goes, as the library has them."""
    ends = "First fork, left end", "First fork, right end"
    ends += "Later forks, left end", "Later forks, right end"
    states = [(70, 70, 70, 70), (50, 50, 50, 50), (100, 100, 100, 100), (72, 50, 82, 73)]
    states += [tuple(draw.randint(50, 100) for _ in ends) for _ in range(16)]

    def exact(state):
        left, right, later_left, later_right = (limit / 100 for limit in state)
        return _by_lines_chance(0.5, (left, right), (later_left, later_right))

    found = in_page(modules, LINES, states)
    assert found == pytest.approx([exact(state) for state in states], abs=1e-12)
    usual = round(1e5 * exact(states[0]))

    def shown(state):
        wins = round(1e5 * exact(state))
        more = f"{abs(wins - usual) / 10:.1f} {'more' if wins > usual else 'fewer'} than with"
        return [f"{wins / 10:,.1f} of 10,000 games", more if wins != usual else "As many as with"]

    return ends, states, shown


SHARED = """async (m, points) => {
    const { chances } = m["../live/share-or-copy.js"];
    return points.map(([both]) => chances(both / 100));
}"""


def share_or_copy(modules, draw):
    """Boldness and caution at even forks whose branches keep more than their share."""
    rules = Rules(Fraction(1, 2), Fraction(1, 2))
    states = [(100,), (200,), *((draw.randrange(101, 200),) for _ in range(8))]
    wanted = {}
    for state, found in zip(states, in_page(modules, SHARED, states), strict=True):
        both, exact = state[0] / 100, []
        for player in (tree_solitaire.LSTRAT, tree_solitaire.HSTRAT):
            won, stands, value = 0.0, 1.0, 0.5
            for _ in range(80):
                at = fork(rules, player, both * value)
                won, stands = won + stands * at.win, stands * (at.high + at.low)
                value *= both / 2
            exact.append(won)
        assert found == pytest.approx(exact, abs=1e-9)
        ahead = "Caution" if exact[1] > exact[0] else "Boldness"
        wanted[state] = [f"{ahead} leads by {100 * abs(exact[1] - exact[0]):.1f} games"]
    return ("Both branches together",), states, wanted.__getitem__


DRIFTING = of_each_point("drift", "chancesAt", "drift", 1)


def drift(modules, draw):
    """Chances in games whose values drift, by the linear equations of all levels."""
    endings = ENDING_CHANCES[::2]
    states = [(draw.randrange(16), draw.randrange(5), draw.randrange(5)) for _ in range(20)]
    wanted = {}
    asked = [(e, t, a) for a, t, e in states]
    for state, found in zip(states, in_page(modules, DRIFTING, asked), strict=True):
        a, t, e = state
        game = DriftGame(endings[e], TOPS[t], STEPS[a])
        exact = [drift_chance(game, s, depth=200).value for s in DRIFTERS]
        assert found == pytest.approx(exact, abs=1e-9)
        wanted[state] = [
            f"Caution wins {100 * exact[1] + 1e-9:.1f} games in 100",
            f"boldness {100 * exact[0] + 1e-9:.1f}",  # a half rounds up
        ]
    labels = "Step, up or down", "Value of the top", "Chance that a point ends"
    return labels, states, wanted.__getitem__


ENDINGS = """async (m, points) => {
    const { endings } = m["../live/goal-421.js"], { Round421 } = m["game421-rules.js"];
    const table = await m["tables.js"].loadTable("game421", 1), round = new Round421(table);
    return points.map(([goal, player, casts]) => [...endings(table, round, player, casts,
        round.find(goal) - round.firstHand)].map((chance, hand) =>
            [round.words(round.firstHand + hand), chance]));
}"""


def goal_421(modules, draw):
    """Chance of the goal and of what comes instead."""
    hands = ["".join(hand) for hand in combinations_with_replacement("654321", 3)]
    states = [
        (draw.choice(hands), draw.choice(PLAYERS), draw.randint(1, 9)) for _ in range(POINTS_TRIED)
    ]
    wanted = {}
    for state, found in zip(states, in_page(modules, ENDINGS, states), strict=True):
        goal, player, casts = state
        chances = _goal_chances(player, 3, casts)
        order = sorted("".join(sorted(hand)) for hand in hands)
        row = dict(zip(order, chances[order.index("".join(sorted(goal)))], strict=True))
        assert {"".join(sorted(name)): p for name, p in found} == pytest.approx(row, abs=ERROR)
        wanted[state] = row["".join(sorted(goal))]

    return (
        ("Goal", "Player", "Casts"),
        states,
        lambda s: [f"comes up in {100 * wanted[s]:.1f} of 100"],
    )


def test_the_adviser_is_asked_about_the_goal_and_the_casts_of_the_picture(open_page):
    page, place = open_picture(open_page, "goal-421")
    place.get_by_label("Goal", exact=True).select_option("611")
    place.get_by_role("link", name="Ask the adviser about this goal").click()
    advice = page.locator(".play-advice")
    advice.wait_for()
    assert page.get_by_label("Casts left").input_value() == "2"
    assert advice.inner_text() == "Keep 6 and 1, cast one."  # of the 641 on the table


def test_rounds_for_a_goal_are_played_with_dice(open_page):
    page, place = open_picture(open_page, "goal-421")
    place.get_by_role("button", name="Play a round").click()
    assert place.locator(".play-dice-shown").count() > 0
    order = ["".join(hand) for hand in combinations_with_replacement("123456", 3)]
    wanted = order.index("124")
    for player in PLAYERS:
        chance = _goal_chances(player, 3, 3)[wanted, wanted]
        place.get_by_label("Player", exact=True).select_option(player)  # counts from 0 again
        for _ in range(20):
            place.get_by_role("button", name="Play 100 rounds").click()
        said = place.get_by_text("of 2000 rounds").inner_text()
        reached = int(re.search(r"421 in (\d+) of", said)[1])
        assert reached == pytest.approx(2000 * chance, abs=6 * (2000 * chance) ** 0.5)
    assert page.complaints == []


HANDS = """async (m, points) => {
    const { Round421, Stakes, NOTHING } = m["game421-rules.js"];
    const round = new Round421(await m["tables.js"].loadTable("game421", 1));
    return points.map(([worth, left, who]) => Stakes.named(round, who, worth)
        .choices(left, NOTHING, round.find("641")).map((c) => [round.words(c.option), c.value]));
}"""


def hands_421(modules, draw):
    """What keeping each part of 641 is worth, whatever counts."""
    states = [*product(("transfer", "Total", "Max"), (1, 2), PLAYERS)]
    wanted = {}
    order = [digits(state)[::-1] for state in Round().states]
    for state, found in zip(states, in_page(modules, HANDS, states), strict=True):
        worth, left, player = state
        values = _round_values(player, worth)[left]
        for kept, value in found:
            assert value == pytest.approx(values[order.index(kept[::-1])], abs=ERROR)
        wanted[state] = max(value for _, value in found)
    return ("What counts", "Casts left", "Player"), states, lambda s: [f"worth {wanted[s]:.2f} "]


def test_the_reader_keeps_dice_of_641_before_the_page_tells(open_page):
    """No die is filled until then; afterwards each choice is told what it is worth."""
    page, place = open_picture(open_page, "hands-421")
    said, filled = place.locator(".live-readout"), place.locator(".live-fields .kept")
    assert said.inner_text() == "641, two casts left. What do you keep?"
    assert filled.count() == 0
    worth = solve_round(Round()).action_values((1, (), (1, 4, 6)))
    for kept, value in worth.items():
        name = f"keep {digits(kept)}" if kept else "cast all three again"
        name = "stop" if len(kept) == 3 else name
        place.get_by_role("button", name=name, exact=True).click()
        told = f"To {name} is worth only {float(value):.2f} tokens."
        if value == max(worth.values()):
            told = "Your choice is best play."
        assert told in said.inner_text()
        assert "641: keep 41." in said.inner_text()
    assert filled.count() > 0
    assert page.complaints == []


def _ends(best, worth, made, aside):
    """How often a round of three casts ends with each number of tokens, by best play."""
    if len(aside) == 3:
        return Counter({worth(aside): 1.0})
    found = Counter()
    for rolled, chance in combined(3 - len(aside)).items():
        table = tuple(sorted(aside + rolled))
        after = table if made == 2 else best.best((made + 1, aside, table))[0]
        for tokens, share in _ends(best, worth, made + 1, after).items():
            found[tokens] += float(chance) * share
    return found


@pytest.mark.parametrize("prize", [6, 8, 10, 11, 14])
def test_the_prize_of_421_changes_what_to_keep(open_page, prize):
    """Hands that are then played otherwise are marked, and the columns tell how rounds end."""
    _, place = open_picture(open_page, "hands-421")
    place.get_by_label("A 421 is worth").fill(str(prize))

    def worth(shown):
        return prize if shown == (1, 2, 4) else game421.tokens(shown)

    usual, best = solve_round(Round()), solve_round(Round(utility=worth))
    first = [{h: each.best((1, (), h))[0] for h in Round().hands} for each in (usual, best)]
    changed = {digits(h) for h in Round().hands if first[0][h] != first[1][h]}
    marked = place.locator(".live-fields .changed").all()
    assert {"".join(cell.locator("b").all_inner_texts()) for cell in marked} == changed
    assert bool(changed) == (prize != 10)
    values = best.action_values((1, (), (1, 4, 6)))
    ranked = sorted(values, key=values.get, reverse=True)
    told = place.locator(".hands-ends svg").get_attribute("aria-label")
    amounts = sorted({*map(worth, Round().hands)})
    for kept, words in zip(ranked[:2], told.removesuffix(".").split("; "), strict=True):
        ends = _ends(best, worth, 1, kept)
        shares = ", ".join(f"{amount} in {100 * ends[amount]:.0f}" for amount in amounts)
        assert words.endswith(f"keep {digits(kept)}: {shares}")


WAYS = """async (m, worth) => {
    const { Round421 } = m["game421-rules.js"], { ways } = m["../live/characters-421.js"];
    return ways(new Round421(await m["tables.js"].loadTable("game421", 1)), ...worth);
}"""


def characters_421(modules, draw):
    """What 321 is worth if the sum counts, and the goal that promises most to who counts success.

    What the four players do is tested with the page of 421.
    """
    values = _round_values("first", "Total")[2]
    order = [digits(state)[::-1] for state in Round().states]
    kept = [part for n in range(4) for part in combinations((1, 2, 3), n)]
    best = max(values[order.index(digits(k)[::-1])] for k in kept)

    def shown(state):
        (off,) = state
        promises = Prospects(Round(utility=lambda shown: sum(shown) - off))
        goals = (promises.of(1, k, False).values() for k in kept if len(k) < 3)
        promised = float(max(map(max, goals)))
        words = f"worth {best - off:.2f} points", f"times in 100, makes {promised:.2f}."
        return [each.replace("-", "−") for each in words]

    offs = range(0, 18, 6)
    both = [Character(misses, 1, True) for misses in (False, True)]
    tokens = judge(Round(), both)
    found = [row[0] for row in in_page(modules, WAYS, ["transfer"])]
    assert found == pytest.approx([100 * float(tokens.of(each)) for each in both], abs=1e-9)
    alone, too = in_page(modules, WAYS, ["Total"])
    for off in offs:
        rules = Round(utility=lambda shown, off=off: sum(shown) - off)
        players = Character(False, 1, True), Character(True, 1, True)
        judged = judge(rules, players)
        wanted = [100 * float(judged.of(player)) for player in players]
        assert [alone[off], too[off]] == pytest.approx(wanted, abs=1e-9)
    return ("Points taken off",), [(off,) for off in range(18)], shown


TOKEN_MAP = """async (m, points) => {
    const { Round421, Whole421 } = m["game421-rules.js"];
    const { begins, cost, kept } = m["../live/token-map-421.js"];
    const table = await m["tables.js"].loadTable("game421", 1), round = new Round421(table);
    const whole = new Whole421(round);
    return points.map(([pot, own, hand, starter]) => [begins(table, whole, pot, own, starter),
        round.words(kept(table, whole, pot, own, round.find(hand), starter)),
        starter === "loser" ? cost(whole, pot, own, round.find(hand)) : 0]);
}"""


def token_map_421(modules, draw):
    """What to keep of first casts, in positions of the whole game, and who wins."""
    stars = {}
    for starter in ("loser", "winner", "alternate"):
        best = solve_game(Game(starter=starter))
        places = draw.sample(best.rules.positions, POINTS_TRIED // 150)
        asked = [(*place, digits(hand), starter) for place in places for hand in EVERY_HAND]
        keeps = {place: first_keeps(best, place) for place in places}
        for case, (chance, kept, cost) in zip(
            asked, in_page(modules, TOKEN_MAP, asked), strict=True
        ):
            pot, own, name, _ = case
            shown = tuple(sorted(map(int, name)))
            if starter == "loser":
                values = best.action_values(Turn(pot, own, (), 1, (), shown))
                assert cost == pytest.approx(max(values.values()) - values[shown], abs=1e-9)
            best_kept = keeps[pot, own][shown]
            assert kept in ([name] if shown in best_kept else map(digits, best_kept))
            assert chance == pytest.approx(best.value_at((pot, own)), abs=1e-9)
        stars[starter] = f"{100 * best.value_at((1, 5)) + 1e-9:.1f} games in 100"
    return ("Who begins the next set",), [(who,) for who in stars], lambda at: [stars[at[0]]]


RATCHET = """async (m, points) => {
    const { chances } = m["../live/ratchet-211.js"];
    const table = await m["tables.js"].loadTable("ratchet-211", 1);
    return points.map(([casts, faces]) => chances(table, faces, casts));
}"""


def ratchet_211(modules, draw):
    """Rounds for 211 after a lone 2, by the solver of rounds."""
    states = [(draw.randint(1, 8), draw.randint(3, 8)) for _ in range(10)]
    wanted = {}
    for state, found in zip(
        states, in_page(modules, RATCHET, [(n + 1, f) for n, f in states]), strict=True
    ):
        casts, faces = state[0] + 1, state[1]
        rules = Round(3, faces=faces, casts=casts, utility=Aim.at("211"))
        values = solve_round(rules).action_values((1, (), (2, 3, 3)))
        keep, back = float(values[2,]), float(values[()])
        assert (found["keep"], found["back"]) == pytest.approx((keep, back), abs=1e-12)
        wanted[state] = [f"in {100 * keep:.2f} of 100 rounds", f"in {100 * back:.2f} if"]
    return ("Casts still to come", "Faces of a die"), states, wanted.__getitem__


STRATEGY_CHANCES = of_each_point("best-strategy", "chancesOf", "tree-solitaire", 1)


#: Most looks before a move.
LOOKS = {"NOSTRAT": 0, "STRAT": 0, "HSTRAT": 1, "LSTRAT": 1, "2HSTRAT": 2, "2LSTRAT": 2}
LOOKS |= {"BSTRAT": 2, "ooHSTRAT": inf, "ooLSTRAT": inf}


NAMED_CHANCES = """async (m, [names, points]) => {
    const { namedChance } = m["../live/tree-chances.js"];
    return points.map(([e, a]) => names.map((name) => namedChance(name, e / 100, a / 100)));
}"""


def best_strategy(modules, draw):
    """Chances of all strategies on the map and between its cells; the best that looks as often."""
    names = [policy.name for policy in STRATEGIES]
    cells = [(e, a) for e in range(len(ENDING_CHANCES)) for a in range(len(SHARES))]
    for cell, found in zip(cells, in_page(modules, STRATEGY_CHANCES, cells), strict=True):
        game = Rules(ENDING_CHANCES[cell[0]], SHARES[cell[1]])
        assert found == pytest.approx([win_chance(game, p) for p in STRATEGIES], abs=1e-12)
    games = [(draw.randint(2, 98), draw.randint(50, 98)) for _ in range(30)]
    wanted = {}
    for state, found in zip(games, in_page(modules, NAMED_CHANCES, [names, games]), strict=True):
        exact = [win_chance(Rules(state[0] / 100, state[1] / 100), p) for p in STRATEGIES]
        assert found == pytest.approx(exact, abs=1e-12)
        for most in ("1", "2", "Infinity"):
            few = [n for n, name in enumerate(names) if LOOKS[name] <= float(most)]
            best = max(exact[n] for n in few)
            last = max(n for n in few if exact[n] > best - 1e-9)
            wanted[most, *state] = f"{PLAIN[names[last]].capitalize()} wins {100 * best:.1f} games"
    labels = "Looks before each move, at most", "E, chance of an end", "A, share of high"
    shown = [(draw.choice(("1", "2", "Infinity")), *state) for state in games]
    return labels, shown, lambda state: [wanted[state]]


TABLES = """async (m, points) => {
    const { ALL } = m["../live/your-strategy.js"], { chanceOf } = m["../live/tree-chances.js"];
    const answers = (plan) => [plan.first, plan.second, plan.ifLost ?? null, plan.ifSplit];
    return points.map(([e, a]) => ALL.map((plan) =>
        [...answers(plan), chanceOf(plan, e / 100, a / 100)]));
}"""


def ordinal_answers(plan):
    """The four answers of a table: the first look, the next one, and the moves after that."""
    path, moves = dict(plan.second).get("split"), dict(plan.moves)
    if path is None:
        return plan.first, None, None, moves["split",]
    lost = moves["split", "loss"] if len(path) == 2 else None
    return plan.first, path, lost, moves["split", "split"]


def your_strategy(modules, draw):
    """Each way to play wins what its table does in the library, and no table plays otherwise."""
    plans = {ordinal_answers(p): p for p in ordinal_strategies(2) if "loss" not in dict(p.second)}
    games = [(draw.randint(45, 90), draw.randint(50, 95)) for _ in range(3)]
    wanted = {}
    for state, found in zip(games, in_page(modules, TABLES, games), strict=True):
        game = Rules(state[0] / 100, state[1] / 100)
        exact = {key: ordinal_value(game, plan, 32) for key, plan in plans.items()}
        ways = {tuple(answers): chance for *answers, chance in found}
        assert ways == pytest.approx({key: exact[key] for key in ways}, abs=ERROR)
        assert all(min(abs(won - way) for way in ways.values()) < ERROR for won in exact.values())
        own = exact["H", None, None, "H"]
        place = 1 + sum(way > own + ERROR for way in ways.values())
        wanted[state] = f"wins {100 * own:.1f} games in 100: place {place} of {len(ways)}"
    return ("E, chance of an end", "A, share of high"), games, lambda state: [wanted[state]]


def test_four_answers_make_a_strategy_of_the_source(open_page):
    _, place = open_picture(open_page, "your-strategy")
    for question, answer in ("first", "low"), ("splits, look", "high below it"):
        group = place.get_by_role("group", name=re.compile(f"{question}$"))
        button = group.get_by_role("button", name=answer, exact=True)
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
    said = place.locator(".live-readout").inner_text()
    assert "71.7 games in 100: place 1 of 18" in said
    assert "You have found check low, then deeper, one of the five." in said
    assert "Nothing here beats it." in said
    address = place.locator(".live-play").get_attribute("href")
    assert address.endswith("tree-solitaire.html?e=0.5&a=0.75&by=2LSTRAT")


def test_a_strategy_has_no_name_before_it_is_found(open_page):
    _, place = open_picture(open_page, "your-strategy")
    stage = place.locator(".live-stage")
    assert place.locator("circle.untried").count() == 17
    assert "You have tried 1 of 18." in stage.inner_text()
    assert "check low" not in stage.inner_text() and "71.7" not in stage.inner_text()
    place.locator("circle.untried").first.dispatch_event("click")
    assert "place 6 of 18" in stage.inner_text()
    low = place.get_by_role("group", name="Look first").get_by_role("button", name="low")
    low.click()
    assert "You have found check low, one of the five." in stage.inner_text()
    assert "Your best so far: 68.8 (check low)." in stage.inner_text()
    assert place.locator("svg.live-ways text", has_text=re.compile("^check low$")).count() == 1
    assert place.locator("circle.untried").count() == 16
    place.get_by_role("group", name="If it splits, go").get_by_role("button", name="low").click()
    assert "place 18 of 18" in stage.inner_text()
    assert "Your best so far: 68.8 (check low)." in stage.inner_text()
    place.get_by_role("button", name="Show all").click()
    assert place.locator("circle.untried").count() == 0
    assert "Nothing here beats check low, then deeper: 71.7." in stage.inner_text()


def test_the_fork_shows_where_the_strategy_looks_and_goes(open_page):
    _, place = open_picture(open_page, "your-strategy")
    tree = place.locator("svg.live-fork")
    assert tree.get_attribute("aria-label").startswith("A fork. Look 1: the high branch. If all")
    place.get_by_role("button", name="low below it").click()
    said = "Look 2: the low branch below the high one. If all that you see splits, you go high."
    assert tree.get_attribute("aria-label").endswith(said)
    assert tree.locator(".looked text").all_text_contents() == ["1", "2"]
    assert tree.locator("line.goes").count() == 1
    lost = place.get_by_role("group", name="If the second point loses, go")
    lost.get_by_role("button", name="low").click()
    assert tree.locator("line.goes.else").count() == 1


def test_the_key_of_the_hill_lies_on_the_hill(open_page):
    _, place = open_picture(open_page, "score-causes")
    hill, key = (place.locator(each).bounding_box() for each in (".live-named", ".live-layers"))
    assert hill["x"] <= key["x"] and hill["y"] <= key["y"] < hill["y"] + hill["height"]


def test_a_dot_is_a_strategy_and_none_hides_another(open_page):
    _, place = open_picture(open_page, "your-strategy")
    place.get_by_role("button", name="Show all").click()
    for share in "50", "75":
        place.get_by_label("A, share of high", exact=True).fill(share)
        for chance in "20", "37", "50":
            place.get_by_label("E, chance of an end", exact=True).fill(chance)
            assert "undefined" not in place.inner_text()
            spots = place.locator("circle.way, circle.named").evaluate_all(
                "all => all.map((dot) => [dot.cx.baseVal.value, dot.cy.baseVal.value])"
            )
            assert len(spots) == 18
            assert all(abs(a - c) + abs(b - d) > 7.9 for (a, b), (c, d) in combinations(spots, 2))
    place.locator("circle.named", has_text="check both").dispatch_event("click")
    said = place.locator(".live-readout").inner_text()
    assert "You have found check both, one of the five." in said


def test_at_even_forks_a_named_strategy_is_the_best_and_no_dot_hides_another(open_page):
    _, place = open_picture(open_page, "your-strategy")
    place.get_by_role("button", name="Show all").click()
    place.get_by_label("A, share of high", exact=True).fill("50")
    for ending in 20, 30, 37, 85:
        place.get_by_label("E, chance of an end", exact=True).fill(str(ending))
        game = Rules(ending / 100, Fraction(1, 2))
        won = {name: win_chance(game, strategy(name)) for name in ("BSTRAT", "2LSTRAT")}
        best = max(won, key=won.__getitem__)
        said = place.locator(".live-readout").inner_text()
        assert f"Nothing here beats {PLAIN[best]}: {100 * won[best]:.1f}." in said
        at = "(dots) => dots.map((dot) => [dot.cx, dot.cy].map((place) => place.baseVal.value))"
        dots = place.locator("circle.way, circle.named").evaluate_all(at)
        assert len(dots) == 18
        assert min(hypot(a - c, b - d) for (a, b), (c, d) in combinations(dots, 2)) > 7.9


def test_a_dot_can_be_pressed(open_page):
    _, place = open_picture(open_page, "your-strategy")
    place.get_by_role("button", name="Show all").click()
    dots = place.locator("circle.way, circle.named")
    seen = set()
    for n in range(18):
        dots.nth(n).dispatch_event("click")
        said = place.locator(".live-readout .said").inner_text()
        assert place.locator("circle.yours").count() == 1
        seen.add(int(re.search(r"place (\d+) of 18", said)[1]))
    assert seen == set(range(1, 19))


def test_the_map_of_dice_turns_into_one_of_chances_and_back(open_page):
    _, place = open_picture(open_page, "throw-map")
    switch, key = place.get_by_role("button", name="your chance to win"), ".live-legend span"
    pixels = "(canvas) => canvas.toDataURL()"
    dice = place.locator("canvas").evaluate(pixels)
    switch.click()
    assert place.locator(key).inner_text() == "races you win in 100, from"
    assert switch.get_attribute("aria-pressed") == "true"
    assert place.locator("canvas").evaluate(pixels) != dice
    switch.click()
    assert place.locator(key).inner_text() == "dice to roll"
    assert place.locator("canvas").evaluate(pixels) == dice


BANDS = """async (m, rows) =>
    m["../live/frame.js"].bands(rows[0].length, rows.length, (i, j) => Number(rows[j][i]))"""


def test_a_band_is_written_on_where_it_is_widest(modules):
    rows = ["1112222", "1112222", "1112222", "3322222", "3322222", "1122222"]
    spots = in_page(modules, BANDS, rows)
    found = {(rows[b["j"]][b["i"]], b["i"], b["j"], b["room"]) for b in spots}
    assert len(found) == 4  # the two bands of 1 do not touch
    assert {("1", 1, 1, 2), ("3", 0, 3, 1), ("1", 0, 5, 1)} < found
    assert {room for level, *_, room in found if level == "2"} == {2}


APART = """async (m, [rows, i, j]) => m["../live/frame.js"].bands(rows[0].length, rows.length,
    (i, j) => Number(rows[j][i]), (x, y) => x === i && y === j)"""


def test_no_band_is_written_on_under_a_mark(modules):
    rows = ["11111", "11111", "11111", "11111", "11111"]
    (spot,) = in_page(modules, APART, [rows, 2, 2])
    assert (spot["i"], spot["j"]) != (2, 2)


def test_a_link_presses_the_button_that_it_names(open_page):
    page, place = open_picture(open_page, "throw-map")
    page.get_by_role("link", name="With 20 points").click()
    place.get_by_text("Roll 9 dice.").wait_for()
    assert "At 20 to 60" in place.inner_text()


def test_every_first_roll_of_any_die_has_its_dot(open_page):
    _, place = open_picture(open_page, "any-die")
    solved = race.solve(Race(goal=50, dice=40, faces=8)).action_values((50, 50))
    told = place.locator("svg.live-dots").get_attribute("aria-label").split(": ", 1)[1]
    for dot in told.split("; "):
        dice, won = dot.split(": ")
        assert float(won) == pytest.approx(50 + 50 * solved[int(dice)], abs=0.151)


REACH = """async (m, [dice, faces]) => m["../live/any-die.js"].reach(dice, faces)"""


@pytest.mark.parametrize("faces", [4, 8, 12])
def test_each_plan_of_an_opening_ends_at_the_last_goal_that_its_rolls_bring(modules, faces):
    solved = race.solve(Race(goal=200, dice=40, faces=faces))
    dice = [solved.best((goal, goal))[0] for goal in range(1, 201)]
    ends = in_page(modules, REACH, [dice, faces])
    for rolls, end in zip((1, 2), ends, strict=True):
        good = [rolls * n * (faces + 2) / 2 >= goal for goal, n in enumerate(dice, 1)]
        assert good[end - 1] and not any(good[end:])


def test_a_mixture_wins_more_than_any_of_its_numbers(open_page):
    _, place = open_picture(open_page, "exploit")  # it begins on a dot
    value_at = dice_battle.solve(dice_battle.AtOnce()).value_at
    for needs in ((35, 38), (36, 38)):
        label = place.locator("svg.live-dots").get_attribute("aria-label")
        assert f"the mixture: {50 + 50 * value_at(needs):.2f}" in label
        place.get_by_role("button", name="Next dot").click()


def test_three_coins_can_be_flipped_both_ways(open_page):
    page, place = open_picture(open_page, "ratchet-211")
    flips = place.get_by_role("button", name="Flip 50 rounds each way")
    assert not flips.is_visible()  # with dice
    place.get_by_role("button", name="Three coins").click()
    for _ in range(40):
        flips.click()
    said = place.get_by_text("In 2000 rounds").inner_text()
    kept, again = (int(re.search(rf"(\d+) {words}", said)[1]) for words in ("succeed", "if all"))
    assert (kept, again) == (pytest.approx(500, abs=130), pytest.approx(750, abs=150))
    assert page.complaints == []


WALKS = """async (m, [names, games]) => {
    const { playTrees } = m["tree-rules.js"], { seeded } = m["words.js"];
    return playTrees(names, { ending: 0.3, share: 0.75 }, games, seeded(1));
}"""


def walk_tree(modules, draw):
    """A walk has no number of its own but values of points; they are won as often as they say."""
    games, names = 4000, [policy.name for policy in STRATEGIES]
    won = in_page(modules, WALKS, [names, games])
    for policy, wins in zip(STRATEGIES, won, strict=True):
        exact = win_chance(Rules(0.3, 0.75), policy)
        assert abs(wins / games - exact) < 4 * (exact * (1 - exact) / games) ** 0.5
    return (
        ("Strategy",),
        [(name,) for name in names],
        lambda state: [f"{PLAIN[state[0]].capitalize()} stands at"],
    )


WIDE_DEEP = {"BSTRAT": "Wide", "2LSTRAT": "Deep"}
HIGH_LOW = {"HSTRAT": "Check high", "LSTRAT": "Check low"}
BOTH = """async (m, cases) => cases.map(([name, tree]) => {
    const { act, atTop } = m["../live/side-by-side.js"], known = new Map(Object.entries(tree));
    const walk = atTop(), told = [];
    while (walk.tree.get(walk.at) === "split") {
      act(name, walk, (path) => known.get(path));
      told.push(walk.said);
    }
    const looks = told.filter((said) => said.startsWith("looks")).length;
    return [walk.at, walk.tree.get(walk.at), looks];
})"""


def side_by_side(modules, draw):
    """On trees of four levels all go where the library's strategies go."""
    cases, wanted = [], []
    for name, share in (("BSTRAT", 0.5), ("2LSTRAT", 0.5), ("HSTRAT", 0.75), ("LSTRAT", 0.75)):
        for _ in range(30):
            top = grow_small(Rules(0.6, share), draw.randrange(10**6))
            moves, won = play(top, strategy(name))
            cases.append((name, {path: point.kind for path, point in top.walk()}))
            way = "".join(move.branch for move in moves)
            wanted.append([way, "win" if won else "loss", sum(len(move.looks) for move in moves)])
    assert in_page(modules, BOTH, cases) == wanted
    return (
        ("Ends are",),
        [("half",), ("rare",), ("frequent",)],
        lambda state: ["One tree, two players: one look each"],
    )


def walked_to_the_end(place):
    """What is said when both players have come to an end."""
    for _ in range(20):  # more than a tree of the stills takes
        if place.get_by_role("button", name="Another tree").count():
            break
        place.get_by_role("button", name="Next step").click()
    else:  # with few ends, a tree that is drawn by lot may take hundreds
        place.get_by_role("button", name="To the end").click()
        assert place.get_by_role("button", name="Another tree").count()
    return place.locator(".live-readout").inner_text()


ONE, TWO = "notebooks/one-look.html", "notebooks/two-looks.html"


def test_a_tree_in_the_words_of_the_chapter_is_walked(open_page):
    """Check low wins the tree of the still, and check high the other one that the page names."""
    page, place = open_picture(open_page, "side-by-side", on=ONE)
    assert "Check high has lost, check low has won." in walked_to_the_end(place)
    page.get_by_role("link", name="another one", exact=True).click()
    place.get_by_text("Check high has won, check low has lost.").wait_for()


@pytest.mark.parametrize(
    ("on", "ends", "rules", "players", "end"),
    [
        (TWO, "rare", Rules(0.1, 0.5), WIDE_DEEP, "Wide has lost, deep has won."),
        (TWO, "frequent", Rules(0.7, 0.5), WIDE_DEEP, "Wide has won, deep has lost."),
        (ONE, "half", Rules(0.5, 0.75), HIGH_LOW, "Check high has lost, check low has won."),
        (ONE, "rare", Rules(0.1, 0.75), HIGH_LOW, "check low"),  # on a tree drawn by lot
        (ONE, "frequent", Rules(0.9, 0.75), HIGH_LOW, "check low"),
    ],
)
def test_two_players_end_as_the_stills_show(open_page, on, ends, rules, players, end):
    """Who is ahead on the tree that is drawn, and how many trees each wins in the long run."""
    _, place = open_picture(open_page, "side-by-side", on=on)
    place.get_by_label("Ends are", exact=True).select_option(ends)
    assert end in walked_to_the_end(place)
    place.get_by_role("button", name="Play 1,000 trees").click()
    boards = place.locator(".live-pair p").all_inner_texts()
    assert boards == [f"{title} stands at the top." for title in players.values()]
    place.get_by_role("button", name="To the end").click()
    assert re.search(r"made \d+ moves?, .* made \d+ moves?\.", walked_to_the_end(place))
    for name, title in players.items():
        exact = win_chance(rules, strategy(name))
        played = re.search(rf"{title}\s+([\d.]+) \(([\d.]+)\)", place.inner_text())
        assert played[2] == f"{100 * exact:.1f}"
        assert abs(float(played[1]) / 100 - exact) < 5 * sqrt(exact * (1 - exact) / 1000)


def test_the_walk_is_on_the_tree_of_the_still_as_the_library_plays_it(open_page):
    _, place = open_picture(open_page, "walk-tree")
    top = grow_small(Rules(0.5, 0.75), seed=853)
    tree = ".".join(path + point.kind[0] for path, point in top.walk() if path)
    start = json.loads(place.get_attribute("data-start"))
    assert (float(start["e"]), float(start["a"]), start["tree"]) == (0.5, 0.75, tree)
    said, step = place.locator(".live-readout"), place.locator("button.main")
    for policy in STRATEGIES[1:]:  # all but the one that tosses coins
        place.get_by_label("Strategy", exact=True).select_option(policy.name)
        moves, won = play(top, policy)
        for _ in range(sum(len(move.looks) + 1 for move in moves)):
            assert step.inner_text() == "Next step"
            step.click()
        words = f"{'won' if won else 'lost'} after {len(moves)} move"
        assert words in said.inner_text(), policy.name
        assert step.inner_text() == "Next tree"


REPLIES = """async (m, points) => {
    const { replies } = m["../live/mixture.js"];
    const table = await m["tables.js"].loadTable("one-roll", 2);
    return points.map((weights) => replies(table, weights));
}"""


def mixture(modules, draw):
    """Wins of every reply to a mixture of two numbers of dice, and the best reply."""
    rules = dice_battle.OneRoll(dice=10)
    states = [(draw.randint(1, 100), draw.randint(1, 100)) for _ in range(POINTS_TRIED)]
    mixed = [[0, two, 0, 0, five, *[0] * 5] for two, five in states]
    wanted = {}
    for state, found in zip(states, in_page(modules, REPLIES, mixed), strict=True):
        two, five = (Fraction(part, sum(state)) for part in state)
        gains = dice_battle.solve(rules, opponent=lambda _, p=(two, five): {2: p[0], 5: p[1]})
        exact = [(1 + float(gain)) / 2 for gain in gains.action_values().values()]
        assert found == pytest.approx(exact, abs=1e-12)
        wanted[state] = max(exact)
    return ("2 dice", "5 dice"), states, lambda s: [f"{100 * wanted[s]:.1f} games in 100"]


OUTCOMES = of_each_point("duel-map", "outcome", "one-roll", 2)


def duel_map(modules, draw):
    """Games won, lost and drawn of every number of dice against every other."""
    rules = dice_battle.OneRoll(dice=10)
    states = [*product(rules.rolls, repeat=2)]
    shown = {}
    for state, found in zip(states, in_page(modules, OUTCOMES, states), strict=True):
        mine, other = map(rules.scores, state)
        pairs = [((x > y) - (x < y), p * q) for x, p in mine.items() for y, q in other.items()]
        exact = [float(sum(p for sign, p in pairs if sign == s)) for s in (1, -1, 0)]
        assert [found["win"], found["lose"], found["draw"]] == pytest.approx(exact, abs=1e-12)
        won, lost, even = (f"{100 * share:.1f}" for share in exact)
        shown[state] = [f"win {won}, lose {lost}, draw {even}"]
    draw.shuffle(states)
    return ("Your dice", "The other’s"), states, shown.__getitem__


def any_die(modules, draw):
    """The first roll and the opener's wins, for four dice and every goal."""
    far = 200
    solved = {f: race.solve(Race(goal=far, dice=40, faces=f)) for f in (4, 7, 12, 20)}
    states = [(draw.choice([*solved]), draw.randint(1, far)) for _ in range(20)]

    def shown(state):
        faces, goal = state
        dice = solved[faces].best((goal, goal))[0]
        wins = 50 * (1 + solved[faces].value_at((goal, goal)))
        return [f"Roll {dice} dice." if dice > 1 else "Roll one die.", f"win {wins:.1f} races"]

    return ("Faces of a die", "Points to reach"), states, shown


EXPOSED = """async (m, [finish, points]) => {
    const { exposed, indifferent } = m["../live/exploit.js"], { Race } = m["dice-battle-rules.js"];
    const race = new Race(await m["tables.js"].loadTable("dice-battle-10", 1), finish);
    return points.map(([a, b]) => [exposed(race, a, b), indifferent(race, a, b)]);
}"""


def exploit(modules, draw):
    """What each fixed number of dice leaves against one who knows, and where none matters."""
    finishes = {"draw": "draw", "higher": "higher total"}
    solved = {
        short: dice_battle.solve(dice_battle.AtOnce(goal=GOAL, dice=10, finish=finish))
        for short, finish in finishes.items()
    }
    near = [*product((1, 2, 3, 60, 61, 62), repeat=2)]
    states = [(draw.randint(1, GOAL), draw.randint(1, GOAL)) for _ in range(40)]
    for short, solution in solved.items():
        found = in_page(modules, EXPOSED, [short, near + states])
        for state, (rows, free) in zip(near + states, found, strict=True):
            matrix = solution.matrix(state)
            gains = [each["gain"] for each in rows]
            assert gains == pytest.approx(matrix.min(axis=1).tolist(), abs=ERROR)
            assert free == (matrix.max(axis=0) - matrix.min(axis=0) < 1e-12).all()
    best = solved["draw"]
    shown = [*best.mixed_states()[:8], *states]

    def told(scores):
        state = GOAL - scores[0], GOAL - scores[1]
        value, shares = best.value_at(state), best.policy(state)
        wins = f"{50 * (1 + value):.1f} races in 100"
        if len(shares) == 1 or best.best(state):
            return [wins, "even if I know your number"]
        lost = 50 * (value - best.matrix(state).min(axis=1).max())
        return [
            f"{50 * (1 + value):.2f} races in 100",
            *(f"{n} dice {100 * w:.1f}%" for n, w in shares.items()),
            f"win {lost:.3f} less",
        ]

    scores = [(GOAL - a, GOAL - b) for a, b in shown]
    return ("Your points", "My points"), scores, told


def target(modules, draw):
    """Both chances of a score are those of the curve in the chapter."""
    curve = read_curve(CURVE)

    def words(chance):
        return f"{100 * chance:.1f} games in 100" if chance >= 0.001 else f"{round(1 / chance):,}"

    states = [(draw.randint(100, 500),) for _ in range(POINTS_TRIED)]
    return (
        ("Score to reach",),
        states,
        lambda s: [words(curve.greatest[s[0]]), words(curve.average[s[0]])],
    )


DURATIONS = """async (m, seconds) => seconds.map(m["../live/forgetting.js"].duration)"""
LENGTHS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "year": 365.25 * 86400}


def forgetting(modules, draw):
    """Counts of anchors are the library's, and times are what the words say."""
    counted = graph.count_anchors()
    anchors = counted.sheets, counted.slots, counted.reachable, counted.distinct, 2**12 * 3
    blind = yahtzee.TablePolicy(FORCED, yahtzee.solve(replace(FORCED, upper_bonus=0)).values)
    best, worse = yahtzee.solve(FORCED).value, yahtzee.summary(FORCED, blind).mean
    seconds = [10 ** draw.uniform(0, 12) for _ in range(POINTS_TRIED)]
    for second, words in zip(seconds, in_page(modules, DURATIONS, seconds), strict=True):
        count, unit = words.replace(",", "").split()
        assert float(count) * LENGTHS[unit.rstrip("s")] == pytest.approx(second, rel=0.05)
    states = [(step, speed) for step in range(5) for speed in range(7)]

    def wanted(state):
        too_much = state[0] == 4
        average = f"Average: {worse if too_much else best:.2f} points"
        given_away = [f"gives away {best - worse:.1f} points a game"] * too_much
        return [f"{anchors[state[0]]:,} ", average, *given_away]

    return ("You forget", "Positions a second"), states, wanted


SPLIT_SCORES = of_each_point("score-causes", "games", "score-causes", 3)


def score_causes(modules, draw):
    """What fell in the games that end in a column of scores, by the distributions themselves."""
    split = scores_by_cause(FORCED, yahtzee.solve(FORCED).policy, SPLIT)
    states = [(draw.choice(SHOWN),) for _ in range(POINTS_TRIED)]
    wanted = {}
    for state, found in zip(states, in_page(modules, SPLIT_SCORES, states), strict=True):
        first = state[0] - state[0] % COLUMN
        here = {cause: chances[first : first + COLUMN].sum() for cause, chances in split.items()}
        every = sum(here.values())
        fell = [sum(p for cause, p in here.items() if cause[i]) / every for i in range(4)]
        assert found["share"] == pytest.approx(every, abs=1e-12)
        assert found["fell"] == pytest.approx(fell, abs=1e-9)
        often = f"{100 * every:.1f} games in 100" if every >= 0.0005 else "1 game in "
        wanted[state] = [f"{first} to {first + COLUMN - 1} points", often]
    return ("Final score",), states, wanted.__getitem__


STEPS_WORTH = """async (m, asked) => {
    const { steps } = m["../live/quiz.js"];
    const table = await m["tables.js"].loadTable("quiz", 1);
    return asked.map(([chances, need]) =>
        steps(table, chances, need).flatMap(({ stop, on }) => [stop, on]));
}"""


def quiz(modules, draw):
    """What stopping and going on are worth before each question, for the money and for a goal."""
    orders, needs = ["".join(map(str, order)) for order in permutations(range(3))], (0, 2, 4, 8, -1)
    states = [
        (*(draw.randint(1, 20) for _ in range(3)), draw.choice(orders), needs[n % 5])
        for n in range(20)
    ]
    states = [(*state, 1000 * need if need > 0 else need) for *state, need in states]
    counts = {0: lambda total: 1000 * total, -1: sqrt}

    def before(chances, need):
        show = Quiz(tuple(Fraction(n, 20) for n in chances))
        pays = keep_score(show, counts.get(need, lambda total: 100 * int(total >= need)))
        return [solve(pays).action_values(((right,), 0)) for right in range(3)]

    asked = [([told[int(i)] for i in order], need) for *told, order, need in states]
    for (chances, need), found in zip(asked, in_page(modules, STEPS_WORTH, asked), strict=True):
        exact = before(chances, need // 1000 if need > 0 else need)
        flat = [float(each[act]) for each in exact for act in ("stop", "go on")]
        assert found == pytest.approx(flat, rel=1e-6)

    def shown(state):
        *told, order, need = state
        chances = [told[int(i)] for i in order]
        values, home, right = before(chances, need // 1000 if need > 0 else need), 1.0, 0
        while right < 3 and values[right]["go on"] >= values[right]["stop"]:
            home *= chances[right] / 20
            right += 1
        stop, on = values[0]["stop"], values[0]["go on"]
        words = ["Go on." if on > stop else "Stop." if on < stop else "both are as good."]
        if not need:
            words += [f"worth {round(on):,} on average", f"be worth {100 * chances[0]:,}."]
            words += [f"less than {float(5 * chances[0] * stop / on):.1f} chances"]
        if need < 0:
            words += [f"Going on counts {on:.2f}, stopping {stop:.2f}."]
        if right:
            words += [f"take home {1000 * 2**right:,} in {100 * home + 1e-9:.1f} evenings"]
        return words

    return ("Opera", "Football", "Cooking", "Order", "You want"), states, shown


def test_evenings_of_the_quiz_are_played_as_advised(open_page):
    """With opera first all three questions, with opera last two; the count is what luck brought."""
    page, place = open_picture(open_page, "quiz")
    page.evaluate("() => { let n = 0; Math.random = () => (n++ % 4) / 4; }")  # 0, 1/4, 1/2, 3/4
    press = place.get_by_role("button", name="Play 100 evenings")
    press.click()
    told = r"8,000 in (\d+) evenings, nothing in (\d+): ([\d,]+) each"
    won, lost, mean = re.search(told, place.inner_text()).groups()
    assert int(won) + int(lost) == 100
    assert int(mean.replace(",", "")) == 80 * int(won)
    place.get_by_label("Order", exact=True).select_option("210")
    assert not re.search(told, place.inner_text()), "another plan has not been played"
    press.click()
    assert re.search(r"4,000 in \d+ evenings", place.inner_text())
    page.context.close()


ENDS = """async (m, points) => {
    const { ends, reply } = m["../live/one-roll.js"];
    const table = await m["tables.js"].loadTable("one-roll", 2), best = [...table.arrays.best];
    return points.map((dice) => [reply(table, dice), best].map((mixture) =>
      [mixture, ends(table, dice, mixture)]));
}"""


TAILS = """async (m, points) => {
    const { chances, flipped, there } = m["../live/ratchet-211.js"];
    const table = await m["tables.js"].loadTable("ratchet-211", 1);
    const falls = (way, n) => flipped(way, () => (n & 1 ? (n >>= 1, 0.2) : (n >>= 1, 0.8)));
    return ["keep", "back"].map((way) => [chances(table, 2, 2)[way],
      points.map((n) => there(falls(way, n))).filter(Boolean).length / points.length]);
}"""


def three_tails(modules, draw):
    """Every fall of the coins is counted, and as many succeed as the solver of rounds says."""
    for chance, counted in in_page(modules, TAILS, [*range(8)]):
        assert chance == counted
    return (), [], None


SHOT_AT = """async (m, asked) => {
    const { points } = m["../live/which-die.js"];
    const table = await m["tables.js"].loadTable("which-die", 1);
    return asked.map(([faces, duel, axis]) => points(table, axis, duel, faces));
}"""


def which_die(modules, draw):
    """The points of every duel, how far they lie off, and how many by more than two errors."""
    pairs = [("blind", "blind"), ("optimal", "optimal"), ("optimal", "blind"), ("blind", "optimal")]
    states = [*product(range(4, 9), range(4), "ND")]
    shown = {}
    for state, found in zip(states, in_page(modules, SHOT_AT, states), strict=True):
        faces, duel, axis = state
        wanted = [p for p in _duels(axis) if (p.first, p.second) == pairs[duel]]
        assert [point["seen"] for point in found] == pytest.approx([p.share for p in wanted])
        exact = [point.expected(faces) for point in wanted]
        off = [point.misses(faces) for point in wanted]
        assert [point["exact"] for point in found] == pytest.approx(exact, abs=1e-9)
        assert [point["off"] for point in found] == pytest.approx(off, abs=1e-6)
        beyond = sum(abs(z) > 2 for z in off)
        missed = (
            f"misses {beyond} of the ten" if beyond else "runs through the bars of all ten dots"
        )
        shown[state] = [missed, f"{max(map(abs, off)):.1f} standard errors"]
    draw.shuffle(states)
    labels = ("Faces of the dice", "Who opens, against whom", "What changes")
    return labels, states, shown.__getitem__


SPOILED = """async (m, goal) => {
    const { worth } = m["../live/spoil-421.js"], { Round421 } = m["game421-rules.js"];
    const round = new Round421(await m["tables.js"].loadTable("game421", 1));
    return goal.map((die) => worth(round, die));
}"""


def spoil_421(modules, draw):
    """Tokens of the two dice that are kept, with one cast that counts."""
    goal = [4, 2, 1]
    second = game421.solve(game421.Round(player="next"))
    kept = [tuple(sorted(die for die in goal if die != spoiled)) for spoiled in goal]
    exact = [float(second.value_at((1, dice))) for dice in kept]
    assert in_page(modules, SPOILED, goal) == pytest.approx(exact, abs=ERROR)
    return (), [], None


def one_roll(modules, draw):
    """How games end against the best reply and the best mixture; the first page shows it."""
    rules = dice_battle.OneRoll(dice=10)
    best = dice_battle.solve(rules).policy((0, 0))
    for dice, found in zip(rules.rolls, in_page(modules, ENDS, [*rules.rolls]), strict=True):
        strongest = max(rules.rolls, key=lambda other, dice=dice: rules.gain(other, dice))
        for (mixture, ends), policy in zip(found, ({strongest: 1}, best), strict=True):
            assert mixture == pytest.approx([float(policy.get(n, 0)) for n in rules.rolls])
            met = distribution(rules, always(dice), lambda _, mixed=policy: mixed)
            assert ends == pytest.approx([float(met[end]) for end in (1, 0, -1)], abs=1e-12)
    return (), [], None


#: Of each picture: what is compared with the library; it names controls, states for them, and the
#: words that must be shown there.
NUMBERS = {
    "any-die": any_die,
    "best-strategy": best_strategy,
    "characters-421": characters_421,
    "coins-map": coins_map,
    "drift": drift,
    "duel-map": duel_map,
    "exploit": exploit,
    "forgetting": forgetting,
    "goal-421": goal_421,
    "hands-421": hands_421,
    "judge": judge_cases,
    "mixture": mixture,
    "one-roll": one_roll,
    "quiz": quiz,
    "ratchet-211": ratchet_211,
    "score-causes": score_causes,
    "share-or-copy": share_or_copy,
    "side-by-side": side_by_side,
    "spoil-421": spoil_421,
    "suspects": suspects,
    "target": target,
    "three-tails": three_tails,
    "throw-map": throw_map,
    "token-map-421": token_map_421,
    "trials": trials,
    "two-players": two_players,
    "two-trials": two_trials,
    "walk-tree": walk_tree,
    "weigh-fork": weigh_fork,
    "where-to-look": where_to_look,
    "which-die": which_die,
    "your-strategy": your_strategy,
}


@pytest.mark.parametrize("picture", PICTURES)
def test_its_numbers_are_the_librarys(modules, open_page, picture):
    labels, states, shown = NUMBERS[picture](modules, random.Random(19))
    _, place = open_picture(open_page, picture)
    for state in states[:20]:
        for label, value in zip(labels, state, strict=True):
            control = place.get_by_label(label, exact=True)
            if control.evaluate("(control) => control.tagName") == "SELECT":
                control.select_option(str(value))
            else:
                control.fill(str(value))
        said = place.locator(".live-readout").inner_text()
        for words in shown(state):
            assert re.search(rf"(?<![\d.]){re.escape(words)}(?!\d)", said), (state, words, said)


MOVES = [
    page.name
    for page in book_pages()
    if (source := ROOT / f"{page.name}.ipynb").is_file()
    and "{move}`" in source.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("page", MOVES)
def test_words_set_the_picture_that_they_name(open_page, page):
    """Each such link leads to its picture, and what it says stands there."""
    opened = open_page(f"{page}.html")
    links = opened.locator("a.live-move:visible")
    for n in range(links.count()):
        link = links.nth(n)
        place = opened.locator(link.get_attribute("href"))
        bring_into_view(place)
        until(
            opened, f"document.querySelector('{link.get_attribute('href')}').dataset.ready === ''"
        )
        place.locator(".live-stage").evaluate("stage => stage.classList.add('before')")
        link.click()
        place.locator(".live-stage:not(.before)").wait_for()
        assert place.locator(".live-stage").count() == 1
        for box in place.locator(".live-map").all():  # the whole map is in the window
            edges = box.bounding_box()
            assert edges["y"] >= 0
            assert edges["y"] + edges["height"] <= opened.viewport_size["height"]
        for name, value in json.loads(link.get_attribute("data-start")).items():
            if name == "press":
                assert place.get_by_role("button", name=value, exact=True).count() == 1
            elif re.fullmatch(r"\d+", value):
                values = place.locator("input, select").evaluate_all("all => all.map(i => i.value)")
                told = place.locator(".live-stage").inner_text()
                assert value in values or re.search(rf"\b{value}\b", told), (name, value)
    assert opened.complaints == []


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_map_of_coins_fills_from_the_end_backward(open_page, motion):
    """From an empty map to the square of most coins and points; any choice ends it at once."""
    page, place = open_picture(open_page, "coins-map")
    page.emulate_media(reduced_motion=motion)
    said, fill = place.locator(".live-readout"), place.get_by_role("button", name="Watch it fill")

    def drawn():
        canvas = place.locator("canvas")
        return canvas.evaluate("canvas => canvas.toDataURL()")

    place.get_by_label("Coins left", exact=True).fill(str(COINS))
    place.get_by_label("Points needed", exact=True).fill(str(POINTS))
    whole, words = drawn(), said.inner_text()
    fill.click()
    if motion == "no-preference":
        assert drawn() != whole
        assert "From the end backward." in said.inner_text()
        place.get_by_role("button", name="New game").click()
        assert "How many do you flip?" in said.inner_text()
        fill.click()
    page.wait_for_function(
        "([told, words]) => told.innerText === words", arg=[said.element_handle(), words]
    )
    assert drawn() == whole


def test_a_die_of_421_is_spoiled_and_cast_twice(open_page):
    """Only the last cast counts; what a die is worth is told once it was tried."""
    page, place = open_picture(open_page, "spoil-421")
    page.evaluate("falls => { Math.random = () => falls.shift(); }", [0.1, 0.4, 0.9, 0.9, 0.3, 0.3])
    said = place.locator(".live-readout")
    place.get_by_role("button", name="11 times in 36").click()
    assert "Not 11 times in 36, but one time in six." in place.inner_text()
    for die, words, known in (
        (4, "You end with 321, worth 2 tokens: the bet is lost.", 1),
        (1, "You end with 642, worth 1 token: the bet is lost.", 2),
        (2, "421 is back: the bet is won.", 3),
    ):
        assert "spoil the 2." not in place.inner_text()
        place.get_by_role("button", name=f"cast the {die} again").click()
        assert words in said.inner_text()
        assert place.locator(".play-bars").inner_text().count("?") == 3 - known
    told = " ".join(place.inner_text().split())
    assert "cast the 4 2.83 cast the 2 3.00 cast the 1 2.67" in told
    assert "The misses differ: spoil the 2." in place.inner_text()
    assert page.complaints == []


def test_three_tails_are_flipped_both_ways(open_page):
    """A press flips once, the last one a thousand times each way; the page counts."""
    page, place = open_picture(open_page, "three-tails")
    falls = [0.1, 0.1, 0.9, 0.1, 0.9]
    page.evaluate("falls => { Math.random = () => falls.shift() ?? 0.1; }", falls)
    for press, fallen, words in (
        ("Keep one tail", "THH", "there you are"),
        ("Flip all three", "THT", "Not there"),
    ):
        place.get_by_role("button", name=press).click()
        assert "".join(place.locator(".tossed").all_inner_texts()) == fallen
        assert words in place.locator(".live-readout").inner_text()
    place.get_by_role("button", name="Each 1,000 times").click()
    assert "25.0 in 100" in place.locator(".live-readout").inner_text()
    assert "keep one tail: 1,001 of 1,001 tries" in place.inner_text()
    assert "flip all three: 0 of 1,001 tries" in place.inner_text()


def test_coins_are_flipped_and_choices_judged(open_page):
    """A game that is lost by a tie, one that is won; the tally counts both."""
    page, place = open_picture(open_page, "coins-map")
    first, second = ("HHT", "T", "TH", "H", "T"), ("HHH", "H")
    falls = [0.1 if side == "H" else 0.9 for side in "".join(first + second)]
    page.evaluate("falls => { Math.random = () => falls.shift(); }", falls)
    best, said = coins.solve(coins.Rules(3, 4)), place.locator(".live-readout")
    lost = float(best.regret((2, 2), 2))

    def flip(n):
        place.get_by_role("button", name=f"Flip {n} coin").dispatch_event("click")
        return said.inner_text()

    assert "How many do you flip?" in said.inner_text(), "the reader plays before the page tells"
    place.get_by_role("button", name="What is best?").click()
    assert "Flip 3 coins." in said.inner_text()
    place.get_by_role("button", name="New game").click()
    assert "3 coins left, 4 points to go. How many do you flip?" in said.inner_text()
    assert re.search("2 points scored.*Flipping 3 was best.*2 points to go", flip(3), re.DOTALL)
    assert re.search("1 coin gone.*Flipping 1 was best", flip(1), re.DOTALL)
    assert place.get_by_label("Coins left", exact=True).input_value() == "2"
    words = flip(2)
    assert place.locator(".live-coins").get_attribute("aria-label") == "1 head, 1 tail"
    assert re.search(f"1 coin gone.*Your choice cost {100 * lost:.1f} of them", words, re.DOTALL)
    assert flip(2) == words, "there is only one coin"
    assert "1 point scored" in flip(1)
    assert place.get_by_text("Won").count() == 0
    assert "1 coin gone. That was the last. You lose." in flip(1)
    assert place.get_by_label("Coins left", exact=True).input_value() == "0"
    assert flip(1) == said.inner_text(), "the game is over"
    tally = place.get_by_text("Won 0 of 1 finished game.")
    average = f"Of 100 such games best play wins {100 * float(best.value):.0f}"
    assert f"{average}; your choices gave away {100 * lost:.1f}." in tally.inner_text()
    place.get_by_role("button", name="New game").click()
    assert place.get_by_label("Points needed", exact=True).input_value() == "4"
    assert "3 points scored." in flip(3)
    assert "1 point scored. You win!" in flip(1)
    assert place.get_by_label("Points needed", exact=True).input_value() == "0"
    assert place.get_by_text("Won 1 of 2 finished games.").count() == 1
    place.get_by_label("Coins left", exact=True).fill("4")
    assert "Flip one coin." in said.inner_text()
