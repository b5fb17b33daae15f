"""The page of the dice battle against the library, and as a reader meets it."""

import random
import re
from functools import cache
from itertools import product

import numpy as np
import pytest

from chancegames.book import thumbs
from chancegames.games import dice_battle
from chancegames.games.dice_battle import AtOnce, Race, race
from chancegames.games.dice_battle import at_once as simultaneous
from chancegames.games.dice_battle.tables import weights
from chancegames.show.play.dice_battle import DICE, FINISHES, GOAL
from tests.browser.playing import (
    ERROR,
    address_of,
    assert_fit_and_accessible,
    assert_told_beside_the_field,
    in_page,
    overflow,
)

pytestmark = pytest.mark.browser

PAGE = "book/play/dice-battle.html"
POSITIONS = 1000


@cache
def in_turn(dice):
    return race.solve(Race(goal=GOAL, dice=dice))


@cache
def at_once(dice, kind):
    return simultaneous.solve(AtOnce(goal=GOAL, dice=dice, finish=FINISHES[kind]))


def drawn_positions():
    """Rules and points lacked, close finishes more often."""
    draw = random.Random(5)
    for n in range(POSITIONS):
        most = draw.choice((8, 25, GOAL))
        kind = ("turns", *FINISHES)[n % 3]
        yield kind, draw.choice(DICE), draw.randint(1, most), draw.randint(1, most)


def mixed_positions():
    """Every state at which the page says that one must mix, for ten dice."""
    for kind in FINISHES:
        strategies = weights(at_once(10, kind).table, slice(None))
        for a, b in np.argwhere((strategies > 0).sum(axis=2) > 1)[::20].tolist():
            yield kind, 10, a, b


ASK = """async (m, positions) => {
    const { Race } = m["dice-battle-rules.js"];
    const tables = {};
    const answers = [];
    for (const [kind, dice, a, b] of positions) {
        tables[dice] ??= await m["tables.js"].loadTable(`dice-battle-${dice}`, 1);
        const race = new Race(tables[dice], kind);
        answers.push({
            value: race.value(a, b), choices: race.choices(a, b),
            strategy: kind === "turns" ? null : race.strategy(a, b),
            matrix: kind === "turns" ? null : race.matrix(a, b),
        });
    }
    return answers;
}"""


def test_a_thousand_positions_are_worth_what_the_library_says(modules):
    positions = [*drawn_positions(), *mixed_positions()]
    mixed = 0
    for (kind, dice, a, b), answer in zip(positions, in_page(modules, ASK, positions), strict=True):
        shown = np.array([c["gain"] for c in answer["choices"]])
        if kind == "turns":
            solved = in_turn(dice)
            gains = np.array(list(solved.action_values((a, b)).values()))
            marked = {c["dice"] for c in answer["choices"] if c["best"]}
            assert set(solved.best((a, b))) <= marked
        else:
            solved = at_once(dice, kind)
            matrix = solved.matrix((a, b))
            np.testing.assert_allclose(answer["matrix"], matrix, rtol=0, atol=ERROR)
            strategies = weights(solved.table, slice(None))
            strategy, reply = strategies[a, b], strategies[b, a]
            np.testing.assert_allclose(answer["strategy"], strategy, rtol=0, atol=ERROR)
            mixed += max(answer["strategy"]) < 1
            gains = matrix @ reply
            worst = [c["worst"] for c in answer["choices"]]
            np.testing.assert_allclose(worst, matrix.min(axis=1), rtol=0, atol=ERROR)
        assert answer["value"] == pytest.approx(solved.value_at((a, b)), abs=ERROR)
        np.testing.assert_allclose(shown, gains, rtol=0, atol=ERROR)
        regrets = [c["regret"] for c in answer["choices"]]
        np.testing.assert_allclose(regrets, gains.max() - gains, rtol=0, atol=2 * ERROR)
    assert mixed > 20


