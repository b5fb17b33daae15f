"""What runs in the page: models on plain Python, and every player that a page begins with."""

import json
import re
import subprocess
import sys
from array import array
from itertools import product

import pytest

import chancegames
from chancegames import yahtzee
from chancegames.base.paths import ROOT

sys.path[:0] = [str(ROOT / "book/_ext"), str(ROOT / "book/_static/run")]
import frame  # noqa: E402
import harness  # noqa: E402
import runnable  # noqa: E402

DOCTESTS = """
import doctest, importlib, sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted and not found.failed, (name, found)
outside = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
assert outside <= {"chancegames", "__main__"}, outside
"""
MODELS = sorted(
    f"chancegames.models.{path.stem}"
    for path in (ROOT / "lib/chancegames/models").glob("*.py")
    if path.stem != "__init__"
)
BLOCK = re.compile(
    r"```\{(your-policy|library)\} ([^\n]+)\n((?::\w+:[^\n]*\n)*)(.*?)```", re.DOTALL
)


def _blocks(kind):
    """Page, names, options and code of every listing of a kind in the book."""
    pages = {"your-turn": (ROOT / "book/your-turn.md").read_text(encoding="utf-8")}
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        pages[path.stem] = "\n\n".join("".join(cell["source"]) for cell in cells)
    for page, text in pages.items():
        for found, names, options, code in BLOCK.findall(text):
            if found == kind:
                yield page, names, dict(re.findall(r":(\w+): *(.*)", options)), code


TASKS = [
    pytest.param(model, options, code, id=f"{page}-{model.rpartition('.')[2]}")
    for page, model, options, code in _blocks("your-policy")
]
TRIALS = [
    pytest.param(names.split(), code, id=f"{page}-{names.split()[0]}")
    for page, names, _, code in _blocks("library")
    if code.strip()
]
CHAPTERS = {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}


def test_models_run_on_plain_python_from_the_archive(tmp_path):
    """No site-packages, no checkout: what the page's worker has."""
    (tmp_path / "library.zip").write_bytes(runnable.library())
    command = [sys.executable, "-I", "-S", "-c", DOCTESTS, tmp_path / "library.zip", *MODELS]
    subprocess.run(command, check=True, cwd=tmp_path)


@pytest.fixture
def fresh_modules():
    """`harness` imports the package anew; the other tests keep theirs."""
    kept = {name: module for name, module in sys.modules.items() if name.startswith("chancegames")}
    known = {
        name: dict(vars(module)) for name, module in kept.items() if hasattr(module, "__path__")
    }
    yield
    for name in [name for name in sys.modules if name.startswith("chancegames")]:
        del sys.modules[name]
    sys.modules.update(kept)
    for name, names in known.items():  # a package knows its modules, too
        vars(kept[name]).update(names)


@pytest.fixture(scope="session")
def all_cards():
    """What the page's table says of every card of Yahtzee, from the library."""
    return yahtzee.solve(yahtzee.FORCED).values.tobytes()


def judged(model, code, options, cards):
    """What the page says of a player."""
    harness.CARDS = array("d", cards if "cards" in options else b"")
    asked = {key: options[key] for key in ("unit", "further") if key in options}
    return harness.judge(model, code, float(options["within"]), **asked)


@pytest.mark.usefixtures("fresh_modules")
@pytest.mark.parametrize(("model", "options", "code"), TASKS)
def test_the_first_player_of_each_game_can_be_improved_and_the_best_is_accepted(
    model, options, code, all_cards
):
    first = judged(model, code, options, all_cards)
    assert first["error"] is None
    assert "You give away" in first["output"]
    assert "Solved!" not in first["output"]
    assert 1 <= len(first["rows"]) <= 5
    assert max(len(label) for label, _, _ in first["rows"]) < 130
    if "OneRoll" in code:  # its best player is a mixture, and the hints have it
        return
    solved = code.replace("80", "9999") + "\nfrom chancegames.maths.game import solve as find\n"
    best = judged(model, solved + "policy = find(rules).policy\n", options, all_cards)
    assert best["error"] is None
    assert "You give away nothing" in best["output"]
    assert "{" not in best["output"]
    assert "Solved!" in best["output"]


