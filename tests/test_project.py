"""The files around the book say the same as the book."""

import os
import tomllib

import pytest
import yaml

from chancegames.base.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def read(name):
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_the_citation_is_of_this_version():
    citation = read("CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors", "date-released"} <= set(citation)
    assert citation["version"] == PROJECT["version"]
    assert citation["license"] == PROJECT["license"]
    assert citation["title"].startswith(read("_config.yml")["title"])


def test_the_workflow_runs_what_ci_runs():
    jobs = read(".github/workflows/ci.yml")["jobs"].values()
    assert [step["run"] for job in jobs for step in job["steps"] if "run" in step] == [
        "bash .ci/run"
    ]
    assert os.access(ROOT / ".ci/run", os.X_OK)


def test_pre_commit_is_make_lint():
    (repository,) = read(".pre-commit-config.yaml")["repos"]
    assert [hook["entry"] for hook in repository["hooks"]] == ["make lint"]


def test_binder_installs_the_pinned_book():
    lines = (ROOT / "binder/requirements.txt").read_text().splitlines()
    named = [line.split()[1] for line in lines if line.startswith("-")]
    assert all((ROOT / "binder" / name).resolve().parent == ROOT for name in named)
    assert all((ROOT / "binder" / name).is_file() for name in named)
    assert os.access(ROOT / "binder/postBuild", os.X_OK)


@pytest.mark.xdist_group("together")
def test_groups_of_tests_stay_together(request):
    """Under pytest 9.2, pytest-xdist 3.8 scatters them and says nothing (its issue 1386)."""
    grouped = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@together") is grouped