def test_a_whole_race_adds_up(modules):
    """What it was worth, plus dice, minus choices, is what came out, in 200 seeded races."""
    games = in_page(
        modules,
        """async (m, kinds) => {
            const { Race, begin, play, soundGame } = m["dice-battle-rules.js"];
            const { seeded } = m["words.js"];
            const table = await m["tables.js"].loadTable("dice-battle-6", 1);
            const over = [];
            for (let n = 0; n < 200; n++) {
                const race = new Race(table, kinds[n % 3]), random = seeded(n);
                let { game } = begin(race, 20, n % 2, random);
                while (!game.over) {
                    ({ game } = play(race, game, 1 + Math.floor(6 * random()), random));
                    game = soundGame(race, JSON.parse(JSON.stringify(game)));
                }
                over.push([kinds[n % 3], game]);
            }
            return over;
        }""",
        ["turns", *FINISHES],
    )
    for kind, game in games:
        you, page = game["you"] >= 20, game["page"] >= 20
        if kind == "turns":
            assert you != page
        won = you - page if kind != "higher" else np.sign(game["you"] - game["page"])
        assert game["over"] == 2 - won
    assert {game["over"] for _, game in games} == {1, 2, 3}


def opponents():
    """What the page may roll in turn, beside perfect play, with six dice."""
    rules = {f"always{dice}": dice_battle.always(dice) for dice in (6, 3)}
    return {**rules, "book": lambda state: {min(6, *thumbs.roll(state)): 1}}


def test_against_a_rule_all_numbers_are_those_of_the_best_answer(modules):
    """The value of every position, for either player to roll, and of each number of dice."""
    found = in_page(
        modules,
        """async (m, [names, states]) => {
            const { hasOpponents, raceAgainst } = m["dice-battle-rules.js"];
            const table = await m["tables.js"].loadTable("dice-battle-6", 1);
            return names.map((name) => {
                const race = raceAgainst(table, "turns", name);
                return states.map(([a, b]) => [
                    race.value(a, b), race.waiting(a, b), race.reply(b, a),
                    ...race.choices(a, b).map(({ gain }) => gain),
                ]);
            });
        }""",
        [list(opponents()), states := [*product((1, 2, 9, 26, 60), repeat=2)]],
    )
    rules = Race(goal=60, dice=6)
    for (name, page), shown in zip(opponents().items(), found, strict=True):
        answer = dice_battle.solve(rules, opponent=page)
        waits = dice_battle.evaluate(rules, page, opponent=answer.policy)
        for (a, b), (value, waiting, reply, *gains) in zip(states, shown, strict=True):
            assert value == pytest.approx(answer.value_at((a, b)), abs=ERROR), (name, a, b)
            assert waiting == pytest.approx(-waits.value_at((b, a)), abs=ERROR)
            assert {reply: 1} == page((b, a))
            exact = answer.action_values((a, b)).values()
            assert gains == pytest.approx([*exact], abs=ERROR)


def test_who_answers_best_has_what_was_promised(modules):
    """Against each opponent, wins beyond the first promise are luck alone."""
    played = in_page(
        modules,
        """async (m, games) => {
            const rules = m["dice-battle-rules.js"], { seeded } = m["words.js"];
            const { OPPONENTS, begin, beginning, play, raceAgainst, soundGame } = rules;
            const table = await m["tables.js"].loadTable("dice-battle-6", 1), random = seeded(1);
            const races = Object.keys(OPPONENTS).map((name) => raceAgainst(table, "turns", name));
            return races.map((race) => Array.from({ length: games }, (_, n) => {
                let { game } = begin(race, 30, n % 2, random);
                while (!game.over) {
                    const dice = race.bestThrow(30 - game.you, 30 - game.page, random);
                    game = soundGame(race, play(race, game, dice, random).game);
                }
                return [2 - game.over - beginning(race, game), game.lost];
            }));
        }""",
        2000,
    )
    for games in played:
        beyond, lost = np.array(games).T
        assert lost.max() == 0
        assert abs(beyond.mean()) < 4 * beyond.std() / len(beyond) ** 0.5


