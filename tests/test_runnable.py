"""What runs in the page: models on plain Python, and every player that a page begins with."""

import json
import re
import subprocess
import sys

import pytest

import chancegames
from chancegames.base.paths import ROOT

sys.path[:0] = [str(ROOT / "book/_ext"), str(ROOT / "book/_static/run")]
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
YOUR_TURN = (ROOT / "book/your-turn.md").read_text(encoding="utf-8")
TASK = re.compile(r"```\{your-policy\} (\S+)\n:within: (\S+)\n(.*?)```", re.DOTALL)
TASKS = TASK.findall(YOUR_TURN)
CHAPTER_TASKS = [
    pytest.param(*task, id=f"{path.stem}-{task[0]}")
    for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
    for task in TASK.findall("".join(cell["source"]))
]


def test_models_run_on_plain_python_from_the_archive(tmp_path):
    """No site-packages, no checkout: what the page's worker has."""
    (tmp_path / "library.zip").write_bytes(runnable.library())
    command = [sys.executable, "-I", "-S", "-c", DOCTESTS, tmp_path / "library.zip", *MODELS]
    subprocess.run(command, check=True, cwd=tmp_path)


@pytest.fixture
def fresh_modules():
    """`harness` imports the package anew; the other tests keep theirs."""
    kept = {name: module for name, module in sys.modules.items() if name.startswith("chancegames")}
    yield
    for name in [name for name in sys.modules if name.startswith("chancegames")]:
        del sys.modules[name]
    sys.modules.update(kept)


@pytest.mark.usefixtures("fresh_modules")
@pytest.mark.parametrize(
    ("model", "within", "code"),
    [*(pytest.param(*task, id=task[0]) for task in TASKS), *CHAPTER_TASKS],
)
def test_the_first_player_of_each_game_can_be_improved_and_the_best_is_accepted(
    model, within, code
):
    first = harness.judge(model, code, float(within))
    assert first["error"] is None
    assert "You give away" in first["output"]
    assert "Solved!" not in first["output"]
    assert 1 <= len(first["rows"]) <= 5
    assert max(len(label) for label, _, _ in first["rows"]) < 120
    solved = code.partition("def policy")[0] + "from chancegames.maths.game import solve as best\n"
    best = harness.judge(model, solved + "policy = best(rules).policy\n", float(within))
    assert best["error"] is None
    assert "You give away nothing" in best["output"]
    assert "{" not in best["output"]
    assert "Solved!" in best["output"]


#: What the hints of each exercise say, taken at their word.
HINTED = {
    "coins": """
    coins, points = state
    return 1 if points <= coins else coins - 1 + coins % 2
""",
    "dice_battle": """
    own, other, player = state
    return min(4, -(-own // 3))
""",
    "game421": """
    from collections import Counter
    casts, kept, table = state
    stops = [(1, 2, 4), (1, 1, 6), (1, 1, 1), *((f, f, f) for f in (3, 4, 5, 6))]
    late = [(1, 1, 5), (2, 2, 2), (4, 5, 6), (3, 4, 5)]
    if casts == 3 or table in stops or (casts == 2 and table in late):
        return table
    for wanted in (1, 1), (1, 4), (1, 2), (2, 4), (1,), (4,):
        if Counter(wanted) <= Counter(table) and Counter(kept) <= Counter(wanted):
            return wanted
    return kept
""",
    "tree_solitaire": """
    seen = dict(state.known)
    if state.looks and not seen:
        return "look", "L"
    return ("move", "L") if seen.get("L") == "win" else ("move", "H")
""",
    "yahtzee": """
    if state.rerolls == 0:
        return Box.CHANCE
    return tuple(face for face in state.dice if face >= (5 if state.rerolls == 2 else 4))
""",
}


@pytest.mark.usefixtures("fresh_modules")
@pytest.mark.parametrize(("model", "within", "code"), TASKS, ids=[task[0] for task in TASKS])
def test_who_follows_the_hints_has_solved_the_exercise(model, within, code):
    rules = code.partition("def policy")[0]
    player = rules + "def policy(state):" + HINTED[model.rpartition(".")[2]]
    judged = harness.judge(model, player, float(within))
    assert judged["error"] is None
    assert "Solved!" in judged["output"]


def test_every_game_has_a_player_to_write():
    assert {f"chancegames.models.{game}" for game in chancegames.__all__} == {t[0] for t in TASKS}
