"""The files around the book say the same as the book."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from chancegames.base.paths import ROOT
from chancegames.book import showcase

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def read(name):
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_the_citation_is_of_the_newest_release_in_the_changelog():
    citation = read("CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors", "date-released"} <= set(citation)
    released = re.findall(r"^## (\d\S*), (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert (citation["version"], str(citation["date-released"])) == released[0]
    assert citation["version"] == PROJECT["version"]
    assert citation["license"] == PROJECT["license"]
    assert citation["title"].startswith(read("_config.yml")["title"])


def test_the_workflow_runs_what_ci_runs():
    job = read(".github/workflows/ci.yml")["jobs"]["test"]
    assert [step["run"] for step in job["steps"] if "run" in step] == ["bash .ci/run"]
    assert os.access(ROOT / ".ci/run", os.X_OK)


def test_every_promised_python_and_system_is_tried():
    matrix = read(".github/workflows/ci.yml")["jobs"]["platforms"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {name.partition("-")[0] for name in matrix["system"]} == {"ubuntu", "macos", "windows"}
    makefile = (ROOT / "Makefile").read_text()
    assert all(f" {version}" in makefile for version in matrix["python"])


@pytest.mark.parametrize("name", ["ci", "release"])
def test_actions_are_pinned_and_may_do_little(name):
    workflow = read(f".github/workflows/{name}.yml")
    assert workflow["permissions"] == {"contents": "read"}
    used = [
        step["uses"] for job in workflow["jobs"].values() for step in job["steps"] if "uses" in step
    ]
    assert used
    assert [action for action in used if not re.search(r"@[0-9a-f]{40}$", action)] == []


def test_pre_commit_is_make_lint():
    (repository,) = read(".pre-commit-config.yaml")["repos"]
    assert [hook["entry"] for hook in repository["hooks"]] == ["make lint"]


def test_binder_installs_the_pinned_book():
    lines = (ROOT / "binder/requirements.txt").read_text().splitlines()
    named = [line.split()[1] for line in lines if line.startswith("-")]
    assert all((ROOT / "binder" / name).resolve().parent == ROOT for name in named)
    assert all((ROOT / "binder" / name).is_file() for name in named)


@pytest.mark.xdist_group("ledger")
def test_what_binder_runs_after_installing_succeeds():
    assert os.access(ROOT / "binder/postBuild", os.X_OK)
    here = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{here}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([ROOT / "binder/postBuild"], cwd=ROOT, env=environment, check=True, timeout=300)


def test_every_promised_python_is_resolved_and_tried():
    oldest = PROJECT["requires-python"].removeprefix(">=")
    makefile = (ROOT / "Makefile").read_text()
    assert f"for python in {oldest}.0 " in makefile
    assert f"--python-version {oldest}.0" in makefile
    assert "make resolve" in (ROOT / ".ci/run").read_text()


@pytest.mark.xdist_group("together")
def test_groups_of_tests_stay_together(request):
    """Under pytest 9.2, pytest-xdist 3.8 scatters them and says nothing (its issue 1386)."""
    grouped = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@together") is grouped


def test_an_editable_install_names_no_folder_where_an_ascii_locale_reads_it():
    """Python 3.11 reads .pth files in the locale's letters: an umlaut would end every start."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert settings["package-dir"] == {"chancegames": "lib/chancegames"}
    paths = [path.locate() for path in distribution("chancegames").files if path.suffix == ".pth"]
    assert all(str(ROOT) not in Path(path).read_text() for path in paths)


def test_the_pictures_of_the_readme_are_those_that_the_library_draws():
    """Draw them again with ``chancegames pictures``."""
    drawn = showcase._draw_outside()
    shown = re.findall(r"\]\((docs/pictures/\S+)\)", (ROOT / "README.md").read_text())
    assert [ROOT / path for path in shown] == list(drawn)
    for path, picture in drawn.items():
        assert path.read_text(encoding="utf-8") == picture
        assert ElementTree.fromstring(picture).tag.endswith("svg")