def test_advice_and_chances_are_those_against_the_page_that_was_chosen(open_page):
    page = open_page(f"{PAGE}?show=game&seed=4")
    rules = Race(goal=GOAL, dice=10)
    best = dice_battle.solve(rules)
    answer = dice_battle.solve(rules, opponent=dice_battle.always(6))

    def chance(solution):
        return f"{50 + 50 * solution.value:.1f} in 100"

    assert chance(best) in page.locator(".play-standing").inner_text()
    page.locator(".play-change").click()
    offered = page.get_by_label("The page rolls").locator("option").all_inner_texts()
    assert offered[0] == "perfectly"
    page.get_by_label("The page rolls").select_option("always6")
    page.get_by_text("The page rolls 6 dice every time.").wait_for()
    assert chance(answer) in page.locator(".play-standing").inner_text()
    page.get_by_role("button", name="Advice").press("Enter")
    wins = f"{50 + 50 * answer.value:.1f} races"
    assert f"You then win {wins} in 100." in page.locator(".play-panel:visible").inner_text()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="roll 5 dice").press("Enter")
    assert page.get_by_label("The page rolls").is_disabled()
    for _ in range(100):
        if page.get_by_role("button", name="Another race").count():
            break
        page.get_by_role("button", name="roll 5 dice").press("Enter")
    began = f"You began with a chance of {chance(answer)}"
    assert began in page.locator(".play-panel:visible").inner_text()
    at_once = open_page(f"{PAGE}?show=game&race=higher")
    assert not at_once.get_by_label("The page rolls").is_visible()
    assert page.complaints == at_once.complaints == []


def test_a_race_that_is_sent_begins_afresh_where_it_stood(open_page):
    """Who opens the address has the scores, and not the mistakes of the sender."""
    first = open_page(f"{PAGE}?show=game&seed=4&goal=60&page=always3")
    for _ in range(2):
        first.get_by_role("button", name="roll 1 die").press("Enter")
    scores = first.locator(".play-standing dd").all_inner_texts()[:2]
    address = first.evaluate("location.pathname + location.search").lstrip("/")
    assert f"game={'_'.join(scores)}" in address
    first.reload()
    first.get_by_text("Every roll of this race").wait_for()
    first.evaluate("localStorage.clear()")
    second = open_page(address)
    assert second.locator(".play-standing dd").all_inner_texts()[:2] == scores
    assert second.get_by_text("Every roll of this race").count() == 0
    assert "The page rolls 3 dice every time." in second.locator(".play").inner_text()


BAD = [
    ("Points to reach", "1000", "The goal must be a whole number from 1 to 100, not “1000”."),
    ("Your points", "six", "Your score must be a whole number from 0 to 59, not “six”."),
    ("The other’s points", "60", "The other’s score must be a whole number from 0 to 59"),
]


def test_bad_input_is_told_beside_the_field_and_nothing_is_lost(open_page):
    page = open_page(f"{PAGE}?goal=60&you=10&other=50")
    assert_told_beside_the_field(page, ".play-panel", BAD)


def test_a_position_is_shared_by_its_address(open_page):
    first = open_page(f"{PAGE}?race=higher&most=10&goal=60&you=52&other=50")
    first.get_by_label("The other’s points").fill("51")
    second = open_page(first.evaluate("location.pathname + location.search").lstrip("/"))
    assert second.locator(".play-panel").inner_text() == first.locator(".play-panel").inner_text()
    tables = ".play-table:visible"
    assert second.locator(tables).count() == first.locator(tables).count() > 0
    assert second.get_by_label("Both roll").input_value() == "higher"


def test_an_unfinished_race_survives_a_reload_and_ends_by_keyboard(open_page):
    page = open_page(f"{PAGE}?show=game&seed=2&goal=60", width=390)
    page.get_by_role("button", name="roll 5 dice").press("Enter")
    before = page.locator(".play-standing").inner_text()
    page.goto(address_of(page).partition("?")[0] + "?show=game&seed=3&goal=60")
    page.wait_for_selector(".play-standing")
    assert page.locator(".play-standing").inner_text() == before
    page.get_by_label("show what each roll is worth").check()
    for _ in range(100):
        if page.get_by_text("Another race").count():
            break
        page.get_by_role("button", name="roll 6 dice").press("Enter")
    assert "the race" in page.locator(".play-panel").last.inner_text()
    assert overflow(page) <= 0
    assert page.complaints == []


