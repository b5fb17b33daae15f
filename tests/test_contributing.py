"""CONTRIBUTING, followed to the letter in a copy of the checkout, ends where it says."""

import csv
import os
import re
import shutil
import subprocess
import sys
from textwrap import dedent, indent

import pytest

from chancegames.base.paths import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COPIED = ("lib", "data", "book", "docs", "tests", "notebooks", "_toc.yml", "_config.yml")
COPIED = (*COPIED, "pyproject.toml", "constraints.txt", "requirements.txt")
VARIANT = "To add a rule variant"
LAST_OF_IS_BAD = '    "always": lambda tails, heads: True,\n'
#: What takes long is another source's business.
OTHERS = shutil.ignore_patterns("__pycache__", "mathjax", "tables", "browser")


def block(heading, language, beginning=""):
    """The first block of a language in a section that begins so, without its indent."""
    section = TEXT[TEXT.index(f"## {heading}\n") :].split("\n## ")[0]
    found = re.findall(rf"^ *```{language}\n(.*?)^ *```$", section, re.DOTALL | re.MULTILINE)
    return next(text for text in map(dedent, found) if text.startswith(beginning))


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the project with the new source, its answers, and its chapter; no other claims."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=OTHERS)
        else:
            shutil.copy(ROOT / name, copy / name)
    published, source = copy / "data" / "published", "To add a source"
    (published / "twodice.csv").write_text(block(source, "text", "claim_id"))
    listed = (published / "sources.csv").read_text().splitlines()[0]
    (published / "sources.csv").write_text(f"{listed}\n{block(source, 'text', 'twodice,')}")
    exceptions = copy / "data" / "exceptions.csv"
    exceptions.write_text(exceptions.read_text().splitlines()[0] + "\n")
    with (copy / "book" / "references.bib").open("a") as file:
        file.write(block(source, "bibtex"))
    (copy / "lib/chancegames/sources/twodice.py").write_text(block(source, "python"))
    _, template, chapter = block("To add a chapter", "shell").split()
    shutil.copy(copy / template, copy / chapter)
    model = copy / "lib/chancegames/models/coins.py"
    variant = indent(block(VARIANT, "python"), "    ")
    model.write_text(model.read_text().replace(LAST_OF_IS_BAD, LAST_OF_IS_BAD + variant))
    (copy / "variant.txt").write_text(block(VARIANT, "python", ">>>"))
    toc = (copy / "_toc.yml").read_text()
    first = re.search(r"^      - file: notebooks/.*\n", toc, re.MULTILINE)
    line = "      " + block("To add a chapter", "yaml").lstrip()
    (copy / "_toc.yml").write_text(toc[: first.start()] + line + toc[first.end() :])
    return copy


def within(checkout, *command):
    """Run a module of Python in the copy, with the package that lies there."""
    environment = os.environ | {"PYTHONPATH": f"{checkout / 'lib'}{os.pathsep}{checkout}"}
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.xdist_group("contributing")
def test_the_new_source_is_confirmed(checkout):
    finished = within(checkout, "chancegames.book.cli", "ledger")
    assert finished.returncode == 0, finished.stderr
    with (checkout / "_build" / "ledger.csv").open(newline="") as file:
        verdicts = {row["claim_id"]: row["verdict"] for row in csv.DictReader(file)}
    assert verdicts == {"twodice-01": "matches", "twodice-02": "matches", "twodice-03": "holds"}
    assert "0 of 0 claims confirmed\n3 of 3 values from the literature" in finished.stdout


@pytest.mark.xdist_group("contributing")
def test_the_tests_of_the_ledger_pass_with_the_new_source(checkout):
    finished = within(checkout, "pytest", "-q", "-n", "0", "tests/ledger/test_ledger.py")
    assert finished.returncode == 0, finished.stdout[-3000:]


@pytest.mark.xdist_group("contributing")
def test_the_template_is_a_chapter_that_fails_nothing(checkout):
    tests = "tests/runner/test_chapters.py"
    finished = within(checkout, "pytest", "-q", "-n", "0", tests, "-k", "two-dice")
    assert finished.returncode == 0, finished.stdout[-3000:]
    assert re.search(r"\b1\d passed", finished.stdout), finished.stdout[-300:]


@pytest.mark.xdist_group("contributing")
def test_the_new_source_has_the_types_and_the_style_of_the_package(checkout):
    here = "lib/chancegames/sources/twodice.py"
    for command in (["mypy", "--strict", here], ["ruff", "check", here], ["ruff", "format", here]):
        check = [*command, "--check"] if command[1] == "format" else command
        finished = within(checkout, *check)
        assert finished.returncode == 0, finished.stdout + finished.stderr


@pytest.mark.xdist_group("contributing")
def test_the_new_rule_is_solved_and_tested(checkout):
    _, _, *tests = block(VARIANT, "shell").split()
    for command in (["doctest", "variant.txt"], [*tests, "-q", "-n", "0"]):
        finished = within(checkout, *command)
        assert finished.returncode == 0, finished.stdout[-3000:]
