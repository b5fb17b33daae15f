"""Every chapter runs at its defaults, at a small and at an extreme setting.

A run at the defaults goes into the cache that the book is rendered from: what is tested here is
what the book shows.
"""

import ast
import re
import symtable
from contextlib import closing

import nbformat
import pytest

from chancegames.book.cache import cached_seconds, keep
from chancegames.book.chapters import chapters
from chancegames.book.execute import run
from chancegames.book.kernels import lent_kernel
from chancegames.book.runtimes import usual_seconds

#: Sections that every chapter has; "Rules" and "Beyond" go by several names.
SECTIONS = (
    "## Parameters",
    "## Where we differ, and why",
    "## Simulation check",
    "## Exercises",
    "## References",
)

#: Those that take long begin first, so that no worker waits for another in the end.
CHAPTERS = sorted(chapters(), key=lambda chapter: -float(usual_seconds(chapter.slug) or 0))
SETTINGS = ("default", "small", "extreme")
DOOR = "## How this page was checked"
HIDDEN = {"remove-cell", "remove-input"}


def tags(cell):
    return set(cell.metadata.get("tags", []))


@pytest.fixture(scope="session")
def kernel():
    """One kernel for all runs of a worker, one after another; none sees a variable of another."""
    with closing(lent_kernel()) as lent:
        yield lent


RUNS = [
    pytest.param(
        item, setting, id=f"{item.slug}-{setting}", marks=pytest.mark.xdist_group(item.slug)
    )
    for item in CHAPTERS
    for setting in SETTINGS
]


@pytest.mark.parametrize(("chapter", "setting"), RUNS)
def test_chapter_runs(chapter, setting, kernel, tmp_path):
    before = chapter.path.read_bytes()
    values = chapter.settings[setting]
    kernel.forget()
    finished = run(chapter, values, folder=tmp_path, kernel=kernel, save_each_cell=False)
    executed = nbformat.read(finished.output, as_version=4)
    code = [cell for cell in executed.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in code)
    assert chapter.path.read_bytes() == before
    if setting == "default":
        keep(finished)
        assert cached_seconds(chapter) == pytest.approx(finished.seconds, abs=0.001)


def test_every_setting_is_run():
    assert all(tuple(chapter.settings) == SETTINGS for chapter in CHAPTERS)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=[c.slug for c in CHAPTERS])
def test_chapter_is_committed_without_outputs(chapter):
    notebook = nbformat.read(chapter.path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=[c.slug for c in CHAPTERS])
def test_chapter_is_more_prose_than_code(chapter):
    """Cells of 25 lines at the most; functions only where a reader is shown how to write one."""
    notebook = nbformat.read(chapter.path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= 25
            assert "def " not in cell.source or not tags(cell) & HIDDEN


@pytest.mark.parametrize("chapter", CHAPTERS, ids=[c.slug for c in CHAPTERS])
def test_no_cell_changes_a_parameter(chapter):
    """Whatever is computed after such a cell would no longer follow what the reader asked for."""
    notebook = nbformat.read(chapter.path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code" and "parameters" not in tags(cell):
            symbols = symtable.symtable(cell.source, cell.id, "exec").get_symbols()
            changed = {one.get_name() for one in symbols if one.is_assigned()}
            assert not changed & {one.name for one in chapter.parameters}, cell.id


def test_chapters_declare_parameters():
    assert CHAPTERS
    assert all(chapter.parameters for chapter in CHAPTERS)


def cells(chapter, kind):
    notebook = nbformat.read(chapter.path, as_version=4)
    return [cell.source for cell in notebook.cells if cell.cell_type == kind]


WIDEST = 80  # characters of a line of code that fit the column, whatever the font


each_chapter = pytest.mark.parametrize("chapter", CHAPTERS, ids=[c.slug for c in CHAPTERS])


def visible_code(chapter):
    notebook = nbformat.read(chapter.path, as_version=4)
    return [c.source for c in notebook.cells if c.cell_type == "code" and not tags(c) & HIDDEN]


@each_chapter
def test_chapter_begins_with_its_reader(chapter):
    """A title, some sentences and a picture; no source, import or parameter in sight."""
    notebook = nbformat.read(chapter.path, as_version=4)
    opening = notebook.cells[0].source
    assert re.match(r"# [^\n]+\n\n\w", opening), "title, then a sentence"
    assert "{cite" not in opening
    first_section = next(
        n for n, c in enumerate(notebook.cells) if re.search("^## ", c.source, re.MULTILINE)
    )
    before = notebook.cells[: first_section + 1]
    code = "\n".join(c.source for c in before if c.cell_type == "code")
    prose = "\n".join(c.source for c in before if c.cell_type == "markdown").split("\n## ")[0]
    assert "figures.show(" in code or "{live}" in prose, "a picture before the first section"
    assert all(tags(c) & HIDDEN for c in before if c.cell_type == "code")


@each_chapter
def test_visible_code_teaches(chapter):
    """What formats, checks or glues is hidden, and no line runs out of its box."""
    for source in visible_code(chapter):
        assert not re.search(r"\breport\.|^\s*assert |^(from|import) ", source, re.MULTILINE), (
            source
        )
        assert max(map(len, source.splitlines())) <= WIDEST, source


@each_chapter
def test_chapter_shows_the_library(chapter):
    assert "```{library} chancegames." in "\n".join(cells(chapter, "markdown"))


@each_chapter
def test_everything_that_audits_is_behind_the_door(chapter):
    notebook = nbformat.read(chapter.path, as_version=4)
    door = next(n for n, c in enumerate(notebook.cells) if DOOR in c.source)
    behind = notebook.cells[door:]
    assert not re.search("^## (?!How this)", "\n".join(c.source for c in behind), re.MULTILINE)
    text = "\n".join(c.source for c in behind)
    box = f'report.verdict_box("{chapter.slug}", usual_seconds("{chapter.slug}"))'
    assert [
        part for part in (box, "report.table(", "{cite:t}`", "```{setup}") if part not in text
    ] == []
    before = "\n".join(c.source for c in notebook.cells[:door] if c.cell_type == "code")
    assert "report.table(" not in before
    assert "verdict_box" not in before


@pytest.mark.parametrize("chapter", CHAPTERS, ids=[c.slug for c in CHAPTERS])
def test_every_table_of_a_chapter_can_be_downloaded(chapter):
    """Tables go through `report`, which puts a link to the CSV below each."""
    for source in cells(chapter, "code"):
        last = ast.parse(source).body[-1]
        assert not ast.unparse(last).startswith("pd.DataFrame")
        assert "set_uuid" not in source


SHOWN = ("figures.show", "report.table", "report.plain_table", "report.differences")


@pytest.mark.parametrize("chapter", CHAPTERS, ids=[c.slug for c in CHAPTERS])
def test_what_a_chapter_shows_ends_its_cell(chapter):
    """A notebook shows the last expression of a cell and no other."""
    lost = [
        ast.unparse(line)
        for source in cells(chapter, "code")
        for line in ast.parse(source).body[:-1]
        if ast.unparse(line).startswith(SHOWN)
    ]
    assert lost == []


def _joined(notebook):
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
