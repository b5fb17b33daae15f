"""The descriptions of the library: an example runs as it stands, pasted into a fresh Python."""

import ast
import builtins
import doctest
import inspect
import re
import sys
from importlib import import_module

import pytest
from bs4 import BeautifulSoup
from sphinx.application import Sphinx

from chancegames.base.paths import ROOT

sys.path.insert(0, str(ROOT / "book/_ext"))
import names

PAGES = sorted((ROOT / "book/library").glob("*.md"))
MODULES = sorted({m for page in PAGES for m in re.findall(r"automodule:: (\S+)", page.read_text())})


def described(module):
    """A module and what it shows, as far as it has an example."""
    own = getattr(module, "__all__", None) or [
        name for name, value in vars(module).items() if inspect.getmodule(value) is module
    ]
    found = [module, *(getattr(module, name) for name in own if not name.startswith("_"))]
    for one in [*found]:
        if inspect.isclass(one) and one.__module__.startswith("chancegames"):
            found += [value for name, value in vars(one).items() if not name.startswith("_")]
    return [one for one in found if ">>> " in (inspect.getdoc(one) or "")]


def shown(one):
    """The lines that a page shows."""
    lines = inspect.getdoc(one).splitlines()
    names.import_what_it_needs(None, "", "", one, None, lines)
    return lines


@pytest.mark.parametrize("name", MODULES)
def test_an_example_asks_for_no_name_that_it_does_not_import(name):
    for one in described(import_module(name)):
        known = {*dir(builtins)}
        for example in doctest.DocTestParser().get_examples("\n".join(shown(one))):
            if re.match(r"(from|import) ", example.source):
                made = {}
                exec(example.source, made)
                known |= made.keys()
            found = [*ast.walk(ast.parse(example.source))]
            known |= {node.arg for node in found if isinstance(node, ast.arg)}
            known |= {n.name for n in found if isinstance(n, ast.FunctionDef | ast.ClassDef)}
            used = [node for node in found if isinstance(node, ast.Name)]
            known |= {node.id for node in used if isinstance(node.ctx, ast.Store)}
            assert {node.id for node in used} <= known, f"{one}: {example.source}"


def test_the_imports_come_from_where_a_reader_looks():
    from chancegames import coins, yahtzee
    from chancegames.maths import game

    assert ">>> from chancegames.games.yahtzee import Box, Card, advise" in shown(yahtzee.advise)
    assert any("chancegames.maths.game import" in line for line in shown(game.evaluate))
    assert shown(coins)[2].startswith(">>> from chancegames import coins")


#: A stake in words, and shares of what random play loses, which the picture beside them has.
DERIVED = {"library.md": {"0.02"}, "elsewhere.md": {"7.5", "0.4", "0.004"}}


@pytest.mark.parametrize("page", [ROOT / "book/library.md", *PAGES], ids=lambda page: page.name)
def test_a_number_in_the_words_is_one_that_an_example_prints(page):
    """As it is printed, as a share in a hundred, or as a gain told in wins."""
    fence = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
    text = page.read_text(encoding="utf-8")
    shown_there = "".join(fence.findall(text))
    printed = [float(n) for n in re.findall(r"\d+\.\d+", shown_there)]
    printed += [int(a) / int(b) for a, b in re.findall(r"Fraction\((\d+), (\d+)\)", shown_there)]
    shares = [n for n in printed if n < 1]
    likely = printed + [told for n in shares for told in (50 * n, 100 * n, 50 * (1 + n))]
    words = re.sub(r"\{\w+\}`[^`]*`|`[^`]*`|\]\([^)]*\)", "", fence.sub("", text))
    for said in {*re.findall(r"(?<![\w.])\d+\.\d+(?![\w.])", words)} - DERIVED.get(
        page.name, set()
    ):
        unit = 10 ** -len(said.partition(".")[2])
        assert any(abs(n - float(said)) <= unit / 2 + 1e-9 for n in likely), said


def test_a_name_in_a_line_of_a_list_is_one_of_that_module(tmp_path):
    """And not of the module before it on the page, which has an `evaluate`, too."""
    parts = "\n".join(
        f"```{{eval-rst}}\n.. names:: {module}\n\n.. automodule:: {module}\n   :members:\n```\n"
        for module in ("chancegames.games.coins", "chancegames.games.dice_battle")
    )
    (tmp_path / "index.md").write_text(f"# Games\n\n{parts}")
    settings = {
        "extensions": ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary"],
        "autosummary_generate": False,
        "default_role": "py:obj",
    }
    folders = tmp_path, None, tmp_path / "out", tmp_path / "out/.doctrees"
    app = Sphinx(*folders, "html", confoverrides=settings, status=None, warning=None)
    app.add_directive("names", names.Names)
    app.build()
    soup = BeautifulSoup((tmp_path / "out/index.html").read_text(), "html.parser")
    simulate = next(row for row in soup.select("table tr") if "arguments as for" in row.get_text())
    (link,) = simulate.select("td + td a.internal")
    assert link["href"] == "#chancegames.games.dice_battle.evaluate"