@pytest.mark.usefixtures("fresh_modules")
def test_boxes_of_a_small_yahtzee_are_filled_and_dice_kept():
    """Boxes are numbers there, as dice are: the words have to tell them apart."""
    (task,) = [task for task in TASKS if task.id == "beating-a-score-small_yahtzee"]
    model, options, code = task.values
    labels = [label for label, _, _ in judged(model, code, options, b"")["rows"]]
    places = [label for label in labels if ", 0 re-rolls left" in label]
    keeps = [label for label in labels if label not in places]
    assert places and keeps
    box, dice = r"box [56]", r"(no dice|[1-6](\xa0[1-6])*)"
    assert all(re.search(rf": you fill {box}, best is {box}$", label) for label in places)
    assert all(re.search(rf": you keep {dice}, best is {dice}$", label) for label in keeps)


#: What the hints of each exercise say, taken at their word: what to put in the place of what.
BODY = "def policy"
#: The solutions that the page itself shows, in the order of its exercises.
SHOWN = re.findall(
    r":::\{dropdown\} The solution.*?```\{their-policy\} [^\n]*\n(?::unit: \w+\n)?"
    r"rules = [^\n]*\n+def policy\(state\):(\n.*?)```",
    (ROOT / "book/your-turn.md").read_text(encoding="utf-8"),
    re.DOTALL,
)
HINTED = dict(zip([t.id for t in TASKS if t.id.startswith("your-turn")], SHOWN, strict=True)) | {
    "one-throw-each-dice_battle": """
    one, two, three = rules.gain(3, 2), rules.gain(1, 3), rules.gain(2, 1)
    return {n: gain / (one + two + three) for n, gain in ((1, one), (2, two), (3, three))}
""",
    "both-at-once-dice_battle": """
    own, other = state
    return min(4, own // 4 + 1)
""",
    "race-to-n-dice_battle": """
    own, other = state[:2]
    return own // 4 + 1
""",
    "eight-faces-dice_battle": """
    own, other = state[:2]
    return min(5, -(-own // 3))
""",
    "which-die-dice_battle": """
    own, other = state[:2]
    return -(-2 * own // 7)
""",
    "expected-value-coins": """
    coins, points = state
    return 1 if points <= coins else coins - 1 + coins % 2
""",
    "one-more-question-quiz": """
    return "go on" if state[0] < 4 else "stop"
""",
    "margin-of-error-trial": """
    pairs, lead = state
    return "stop" if lead >= 4 or pairs == 60 else "more"
""",
    "what-a-position-is-worth-tree_solitaire": """
    seen = dict(state.known)
    second = "H"
    if state.looks and "L" not in seen:
        return "look", "L"
    if state.looks and seen["L"] == "split" and second not in seen:
        return "look", second
    if "win" in (seen.get("L"), seen.get("LH")) or seen.get("H") == "loss":
        return "move", "L"
    return "move", "H"
""",
    "other-solitaires-tree_solitaire": """
    seen = dict(state.known)
    bold = state.moves <= 2
    if state.looks:
        return "look", "L" if bold else "H"
    if bold:
        return "move", "L" if seen.get("L") == "win" else "H"
    return "move", "L" if seen.get("H") == "loss" else "H"
""",
    "one-look-tree_solitaire": """
    seen = dict(state.known)
    if state.looks and not seen:
        return "look", "H"
    return "move", "H" if seen.get("H") == "win" else "L"
""",
    "the-game-and-its-trees-tree_solitaire": """
    seen = dict(state.known)
    if state.looks and not seen:
        return "look", "L"
    return "move", "L" if seen.get("L") == "win" else "H"
""",
    "five-strategies-tree_solitaire": """
    seen = dict(state.known)
    if state.looks and "L" not in seen:
        return "look", "L"
    if state.looks and seen["L"] != "win" and "H" not in seen:
        return "look", "H"
    return "move", "L" if seen.get("L") == "win" or seen.get("H") == "loss" else "H"
""",
    "two-looks-tree_solitaire": """
    seen = dict(state.known)
    if state.looks and "L" not in seen:
        return "look", "L"
    if state.looks and seen["L"] == "split" and "LH" not in seen:
        return "look", "LH"
    if state.looks and "H" not in seen:
        return "look", "H"
    win = "win" in (seen.get("L"), seen.get("LH"))
    return "move", "L" if win or seen.get("H") == "loss" else "H"
""",
    "beating-a-score-small_yahtzee": """
    turn, so_far = state
    dice, left = turn.dice, turn.rerolls
    sixes, chance = (not filled for filled in turn.card.filled[5:])
    if sixes and left:
        return tuple(face for face in dice if face == 6)
    if sixes and chance and dice.count(6) < 2:
        return 6
    if not sixes and left and so_far + sum(dice) >= 24:
        return dice
    return average.policy(turn)
""",
    "a-trillion-anchors-small_yahtzee": (
        "return filled",
        "return filled, min(6, sum(box or 0 for box in points[:3]))",
    ),
    "the-best-average-yahtzee": """
    dice = state.dice
    if state.rerolls == 0:
        points = FORCED.placements(card, dice)
        return max(points, key=lambda box: points[box] + worth(card.fill(box, dice)))
    runs = (1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (2, 3, 4, 5), (1, 2, 3, 4), (3, 4, 5, 6)
    for run in runs:
        if {*run} <= {*dice}:
            return run
    face = max(dice, key=lambda face: (dice.count(face), face))
    return (face,) * dice.count(face)
""",
    "a-round-of-421-game421": """
    casts, aside, table = state
    late = casts == 2 and table in [(1, 1, 5), (2, 2, 2), (4, 5, 6), (3, 4, 5)]
    if casts == 3 or table in stops or late:
        return table
    if aside == (1, 2) and table == (1, 1, 2):
        return aside
    for line in wanted + [(6, 6)] * (casts == 2):
        if Counter(line) <= Counter(table):
            return tuple(sorted((Counter(line) | Counter(aside)).elements()))
    return aside
""",
    "reaching-one-combination-game421": """
    casts, aside, table = state
    if casts == 3:
        return table
    fit = (Counter(table) & goal) | Counter(aside)
    if fit.total() == 3:
        fit -= Counter([min(fit - Counter(aside))])
    return tuple(sorted(fit.elements()))
""",
    "playing-with-goals-game421": """
    casts, aside, table = state
    if casts == 3:
        return table
    good = Counter(face for face in table if face >= (5 if casts == 1 else 4))
    return tuple(sorted((good | Counter(aside)).elements()))
""",
    "what-421-leaves-open-game421": """
    casts, aside, table = state
    if casts == 2:
        return table
    fit = (Counter(table) & goal) | Counter(aside)
    if fit == Counter([2]):
        return ()
    return tuple(sorted(fit.elements()))
""",
    "the-whole-game-of-421-game421": """
    from itertools import product
    casts, aside, table = state
    if casts == 2:
        return table

    def share(kept):
        rolls = [*product(range(1, 7), repeat=3 - len(kept))]
        return sum(tuple(sorted(kept + roll)) in worst for roll in rolls) / len(rolls)

    return max(rules.options(casts, aside, table), key=share)
""",
}