def test_advice_is_about_the_race_under_way(open_page):
    page = open_page(f"{PAGE}?show=game&seed=2&goal=60")
    page.get_by_role("button", name="roll 5 dice").press("Enter")
    points = page.locator(".play-standing dd").all_inner_texts()[:2]
    page.get_by_role("button", name="Advice").press("Enter")
    asked = [page.get_by_label(of).input_value() for of in ("Your points", "The other’s points")]
    assert asked == points != ["0", "0"]
    page.get_by_label("Your points").fill("7")
    page.locator(".play-change").click()
    page.get_by_label("Dice at most").select_option("6")  # what is typed stays
    assert page.get_by_label("Your points").input_value() == "7"


def test_both_views_are_accessible_and_fit_a_phone(open_page):
    page = open_page(f"{PAGE}?race=higher&you=95&other=94", width=390)
    page.locator("#play-dice-battle summary", has_text="pair of rolls").click()
    assert_fit_and_accessible(page)
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="roll 10 dice").press("Enter")
    assert_fit_and_accessible(page)
    page.get_by_role("button", name="A rule of yours").click()
    page.get_by_role("button", name="Take the race in turn").click()
    assert_fit_and_accessible(page)


DUELS = """async (m, pairs) => {
    const { Race, bestRule, bookRule, duel, parseRule } = m["dice-battle-rules.js"];
    const race = new Race(await m["tables.js"].loadTable("dice-battle-6", 1), "turns");
    const typed = (name) => parseRule(name === "book" ? bookRule(6) : name, race.dice);
    const rule = (name) => name === "best" ? bestRule(race) : typed(name);
    return pairs.map(([one, other, goal]) => duel(race, rule(one), rule(other), goal));
}"""


def by_need(state):
    """The small table that a reader types."""
    return {2 if state[0] <= 8 else 4 if state[0] <= 20 else 6: 1}


def test_rules_of_thumb_win_as_often_as_in_the_library(modules):
    """Fixed numbers of dice, the optimum, a table, the book's rule, against each other."""
    policies = {f"else:{d}": dice_battle.always(d) for d in (1, 3, 6)}
    policies |= {"8:2 20:4 else:6": by_need, "best": in_turn(6).policy}
    policies["book"] = lambda state: {min(6, *thumbs.roll(state)): 1}
    pairs = [(one, other, goal) for one in policies for other in policies for goal in (7, 60)]
    for (one, other, goal), found in zip(pairs, in_page(modules, DUELS, pairs), strict=True):
        rules = Race(goal=goal, dice=6)
        opening = dice_battle.evaluate(rules, policies[one], policies[other]).value
        second = -dice_battle.evaluate(rules, policies[other], policies[one]).value
        wins = [(1 + gain) / 2 for gain in (opening, second)]
        assert [found["opens"], found["follows"]] == pytest.approx(wins, abs=ERROR)


def test_a_rule_of_one_s_own_is_ranked(open_page):
    page = open_page(f"{PAGE}?show=rules&rule=else:6")
    rows = dict(
        zip(
            page.locator("tbody th").all_inner_texts(),
            page.locator("tbody tr").all_inner_texts(),
            strict=True,
        )
    )
    assert rows["your rule"].split("\t")[1:] == rows["always 6 dice"].split("\t")[1:]
    bad = [
        ("Your rule", "8:2 4:1 else:6", "4 must be more than the number before it."),
        ("Your rule", "8:2", "The last entry says what to do otherwise, such as else:6."),
        ("Your rule", "else:60", "A roll has 1 to 10 dice, not 60."),
        ("Your rule", "else: 6\n8: 2", "“8: 2” comes after else, where nothing is left to decide."),
        ("Your rule", "8: 2, else", "“else” cannot be read."),
        ("Your rule", "luck > 3: 2\nelse: 6", "“luck > 3” is no condition"),
    ]
    assert_told_beside_the_field(page, ".play-table", bad)


