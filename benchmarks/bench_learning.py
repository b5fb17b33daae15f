"""How far two learners get, in how many games; writes data/learning.csv.

The learners are those of the page *Use these games elsewhere*, whose listings are run first.  It
needs the extra ``interop``: ``_build/interop/bin/python -m benchmarks.bench_learning``.
"""

import csv

from open_spiel.python.algorithms import cfr
from tests import examples

from chancegames.base.paths import DATA, ROOT

PAGE = ROOT / "book/library/elsewhere.md"
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def itself(page):
    """Games in 100 more than half that a best reply wins against the learner of One roll each."""
    page["learner"], before = cfr.CFRPlusSolver(page["game"]), 0
    for rounds in STEPS:
        mixture, before = page["practise"](rounds - before), rounds
        yield "itself", rounds, 50 * (page["gains"] @ mixture).max()


def truth(page):
    """Tokens that the learner of 421 gives away in a round."""
    page["worth"].fill(0)
    page["tries"].fill(0)
    page["random"], before = page["np"].random.default_rng(421), 0
    for rounds in (200 * step for step in STEPS):
        for _ in range(rounds - before):
            page["play_once"]()
        before = rounds
        yield "truth", rounds, page["lost"]()


def main():
    """Run both and write what they lose."""
    page = examples.names(PAGE)
    with (DATA / "learning.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("learner", "rounds", "lost"))
        for learner in (itself, truth):
            writer.writerows((name, n, f"{lost:.6f}") for name, n, lost in learner(page))


if __name__ == "__main__":
    main()