@pytest.mark.usefixtures("fresh_modules")
@pytest.mark.parametrize(
    ("model", "options", "code"), [task for task in TASKS if task.id in HINTED]
)
def test_who_follows_the_hints_has_solved_the_exercise(model, options, code, all_cards, request):
    hint = HINTED[request.node.callspec.id]
    if isinstance(hint, tuple):
        player = code.replace(*hint)
        assert player != code
    else:
        player = f"{code.partition(BODY)[0]}{BODY}(state):{hint}"
    said = judged(model, player, options, all_cards)
    assert said["error"] is None
    assert "Solved!" in said["output"], said["output"]


def test_every_exercise_has_hints_and_they_belong_to_one():
    assert HINTED.keys() == {task.id for task in TASKS}


@pytest.mark.parametrize(
    ("model", "options", "code"), [task for task in TASKS if task.id.startswith("your-turn")]
)
def test_a_player_from_the_page_plays_in_the_library_as_it_stands(model, options, code):
    space = harness._space([model], "")
    exec(code, space)
    rules, policy = space["rules"], space["policy"]
    told, *_ = harness._weighed(model, harness._defined(model, code), harness.UNITS["points"])
    name = model.rpartition(".")[2]
    game = getattr(chancegames, name)
    if name == "tree_solitaire":
        found = game.evaluate(rules.rules, policy, rules.looks, rules.moves)
    elif name == "yahtzee":
        found = game.evaluate(game.FORCED, policy, start=rules.start)
    else:
        found = game.evaluate(rules, policy)
    assert float(found.value) == pytest.approx(float(told))


