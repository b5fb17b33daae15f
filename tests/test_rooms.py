"""The rooms of the package: who may import whom."""

import ast
import graphlib
import sys
from functools import cache
from pathlib import Path

import pytest

import chancegames

pytestmark = pytest.mark.xdist_group("rooms")  # one worker reads the modules
PACKAGE = Path(chancegames.__file__).parent
MODULES = {
    ".".join(("chancegames", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): path
    for path in PACKAGE.rglob("*.py")
}

#: From the ground up: a room imports from itself and from the rooms before it.
ROOMS = ("base", "maths", "models", "games", "sources", "ledger", "show", "book")

#: What models lean on: all of it runs wherever Python runs.
PLAIN = ("base.checks", "maths.anchors", "maths.dice", "maths.game", "maths.solution")


@cache
def imports(module):
    """Names that a module imports, each as a dotted path; read once for all tests."""
    return tuple(_imports(MODULES[module]))


def _imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own(name):
    """Module of the package that an imported name stands for or comes from, or None."""
    while name and name not in MODULES:
        name = name.rpartition(".")[0]
    return name if name not in ("", "chancegames") else None


def own_imports(module):
    """Modules of the package that a module imports.

    Who imports ``a.b`` runs ``a`` as well, but ``from a import b`` of a submodule does not lean on
    what else ``a`` holds.
    """
    found = {own(name) for name in imports(module)} - {None, module}
    return {name for name in found if not any(other.startswith(f"{name}.") for other in found)}


def room(module, depth=1):
    return ".".join(module.split(".")[1 : 1 + depth])


def packages(module):
    return {name.split(".")[0] for name in imports(module)}


def offenders(rooms, forbidden):
    """Modules of some rooms with what they import and must not, by a function of the module."""
    here = [m for m in MODULES if any(f"{m}.".startswith(f"chancegames.{r}.") for r in rooms)]
    assert here, f"no modules in {rooms}"
    return {module: names for module in here if (names := forbidden(module))}


def others(*rooms):
    return [name for name in ROOMS if name not in rooms and f"chancegames.{name}" in MODULES]


def test_the_package_has_nine_entries_at_most():
    entries = {path.stem for path in PACKAGE.iterdir() if path.suffix in ("", ".py")}
    assert entries - {"__pycache__", "__init__"} <= set(ROOMS)


@pytest.mark.parametrize("name", others())
def test_no_import_runs_upwards(name):
    above = set(ROOMS[ROOMS.index(name) + 1 :])
    assert not offenders([name], lambda m: {room(o) for o in own_imports(m)} & above)


def test_no_imports_run_in_a_circle():
    order = graphlib.TopologicalSorter({module: own_imports(module) for module in MODULES})
    assert tuple(order.static_order())  # raises CycleError with the circle


def test_no_game_knows_another():
    def other_games(module):
        games = {room(o, 2) for o in own_imports(module) if room(o) == "games"}
        return games - {room(module, 2), "games"}

    assert not offenders(["games"], other_games)


def test_only_show_draws_or_displays():
    drawing = {"matplotlib", "IPython", "myst_nb", "pandas"}
    assert not offenders(others("show"), lambda module: packages(module) & drawing)


def test_only_the_book_knows_papermill():
    running = {"papermill", "nbformat", "jupyter_cache"}
    assert not offenders(others("book"), lambda module: packages(module) & running)


def test_sources_never_see_a_printed_value():
    assert not offenders(["sources"], lambda module: packages(module) & {"csv", "json"})
    assert not offenders(["sources"], lambda m: {o for o in imports(m) if o.endswith(".DATA")})


def test_only_the_judge_knows_how_anything_is_computed():
    computing = {"maths", "models", "games", "sources"}
    found = offenders(["ledger"], lambda m: {room(o) for o in own_imports(m)} & computing)
    assert set(found) == {"chancegames.ledger.judge"}


def test_tables_for_the_browser_know_games_and_no_claim():
    claims = {"sources", "ledger"}
    assert not offenders(["show.play"], lambda m: {room(o) for o in own_imports(m)} & claims)


def test_an_offender_is_seen():
    assert offenders(["show.play"], own_imports)
    assert "games" in {room(o) for o in own_imports("chancegames.sources.lecture")}


def test_models_and_the_exact_solver_need_the_standard_library_alone():
    plain = [m for m in MODULES if room(m) == "models"]
    plain += [f"chancegames.{name}" for name in PLAIN]
    assert {m: found for m in plain if (found := _outside(m))} == {}


def _outside(module):
    """Packages that importing a module brings in, its own imports of the package followed."""
    seen, waiting = set(), [module]
    while waiting:
        if (here := waiting.pop()) not in seen:
            seen.add(here)
            waiting += own_imports(here)
    found = {name for here in seen for name in packages(here)}
    return found - sys.stdlib_module_names - {"chancegames"}


def test_a_list_of_names_shows_what_is_for_users():
    assert dir(chancegames) == ["coins", "dice_battle", "game421", "tree_solitaire", "yahtzee"]
    for name in dir(chancegames):
        game = getattr(chancegames, name)
        assert dir(game) == sorted(game.__all__)


def test_the_library_has_few_public_names():
    """A name without underscore is one that a newcomer may have to know."""
    found = [
        node.name
        for path in PACKAGE.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    ]
    assert len(found) <= 450
