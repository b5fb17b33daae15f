"""Every chapter runs at its defaults, at a small and at an extreme setting.

A run at the defaults goes into the cache that the book is rendered from: what is tested here is
what the book shows.
"""

import nbformat
import pytest

from chancegames.runner.cache import cached_seconds, keep
from chancegames.runner.chapters import chapters
from chancegames.runner.execute import run, warm_kernel

CHAPTERS = chapters()
SETTINGS = ("default", "small", "extreme")


@pytest.fixture(
    scope="module",
    params=[pytest.param(c, id=c.slug, marks=pytest.mark.xdist_group(c.slug)) for c in CHAPTERS],
)
def chapter(request):
    return request.param


@pytest.fixture(scope="module")
def kernel(chapter):
    """One kernel for the settings of a chapter; the default comes first and finds it new."""
    with warm_kernel() as lent:
        yield lent


@pytest.mark.parametrize("setting", SETTINGS)
def test_chapter_runs(chapter, setting, kernel, tmp_path):
    assert kernel.has_kernel == (setting != "default")
    before = chapter.path.read_bytes()
    finished = run(chapter, chapter.settings[setting], folder=tmp_path, kernel=kernel)
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
    """Cells of 25 lines at the most, and no function defined in a chapter."""
    notebook = nbformat.read(chapter.path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= 25
            assert "def " not in cell.source


def test_chapters_declare_parameters():
    assert CHAPTERS
    assert all(chapter.parameters for chapter in CHAPTERS)
