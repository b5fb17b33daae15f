"""The rooms of the package: who may import whom."""

import ast
from pathlib import Path

import pytest

import chancegames

PACKAGE = Path(chancegames.__file__).parent
GENERAL = ("dice", "matrix_game", "game")
SHOWING = ("report", "figures")
NOT_GAMES = {
    *GENERAL,
    *SHOWING,
    "replications",
    "ledger",
    "audit",
    "runner",
    "showcase",
    "cli",
    "findings",
    "files",
    "paths",
    "fingerprint",
    "verdicts",
    "workers",
    "yahtzee_cli",
    "play",
}


def imports(path):
    """Names that a module imports, each as a dotted path."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room(path):
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def own(name):
    """Room of an imported name of the package, or None for other packages."""
    parts = name.split(".")
    return parts[1] if parts[0] == "chancegames" and len(parts) > 1 else None


MODULES = [path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py"]
GAMES = sorted({room(path) for path in MODULES} - NOT_GAMES)


def imported_rooms(path):
    return {own(name) for name in imports(path)} - {None, room(path)}


def packages(path):
    return {name.split(".")[0] for name in imports(path)}


def ids(paths):
    return [str(path.relative_to(PACKAGE)) for path in paths]


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_only_report_and_figures_draw_or_display(path):
    if room(path) not in SHOWING:
        assert not packages(path) & {"matplotlib", "IPython", "myst_nb", "pandas"}


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_only_the_runner_knows_papermill(path):
    if room(path) != "runner":
        assert not packages(path) & {"papermill", "nbformat", "jupyter_cache"}


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_mathematics_and_games_know_nothing_above_them(path):
    if room(path) in GENERAL:
        assert imported_rooms(path) <= {"dice", "files"}
    if room(path) in GAMES:
        assert imported_rooms(path) <= {*GENERAL, "files", "paths"}, "a game knows no other game"


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_dice_know_no_game(path):
    if room(path) == "dice":
        assert not imported_rooms(path)


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_replications_never_see_a_printed_value(path):
    if room(path) == "replications":
        assert not imported_rooms(path) & {"ledger", "audit", "report", "figures", "runner"}
        assert not packages(path) & {"csv", "json"}


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_the_ledger_does_not_know_how_anything_is_computed(path):
    if room(path) == "ledger":
        assert imported_rooms(path) <= {"files", "findings", "paths"}


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_pages_that_play_know_games_and_no_claim(path):
    if room(path) == "play":
        assert imported_rooms(path) <= {*GENERAL, *GAMES, "files", "paths", "fingerprint"}


def test_there_is_a_game():
    assert "dice_battle" in GAMES