def test_the_rule_to_begin_with_fits_a_page_with_few_dice(open_page):
    page = open_page(f"{PAGE}?most=3&show=rules")
    assert "races in 100 against perfect play" in page.locator(".play-panel").inner_text()
    assert page.locator("[aria-invalid=true]").count() == 0


def test_a_race_that_is_won_anyway_is_told_in_one_sentence(open_page):
    page = open_page(f"{PAGE}?you=99&other=50")
    assert (
        "Roll as many dice as you like: every roll wins."
        in page.locator(".play-panel").inner_text()
    )
    assert page.locator(".play table:visible").count() == 0
    page.get_by_label("Your points").fill("60")
    page.locator(".play table:visible").first.wait_for()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("you=200&other=5", "Your score must be a whole number from 0 to 99, not “200”."),
        ("show=advice&goal=0", "The goal must be a whole number from 1 to 100, not “0”."),
    ],
)
def test_an_address_that_cannot_be_is_told_and_gets_no_advice(open_page, address, sentence):
    page = open_page(f"{PAGE}?{address}")
    assert sentence in page.locator(".play").inner_text()
    assert page.locator(".play-advice").count() == 0
    assert "No advice yet" in page.locator(".play-panel").inner_text()


def test_the_rules_stay_while_a_race_is_under_way(open_page):
    page = open_page(f"{PAGE}?show=game&seed=4&goal=60")
    page.get_by_role("button", name="roll 2 dice").press("Enter")
    assert page.get_by_label("Points to reach").is_disabled()
    assert page.evaluate("document.activeElement.tagName") == "BUTTON"
    page.get_by_role("button", name="New race").press("Enter")
    page.get_by_role("button", name="Yes").press("Enter")
    page.locator(".play-change").click()
    page.get_by_label("Points to reach").fill("30")
    page.get_by_role("button", name="roll 2 dice").press("Enter")
    assert page.locator(".play-standing dt").first.inner_text() == "you, of 30"


def test_a_race_can_be_given_up_where_its_rules_are_chosen(open_page):
    page = open_page(f"{PAGE}?show=game&seed=4")
    page.get_by_role("button", name="roll 2 dice").press("Enter")
    page.locator(".play-change").click()
    page.get_by_role("button", name="Give up this race").press("Enter")
    page.get_by_role("button", name="Yes").press("Enter")
    page.get_by_label("Points to reach").fill("30")
    assert page.locator(".play-standing dt").first.inner_text() == "you, of 30"
    assert not page.get_by_role("button", name="Give up this race").count()


def test_the_advice_argues_only_about_what_matters(open_page):
    for you, other in ((0, 0), (90, 10), (20, 60), (30, 95)):
        choices = in_turn(10).action_values((GOAL - you, GOAL - other))
        best, second = sorted(choices.values(), reverse=True)[:2]
        page = open_page(f"{PAGE}?you={you}&other={other}")
        said = page.locator(".play-panel").first.inner_text()
        assert ("would do" in said) == (50 * (best - second) < 0.2), (you, other)
        if "would do" not in said:
            assert f"All in all that wins {50 * (best - second):.1f} more races in 100." in said


def test_a_roll_is_judged_by_the_best_one_and_lies_on_the_table(open_page):
    page = open_page(f"{PAGE}?seed=4")
    page.get_by_role("button", name="roll 1 die").press("Enter")
    best = in_turn(10).action_values((GOAL, GOAL))
    worse = f"1 die: 6 dice would win {50 * (best[6] - best[1]):.1f} in 100 more."
    assert worse in page.locator(".play-told").inner_text()
    said = page.locator(".play-told").inner_text()
    assert said.index("You score") < said.index("1 die:"), "the roll, then what is said of it"
    assert page.locator(".play-rolls p").first.locator("svg").count() == 1
    page.get_by_role("button", name="Undo").press("Enter")
    page.get_by_role("button", name="Let the page begin").wait_for()
    page.get_by_role("button", name="roll 6 dice").press("Enter")
    assert "6 dice: the best choice." in page.locator(".play-told").inner_text()