@pytest.mark.usefixtures("fresh_modules")
@pytest.mark.parametrize(("names", "trial"), TRIALS)
def test_lines_that_try_a_listing_run_and_ask_a_question(names, trial):
    code = "\n\n".join(frame.source_of(name)[0] for name in names)
    ran = harness.run(names, code, trial)
    assert ran["error"] is None
    assert ran["output"] or ran["rows"]
    assert "?" in trial.partition("\n")[0]


def test_every_game_and_every_chapter_has_a_player_to_write():
    games = {f"chancegames.models.{game}" for game in chancegames.__all__}
    assert games == {task.values[0] for task in TASKS if task.id.startswith("your-turn")}
    written = {task.id.rpartition("-")[0] for task in TASKS}
    assert written == CHAPTERS | {"your-turn"}


def test_nearly_all_that_the_solution_for_coins_gives_away_goes_with_its_first_flip():
    """To change this flip alone makes it worse."""
    coins = chancegames.coins
    rules = coins.Rules(coins=15, points=17)
    best = coins.solve(rules)

    def shown(state):
        coins, points = state
        return 1 if points <= coins else coins - 1 + coins % 2

    def but_first(state):
        return 3 if state == (15, 17) else shown(state)

    assert best.policy((15, 17)) == {3: 1}
    worth = best.action_values((15, 17))
    given_away = best.value - coins.evaluate(rules, shown).value
    assert worth[3] - worth[shown((15, 17))] > 0.97 * given_away
    assert best.value - coins.evaluate(rules, but_first).value > given_away


def test_the_solution_for_hog_errs_where_the_page_says():
    """By one die too few, at three numbers of points, whatever the other needs."""
    page = (ROOT / "book/your-turn.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"three numbers of points only, by one die too few: (.*)\.\)", page)
    rules = chancegames.dice_battle.Race(goal=15, dice=4)
    best, errs = chancegames.dice_battle.solve(rules), set()
    for own, other in product(range(1, 16), repeat=2):
        dice = min(4, own // 4 + 1)
        if best.regret((own, other), dice) > 1e-12:
            errs.add(own)
            assert best.policy((own, other)) == {dice + 1: 1}
    assert errs == {int(points) for points in re.findall(r"\d+", shown)}


@pytest.mark.usefixtures("fresh_modules")
def test_a_player_is_defined_once_and_solves_only_what_was_asked():
    task = "rules = Rules(coins=3, points=4)\npolicy = lambda state: 1"
    code = task.replace("lambda state: 1", "solve(rules).policy\nprint('mine')")
    asked = ("chancegames.models.coins", code, 0.0)
    assert harness.judge(*asked, task=task)["output"].count("mine") == 1
    assert "Solved!" in harness.judge(*asked, task=task)["output"]
    other = harness.judge(*asked, task=task.replace("points=4", "points=5"))["output"]
    assert "Not the rules of the exercise" in other
    assert "Solved!" not in other
