"""The prose pages point at what the chapters hold."""

import ast
import doctest
import re
import subprocess
import sys
from importlib.util import find_spec

import nbformat
import pytest

from chancegames import __all__ as games
from chancegames.base.paths import NOTEBOOKS, ROOT
from chancegames.book.chapters import chapters
from tests import examples

PAGES = sorted((ROOT / "book").rglob("*.md"))


def program(slug):
    notebook = nbformat.read(NOTEBOOKS / f"{slug}.ipynb", as_version=4)
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")


def labels():
    """Every label that a page or a chapter gives to a statement."""
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    for path in NOTEBOOKS.glob("*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        texts += [cell.source for cell in cells if cell.cell_type == "markdown"]
    return re.findall(r"^:label: (\S+)$", "\n".join(texts), re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_numbers_and_tables_of_chapters_are_there(page):
    text = page.read_text(encoding="utf-8")
    for slug, key in re.findall(r"notebooks/([\w-]+)\.ipynb::(\w+):s`", text):
        assert re.search(rf"\b{key}=", program(slug)), f"{slug} does not glue {key}"
    for slug, name in re.findall(r"^```\{from-chapter\} (\S+) (\S+)$", text, re.MULTILINE):
        assert f'name="{name}"' in program(slug), f"{slug} shows no table {name}"


def test_no_fence_closes_at_the_end_of_a_line_of_words():
    """It would not close there, and all that follows would vanish behind the door."""
    texts = {page.stem: page.read_text(encoding="utf-8") for page in PAGES}
    for path in NOTEBOOKS.glob("*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        texts[path.stem] = "\n".join(c.source for c in cells if c.cell_type == "markdown")
    late = re.compile(r"^(?![:`]).*\S[ \t]*(?::{3,}|`{3,})$", re.MULTILINE)
    assert not {name: late.findall(text) for name, text in texts.items() if late.search(text)}


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_a_glued_number_of_another_page_says_how_it_is_shown(page):
    """Without a format the renderer takes part of the address for one, and finds nothing."""
    text = page.read_text(encoding="utf-8")
    assert text.count(".ipynb::") == len(re.findall(r"\{glue:text\}`\S+\.ipynb::\w+:s`", text))


def test_no_two_statements_or_exercises_share_a_label():
    found = labels()
    assert len(found) > 50
    assert len(set(found)) == len(found)


def test_words_of_the_glossary_are_explained_once():
    text = (ROOT / "book" / "glossary.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```\{glossary\}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    terms = re.findall(r"^(?=\S)(.+)$", "\n".join(blocks), re.MULTILINE)
    assert len(terms) > 40
    assert len(set(terms)) == len(terms)


def test_the_interface_describes_every_game_and_no_module_that_is_gone():
    pages = "".join(page.read_text() for page in (ROOT / "book" / "library").glob("*.md"))
    described = re.findall(r"automodule:: (\S+)", pages)
    assert all(find_spec(name) for name in described)
    assert {f"chancegames.games.{name}" for name in games} <= set(described)


@pytest.mark.parametrize(
    ("page", "least"),
    [
        ("book/library.md", 15),
        ("book/library/games.md", 10),
        ("book/library/maths.md", 6),
        ("book/library/ledger.md", 10),
        ("book/library/pages.md", 15),
        ("book/method.md", 2),
        ("README.md", 4),
    ],
)
def test_every_example_of_the_library_is_true(page, least):
    result = examples.run(ROOT / page)
    assert result.attempted > least
    assert not result.failed


def test_no_caption_of_a_figure_shows_its_asterisks():
    """It is plain text, and marks of Markdown would be seen."""
    chapters = [nbformat.read(path, 4) for path in sorted(NOTEBOOKS.glob("*.ipynb"))]
    drawn = [
        cell.source
        for chapter in chapters
        for cell in chapter.cells
        if cell.cell_type == "code" and "figures.show(" in cell.source
    ]
    assert len(drawn) > 20
    captions = [text for source in drawn for text in source.split("caption=")[1:]]
    assert not [text for text in captions if re.search(r"\*\w[^*\n]*\*", text)]


#: All that the book says the solvers need (and what these four bring with them).
LIGHT = {"numpy", "numba", "llvmlite", "pulp", "highspy", "yaml", "chancegames", "examples"}
LIGHTLY = """
import importlib.metadata, sys
from pathlib import Path
installed = importlib.metadata.packages_distributions()
barred = set(installed) - set(sys.argv[3].split()) - sys.stdlib_module_names
class Barred:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in barred:
            raise ImportError(f"{name} is not among the four")
sys.meta_path.insert(0, Barred())
sys.path.insert(0, sys.argv[1])
import examples
done = examples.run(Path(sys.argv[2]))
assert done.attempted and not done.failed
"""


@pytest.mark.parametrize("page", ["book/library.md", "book/library/games.md"])
def test_the_solvers_need_no_more_than_the_four_libraries_that_are_named(page):
    said = (ROOT / "book/library.md").read_text(encoding="utf-8")
    assert 'pip install numpy numba "pulp[highs]" pyyaml' in re.sub(r"\\\n\s*", "", said)
    given = [str(ROOT / "tests"), str(ROOT / page), " ".join(LIGHT)]
    ran = subprocess.run([sys.executable, "-c", LIGHTLY, *given], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_block_that_is_copied_ends_each_definition_with_an_empty_line(page):
    """Python's prompt wants one after an indented block, before it takes the next line."""
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    for block in blocks:
        lines = block.split("\n")
        for example in doctest.DocTestParser().get_examples(block)[:-1]:
            (statement, *_) = ast.parse(example.source).body or [None]
            if hasattr(statement, "body"):
                after = lines[example.lineno + example.source.rstrip().count("\n") + 1]
                assert after.strip() == "...", example.source


def test_how_to_read_asks_one_question_for_each_chapter():
    said = (ROOT / "book/how-to-read.md").read_text(encoding="utf-8")
    doors = re.findall(r":::\{dropdown\} (.*)\n.*\n.*notebooks/([\w-]+)`\.\n:::", said)
    assert [slug for _, slug in doors] == [chapter.slug for chapter in chapters()]
    assert all(asked.endswith("?") for asked, _ in doors)
