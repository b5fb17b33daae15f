"""The frame of a chapter: lines of the library, hidden cells, the closed door."""

import sys
from unittest.mock import Mock

import nbformat
import pytest
from bs4 import BeautifulSoup
from sphinx.application import Sphinx

from chancegames.base.paths import ROOT

sys.path.insert(0, str(ROOT / "book/_ext"))
import chancegames_book
import finding
import frame

PAGE = """# A question

You see {dice}`421`.

```{library} chancegames.models.coins.flip_at_most
```

```{raw} html
<link rel="preload" as="fetch" href="t/one.table" data-asked="rules free=two none=three">
<link rel="modulepreload" href="frame.js">
```

:::{prf:proof}
:class: dropdown
It is **obvious**.
:::

## How this page was checked

```{setup}
```

### A table

Four.
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("frame")
    notebook = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_markdown_cell(PAGE),
            nbformat.v4.new_code_cell("import math", metadata={"tags": ["remove-cell"]}),
            nbformat.v4.new_code_cell("n: int = 4  # 1..9", metadata={"tags": ["parameters"]}),
            nbformat.v4.new_code_cell("math.sqrt(n)"),
        ]
    )
    nbformat.write(notebook, folder / "index.ipynb")
    settings = {
        "extensions": ["myst_nb", "sphinx_proof", "frame"],
        "myst_enable_extensions": ["colon_fence"],
        "nb_execution_mode": "off",
    }
    built = folder / "_build"
    out = Sphinx(folder, None, built, built / "doctrees", "html", settings, status=None)
    out.build()
    return BeautifulSoup((built / "index.html").read_text(), "html.parser")


def test_a_listing_is_the_source_without_its_docstring():
    code, file = frame.source_of("chancegames.models.coins.Rules.node")
    assert code.startswith("def node(self, state: State) -> Node:\n    coins, points, *flipped")
    assert '"""' not in code
    assert file.as_posix() == "lib/chancegames/models/coins.py"
    assert all(line.strip() in (ROOT / file).read_text() for line in code.splitlines())


def test_a_class_keeps_its_decorator_and_the_lines_between_its_methods():
    code, _ = frame.source_of("chancegames.models.coins.Rules")
    assert code.startswith("@dataclass(frozen=True)\nclass Rules:\n    coins: int\n")
    assert "\n\n    def node" in code
    assert '"""' not in code


@pytest.mark.parametrize("name", ["chancegames.nothing", "chancegames.models.coins.nothing", "os"])
def test_what_the_library_does_not_have_is_refused(name):
    with pytest.raises(ValueError, match="the library has no"):
        frame.source_of(name)


def test_a_page_shows_the_lines_of_the_library(page):
    assert "return lambda state:" in page.select_one(".from-library .highlight").text
    assert page.select_one(".from-library .origin").text == "from lib/chancegames/models/coins.py"


def test_the_door_is_closed_and_holds_everything_below_its_heading(page):
    (door,) = page.select("details.door")
    assert not door.has_attr("open")
    assert door.find_parent("section").find("h2").text.startswith(frame.DOOR)
    assert door.find("h3").text.startswith("A table")
    assert "Four." in door.text


def test_the_table_that_is_asked_for_is_preloaded_from_the_head(page):
    assert [link["rel"] for link in page.select("body link")] == [["modulepreload"]]
    (script,) = [s.text for s in page.select("head script") if "preload" in s.text]
    assert 'usual = "t/one.table"' in script
    assert '[["free", "two"], ["none", "three"]]' in script
    assert 'get("rules")' in script


def test_a_proof_is_folded_and_says_its_name_once(page):
    (fold,) = page.select("div.proof > details.fold")
    assert not fold.has_attr("open")
    assert fold.summary.text == "Proof"
    assert fold.p.text == "It is obvious."


def test_the_door_shows_imports_and_parameters_alone(page):
    shown = page.select_one("details.door .highlight").text
    assert "import math" in shown
    assert "n: int = 4" in shown
    assert "sqrt" not in shown


def test_dice_in_a_line_are_drawn_and_can_be_read_aloud(page):
    drawn = page.select_one("span.dice svg")
    assert drawn["aria-label"] == "4 2 1"
    assert len(drawn.find_all("circle")) == 4 + 2 + 1


def test_sections_for_the_search_have_plain_words_and_no_claims():
    html = """<article><section id="a"><h1>Dice<a class="headerlink">#</a></h1><p>Of 254.59
        <span class="math">E</span> points.</p><pre>code</pre><tbody id="x"><td>claim</td></tbody>
        <table><tr><th>dice</th><td>1.5</td></tr></table>
        <section id="b"><h2>More</h2><p>Words.</p></section></section></article>"""
    assert finding.sections(html) == [
        ("a", "Dice", "Of 254.59 points.", "dice · 1.5"),
        ("b", "More", "Words.", ""),
    ]


def test_a_word_of_the_glossary_is_found_by_itself():
    html = """<article><section id="a"><h2>A</h2><dl class="glossary"><dt id="x">Hog</dt>
        <dt id="y">dice battle</dt><dd>A race.</dd><dt id="z">horn</dt><dd>No.</dd></dl></section>
        """
    assert finding.sections(html) == [
        ("x", "Hog", "A race.", ""),
        ("y", "dice battle", "A race.", ""),
        ("z", "horn", "No.", ""),
    ]


def test_statements_count_from_1_on_every_page(tmp_path):
    """Also in a build that writes all pages and reads none, as after a change of a script."""
    (tmp_path / "index.md").write_text("# Here\n\n```{toctree}\none\ntwo\n```\n")
    statement = ":::{{prf:theorem}} {0}\n:label: {0}\n{0}.\n:::\n"
    for page in ("one", "two"):
        said = "\n".join(statement.format(f"{page}-{n}") for n in "ab")
        (tmp_path / f"{page}.md").write_text(f"# {page}\n\n{said}")
    asked = Mock()
    chancegames_book.setup(asked)
    (event,) = [
        call.args[0]
        for call in asked.connect.call_args_list
        if call.args[1] is chancegames_book._number_on_each_page
    ]
    for title in ("One", "Two"):
        settings = {
            "extensions": ["myst_nb", "sphinx_proof"],
            "myst_enable_extensions": ["colon_fence"],
            "html_title": title,
        }
        folders = tmp_path, None, tmp_path / "out", tmp_path / "out/.doctrees"
        app = Sphinx(*folders, "html", confoverrides=settings, status=None, warning=None)
        app.connect(event, chancegames_book._number_on_each_page)
        app.build()
        for page in ("one", "two"):
            soup = BeautifulSoup((tmp_path / f"out/{page}.html").read_text(), "html.parser")
            assert title in soup.title.string
            numbers = [number.get_text(strip=True) for number in soup.select(".caption-number")]
            assert numbers == ["Theorem 1", "Theorem 2"]