def test_a_large_loss_is_given_its_reason_and_a_small_one_is_not(open_page):
    best = in_turn(10).action_values((GOAL, GOAL))
    spoiled = {dice: f"{100 * (1 - (5 / 6) ** dice):.0f} times" for dice in (6, 10)}
    reason = f"A 1 spoils 10 dice {spoiled[10]} in 100, 6 dice only {spoiled[6]}."
    little = f"6 dice would win a little more, {50 * (best[6] - best[4]):.1f} in 100."
    slight = f"nearly as good as the best (6 dice), {50 * (best[6] - best[5]):.2f} in 100 less."
    for dice, words in ((10, reason), (4, little), (5, slight)):
        page = open_page(f"{PAGE}?seed=4&show=game")
        if page.get_by_role("button", name="New race").count():
            page.get_by_role("button", name="New race").press("Enter")
            page.get_by_role("button", name="Yes").press("Enter")
        page.get_by_role("button", name=f"roll {dice} dice").press("Enter")
        assert page.locator(".play-told").inner_text().endswith(words)


def test_a_race_goes_on_from_any_position_and_is_judged_from_there(open_page, modules):
    page = open_page(f"{PAGE}?race=turns&you=40&other=60&seed=4")
    page.get_by_role("link", name="Play on from this position").click()
    page.wait_for_selector(".play-standing")
    assert page.locator(".play-standing dd").all_inner_texts()[:2] == ["40", "60"]
    began = """async (m, word) => {
        const { Race, beginning, gameOf } = m["dice-battle-rules.js"];
        const table = await m["tables.js"].loadTable("dice-battle-10", 1);
        const race = new Race(table, "turns"), here = gameOf(100, word);
        return [0, 1].map((begun) => beginning(race, { ...here, begun }));
    }"""
    best = in_turn(10)
    worth = [best.value_at((60, 40)), -best.value_at((40, 60))]
    assert in_page(modules, began, "40_60") == pytest.approx(worth, abs=ERROR)


def test_throws_are_listed_in_the_order_of_play(open_page):
    page = open_page(f"{PAGE}?show=game&seed=4")
    page.get_by_role("button", name="Let the page begin").press("Enter")
    for dice in ("roll 3 dice", "roll 4 dice"):
        page.get_by_role("button", name=dice).press("Enter")
    page.get_by_text("Every roll of this race").click()
    rows = page.locator(".play-log li").all_inner_texts()
    assert [row.split(":")[0] for row in rows] == ["Page", "You", "Page", "You", "Page"]
    dice = page.locator(".play-log li").evaluate_all(
        "rows => rows.map((row) => row.querySelectorAll('svg').length)"
    )
    assert [dice[1], dice[3]] == [3, 4]


def test_a_race_ends_with_the_rolls_that_gave_away_most(open_page):
    """Each costs what the library says, and the lines of all rolls make the sum that is told."""
    page = open_page(f"{PAGE}?show=game&seed=4&goal=60")
    for _ in range(100):
        if page.get_by_role("button", name="Another race").count():
            break
        page.get_by_role("button", name="roll 2 dice").press("Enter")
    told = page.locator(".play-slips li").all_inner_texts()
    assert len(told) == 3
    lost = []
    for words in told:
        you, other, cost = re.search(
            r"At (\d+) to (\d+), 2 dice: .*? ([\d.]+) in 100", words
        ).groups()
        lost.append(float(cost))
        exact = 50 * in_turn(10).regret((60 - int(you), 60 - int(other)), 2)
        assert lost[-1] == pytest.approx(exact, abs=0.051)
    assert lost == sorted(lost, reverse=True)
    page.get_by_text("Every roll of this race").click()
    lines = " ".join(page.locator(".play-log li").all_inner_texts())
    given = sum(map(float, re.findall(r"([\d.]+) in 100 given away", lines)))
    (whole,) = re.findall(r"gave away ([\d.]+);", page.locator(".play-panel").inner_text())
    assert given == pytest.approx(float(whole), abs=0.15)
    page.get_by_role("link", name="Choose again").first.click()
    page.wait_for_selector(".play-standing")
    you, other = re.search(r"At (\d+) to (\d+),", told[0]).groups()
    assert page.locator(".play-standing dd").all_inner_texts()[:2] == [you, other]
    assert page.complaints == []


