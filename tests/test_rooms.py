"""The rooms of the package: who may import whom."""

import ast
from functools import cache
from pathlib import Path

import pytest

import chancegames

pytestmark = pytest.mark.xdist_group("rooms")  # one worker reads the modules
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
    "compiled",
    "findings",
    "files",
    "paths",
    "fingerprint",
    "verdicts",
    "workers",
    "yahtzee_cli",
    "play",
}


@cache
def imports(path):
    """Names that a module imports, each as a dotted path; read once for all tests."""
    return tuple(_imports(path))


def _imports(path):
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


def offenders(rooms, forbidden):
    """Modules in some rooms with what they import and must not, by a function of the module."""
    found = {path: forbidden(path) for path in MODULES if room(path) in rooms}
    return {str(path.relative_to(PACKAGE)): names for path, names in found.items() if names}


def rooms_but(*exempt):
    return {room(path) for path in MODULES} - {*exempt}


def test_only_report_and_figures_draw_or_display():
    drawing = {"matplotlib", "IPython", "myst_nb", "pandas"}
    assert not offenders(rooms_but(*SHOWING), lambda path: packages(path) & drawing)


def test_only_the_runner_knows_papermill():
    running = {"papermill", "nbformat", "jupyter_cache"}
    assert not offenders(rooms_but("runner"), lambda path: packages(path) & running)


def test_mathematics_and_games_know_nothing_above_them():
    assert not offenders(GENERAL, lambda path: imported_rooms(path) - {"compiled", "dice", "files"})
    below = {*GENERAL, "compiled", "files", "paths"}  # and no other game
    assert not offenders(GAMES, lambda path: imported_rooms(path) - below)


def test_dice_know_no_game():
    assert not offenders({"dice"}, imported_rooms)


def test_replications_never_see_a_printed_value():
    above = {"ledger", "audit", "report", "figures", "runner"}
    assert not offenders({"replications"}, lambda path: imported_rooms(path) & above)
    assert not offenders({"replications"}, lambda path: packages(path) & {"csv", "json"})


def test_the_ledger_does_not_know_how_anything_is_computed():
    known = {"files", "findings", "paths"}
    assert not offenders({"ledger"}, lambda path: imported_rooms(path) - known)


def test_pages_that_play_know_games_and_no_claim():
    known = {*GENERAL, *GAMES, "files", "paths", "fingerprint"}
    assert not offenders({"play"}, lambda path: imported_rooms(path) - known)


def test_an_offender_is_seen():
    assert offenders({"play"}, imported_rooms)


def test_there_is_a_game():
    assert "dice_battle" in GAMES