def test_a_rule_is_told_in_words(open_page):
    rule = "need >= 30, other <= 25: 10; lead <= -10: 7; lead > 9: 5; 8: 2; else: 6; at most need/3"
    page = open_page(f"{PAGE}?show=rules&rule={rule.replace(' ', '%20')}")
    assert page.locator("ol.play-grammar li").all_inner_texts() == [
        "If you need 30 or more and the other needs 25 or fewer: 10 dice.",
        "If you are 10 or more behind: 7 dice.",
        "If you are 10 or more ahead: 5 dice.",
        "If you need 8 or fewer: 2 dice.",
        "In all other cases: 6 dice.",
        "Never more than one die for every 3 points you need, rounded up.",
    ]
    page.get_by_label("Your rule").fill("else: 6\nat most need/4 + 1")
    capped = "Never more than one die for every full 4 points you need, and one more."
    assert page.locator("ol.play-grammar li").last.inner_text() == capped
    assert not page.locator("ul.play-grammar").is_visible()
    page.get_by_label("Your rule").fill("else")
    assert page.locator("ol.play-grammar li").count() == 0
    page.get_by_label("Your rule").blur()
    assert page.locator("ul.play-grammar").is_visible()  # what a line may say


def test_dice_lie_there_before_the_first_roll(open_page):
    page = open_page(f"{PAGE}?most=6&seed=4")
    assert page.locator(".play-unrolled svg").count() == 6
    page.get_by_role("button", name="roll 2 dice").press("Enter")
    assert page.locator(".play-unrolled").count() == 0


def test_the_map_of_a_rule_shows_where_it_departs_from_the_best(open_page):
    page = open_page(f"{PAGE}?rule=else: 6")
    told = page.locator("#play-dice-battle")
    best = in_turn(10)
    needs = [(GOAL - you, GOAL - other) for other in range(GOAL) for you in range(GOAL)]
    need, other = max(needs, key=lambda state: best.regret(state, 6))
    most = f"At {GOAL - need} to {GOAL - other} (you need {need}, the other needs {other}), 6 dice:"
    page.get_by_text(most).wait_for()
    page.get_by_label("Your rule").fill("else: 5")
    need, other = max(needs, key=lambda state: best.regret(state, 5))
    most = f"At {GOAL - need} to {GOAL - other} (you need {need}, the other needs {other}), 5 dice:"
    page.get_by_text(most).wait_for()
    page.get_by_label("Your rule").fill("else: 6")
    for key in ("Shift+ArrowLeft", "Shift+ArrowDown"):
        for _ in range(10):
            page.locator(".live-map").press(key)
    even = "At 0 to 0 (you need 100, the other needs 100), 6 dice: the best choice."
    page.get_by_text(even).wait_for()
    for _ in range(9):
        page.locator(".live-map").press("Shift+ArrowRight")
    page.locator(".live-map").press("ArrowUp")
    best = race.solve(Race(goal=GOAL, dice=10)).best((GOAL - 90, GOAL - 1))[0]
    at, better = (
        "At 90 to 1 (you need 10, the other needs 99),",
        f"nearly as good as the best ({best} dice)",
    )
    page.get_by_text(f"{at} 6 dice: {better}").wait_for()
    page.get_by_label("Your rule").fill("else: 1")
    page.get_by_text(f"{at} 1 die: {better}").wait_for()
    page.get_by_label("Your rule").fill("else: ")
    assert "What your rule costs" not in told.inner_text()


def test_the_table_of_pairs_has_one_decimal_in_every_column(open_page):
    page = open_page(f"{PAGE}?race=higher&you=60&other=60")
    page.get_by_role("button", name="Advice", exact=True).click()
    table = page.locator("table").filter(has_text="columns: the other’s")
    cells = table.locator("tbody td").all_text_contents()
    assert len(cells) == 10 * 10
    assert all(re.fullmatch(r"\d+(\.\d)?", cell) for cell in cells), cells
