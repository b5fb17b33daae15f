"""Pictures and numbers of pages that are no chapters, from tables that are committed."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from html import escape
from itertools import count, groupby
from pathlib import Path

import nbformat
import numpy as np
import yaml

from chancegames import dice_battle, game421, tree_solitaire
from chancegames.base.files import read_rows
from chancegames.base.paths import DATA, ROOT
from chancegames.book import counted, envelope, hogs, thumbs, yahtzee_card
from chancegames.book.chapters import book_pages, chapters
from chancegames.book.runtimes import runtimes
from chancegames.games.dice_battle import race
from chancegames.games.tree_solitaire import strategy
from chancegames.show.figures import races
from chancegames.show.figures.style import INK, PALETTE, Drawing, new_figure, show
from chancegames.show.report.html import Html
from chancegames.sources.johnson1970.proofs import HALF, _enclosed
from chancegames.sources.johnson1970.tables import WITH_LOOKS

SWEEP = DATA / "bench_sweep.csv"
LEARNING = DATA / "learning.csv"

_DICE = 10


def _wins(name: str) -> Html:
    """How often a strategy of Tree Solitaire wins, as a bar and a number.

    Examples
    --------
    >>> _wins("LSTRAT").text
    '68.8'
    """
    rules = tree_solitaire.Rules(Fraction(1, 2), Fraction(3, 4))
    share = f"{100 * float(tree_solitaire.evaluate(rules, strategy(name)).value):.1f}"
    return Html(f'<span class="wins" style="--share: {share}">{share}</span>', share)


def _measured(what: str, digits: int = 0) -> Html:
    """What a sweep costs, from the one row of data/bench_sweep.csv that begins so."""
    rows = read_rows(SWEEP, ("what", "amount", "unit", "load")).values()
    (amount,) = [float(row["amount"]) for row in rows if row["what"].startswith(what)]
    words = f"{amount:,.{digits}f}"
    return Html(words, words)


def _repository() -> Html:
    """The repository of the book, linked once its address stands in _config.yml."""
    settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    if address := settings["repository"]["url"]:
        words = "the repository of this book"
        return Html(f'<a href="{escape(address)}">{words}</a>', words)
    words = "whoever put this book where you found it (it has no address of its own yet)"
    return Html(words, words)


def _yahtzee_seconds() -> Html:
    """How long it takes to solve Yahtzee, from data/bench_yahtzee.csv."""
    rows = read_rows(DATA / "bench_yahtzee.csv").values()
    (words,) = [f"{float(r['seconds']):.2f}" for r in rows if r["what"] == "solve, forced"]
    return Html(words, words)


def _spoiled(dice: int, *, clean: bool = False) -> Html:
    """How often in 100 rolls so many dice show a 1, or none."""
    none = (5 / 6) ** dice
    words = f"{100 * (none if clean else 1 - none):.0f}"
    return Html(words, words)


def _ratchet(which: int) -> Html:
    """How often 211 comes from 233 with three-faced dice: the 2 kept, or all cast again."""
    words = f"{100 * float(envelope._ratchet_chances()[which]):.1f}"
    return Html(words, words)


def _chapters_minutes() -> Html:
    """How long all chapters run, one after the other."""
    words = f"{sum(one.seconds for one in runtimes().values()) / 60:.0f}"
    return Html(words, words)


def _nearest(which: int) -> Html:
    words = f"{thumbs.nearest_costs()[which]:.1f}"
    return Html(words, words)


def _rule_worst(which: int) -> Html:
    """What one roll by the rule of thumb gives away at worst, and what both players need there."""
    worst, needs = thumbs._worst_roll(thumbs.roll)
    words = (f"{worst:.1f}", *map(str, needs))[which]
    return Html(words, words)


def _given_away(game: str) -> Html:
    """What the card of a game gives away, as its table rounds it; of Yahtzee and Hog, in a game."""
    words = thumbs._given_away()[game]
    return Html(words, words)


def _two_casts_left(what: str) -> Html:
    """What three new dice, or a pair of 5s, are worth in tokens, with two casts of 421 left."""
    words = f"{thumbs._two_casts_left()[what]:.1f}"
    return Html(words, words)


def _second(casts: int) -> Html:
    """What the best second player of 421 makes in so many casts, in tokens."""
    words = f"{thumbs._second(casts):.1f}"
    return Html(words, words)


def _full_house_cost() -> Html:
    """What it costs at worst to keep a full house that the card of Yahtzee keeps, first of all."""
    words = f"{yahtzee_card._full_house_cost():.1f}"
    return Html(words, words)


def _hog_friend(lines: int = 1) -> Html:
    """How often the rule of thumb beats a friend who rolls by its first lines, in 100 games of Hog.

    With one line the friend always rolls six.
    """
    friend = partial(thumbs.roll, lines=lines)
    played = race.evaluate(dice_battle.Race(), thumbs.roll, friend)
    words = f"{100 * float(played.win_rate):.0f}"
    return Html(words, words)


def _rolled(dice: int) -> Html:
    """How often the best mixture of up to ten dice, one roll each, rolls so many, in 100 rolls."""
    mixture = dice_battle.solve(dice_battle.OneRoll(dice=10)).policy((0, 0))
    words = f"{100 * float(mixture[dice]):.0f}"
    return Html(words, words)


def _wins_apart() -> Html:
    """How many wins two trials of 10,000 games of Tree Solitaire lie apart, as a rule."""
    words = f"{envelope._trials_apart(10_000):.0f}"
    return Html(words, words)


def _column_right() -> Html:
    """What the last lines of the memo's column ought to say."""
    *first, last = envelope._column_right()
    words = f"{', '.join(first)} and {last}"
    return Html(words, words)


def _bounds_agree() -> Html:
    """Decimals in which the bounds of each of the memo's strategies with looks agree."""
    bounds = [_enclosed(name, HALF, HALF) for names in WITH_LOOKS.values() for name in names]

    def agree(decimals: int) -> bool:
        return all(int(low * 10**decimals) == int(high * 10**decimals) for low, high in bounds)

    words = str(next(n for n in count() if not agree(n + 1)))
    return Html(words, words)


def openings() -> Html:
    """Show how many dice open ten thousand races best."""
    known = {(one.faces, one.goal): one.dice for one in hogs.read() if one.bust_score == 1}
    goals = range(1, hogs.GOAL + 1)
    shares = np.array([[known[faces, goal] / faces for goal in goals] for faces in hogs.FACES])
    caption = (
        "A column for each goal, a row for each die. White: begin with as many dice as a die has "
        "faces; orange: with fewer, violet: with more. The circle is Hog as it is played."
    )
    alt = f"A map in three colors of the best opening of {shares.size:,} races."
    return _shown(
        show(races.opening_map(shares, list(hogs.FACES), (100, 6)), alt=alt, caption=caption)
    )


def _random_losses() -> Mapping[str, float]:
    """What random play gives away where the two learners of data/learning.csv play."""
    roll, round_of_421 = dice_battle.OneRoll(dice=_DICE), game421.Round()
    gains = [sum(roll.gain(a, b) for b in roll.rolls) / _DICE for a in roll.rolls]
    worst = game421.evaluate(round_of_421, game421.monkey(round_of_421)).value
    best = game421.solve(round_of_421).value
    return {"itself": 50 * float(max(gains)), "truth": float(best - worst)}


def learning() -> Html:
    """Show how far two learners get, and after looking at how much."""
    figure, ax = new_figure(5.2, 3.3)
    rows = read_rows(LEARNING, ("learner", "rounds", "lost")).values()
    random = _random_losses()
    told = {"itself": "CFR+,\none roll each", "truth": "Q-learning,\na round of 421"}
    places = {"itself": (100, 0.03), "truth": (13_000, 1)}
    looked_at = {"itself": _DICE**2, "truth": 1}  # pairs of rolls, or games, in a round
    for (learner, words), color in zip(told.items(), PALETTE, strict=False):
        own = [row for row in rows if row["learner"] == learner]
        games = [int(row["rounds"]) * looked_at[learner] for row in own]
        left = [100 * float(row["lost"]) / random[learner] for row in own]
        ax.plot(games, left, color=color, marker="o")
        ax.text(*places[learner], words, color=color)
    ax.axhline(100, color=INK, linewidth=0.8, linestyle=":")
    ax.text(3_000, 130, "random play: 100 %", color=INK)
    ax.set(xscale="log", yscale="log", ylabel="% of what random play loses")
    ax.set(xlabel="pairs of rolls looked at, or games played", ylim=(None, 300))
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:g}")
    lost, tokens = random["itself"], random["truth"]
    caption = (
        "What each learner still loses. For CFR+, 100 % are the "
        f"{lost:.1f} games in 100 that random play loses to an opponent who knows it; for "
        f"Q-learning, the {tokens:.2f} tokens a round by which it stays below best play. The two "
        f"are no rivals: CFR+ is told all payoffs and looks at {_DICE**2} pairs of rolls in each "
        "round, while Q-learning sees one game at a time, and is judged first after 200."
    )
    return _shown(
        show(figure, alt=f"{caption} Both curves fall, one far below the other.", caption=caption)
    )


def reading() -> Html:
    """List the chapters of each part, with the minutes that one reads at 250 words a minute."""
    known = {item.slug: item for item in chapters()}
    own = [page for page in book_pages() if page.name.startswith("notebooks/")]
    rows, total = [], 0
    for part, pages in groupby(own, key=lambda page: page.part):
        slugs = [page.name.partition("/")[2] for page in pages]
        minutes = [max(1, round(_words(known[slug].path) / 250)) for slug in slugs]
        total += sum(minutes)
        rows.append(
            f'<tr><th scope="row">{escape(part)}</th><td><ul>'
            + "".join(
                f'<li><a href="../notebooks/{slug}.html">{escape(known[slug].title)}</a>, '
                f"{time}\N{NO-BREAK SPACE}minutes</li>"
                for slug, time in zip(slugs, minutes, strict=True)
            )
            + "</ul></td></tr>"
        )
    hours, rest = divmod(total, 60)
    whole = f"{len(own)} chapters, {hours} hours" + (f" {rest} minutes" if rest else "")
    rows.append(f'<tr><th scope="row">All together</th><td>{whole}</td></tr>')
    return Html(f'<table class="reading"><tbody>{"".join(rows)}</tbody></table>', whole)


#: Blocks of a chapter whose text is read with all doors closed.
_READ = {"admonition", "exercise", "prf:proposition", "prf:theorem"}
_BLOCK = re.compile(r"^(:{3,}|`{3,})\{([\w:-]+)\}(.*?)^\1$", re.MULTILINE | re.DOTALL)


def _words(path: Path) -> int:
    """Words of a chapter's prose that one sees with all doors closed."""
    prose = "\n".join(c.source for c in nbformat.read(path, 4).cells if c.cell_type == "markdown")
    prose = prose.partition("## How this page was checked")[0]
    prose = re.sub(r"\{solution-start\}.*?\{solution-end\}", "", prose, flags=re.DOTALL)
    return len(_BLOCK.sub(_read, prose).split())


def _read(block: re.Match[str]) -> str:
    _, name, content = block.groups()
    return content if name in _READ and ":class: dropdown" not in content else ""


def _shown(drawing: Drawing) -> Html:
    return Html(drawing.markup, drawing.alt)


#: What stands in a sentence: ``{computed}`wins-LSTRAT```.
INLINE: Mapping[str, Callable[[], Html]] = {
    **{f"wins-{one.name}": partial(_wins, one.name) for one in tree_solitaire.STRATEGIES},
    "chapters-minutes": _chapters_minutes,
    **counted._INLINE,
    "bounds-agree": _bounds_agree,
    "repository": _repository,
    "yahtzee-seconds": _yahtzee_seconds,
    "full-house-cost": _full_house_cost,
    **{f"away-{game}": partial(_given_away, game) for game in ("yahtzee", "hog", "coins", "tree")},
    **{f"line-{game}": partial(_given_away, f"line-{game}") for game in ("hog", "421", "coins")},
    "pairs-421": partial(_given_away, "pairs-421"),
    **{f"cast-421-{what}": partial(_two_casts_left, what) for what in ("new", "fives")},
    **{f"second-421-{casts}": partial(_second, casts) for casts in (2, 3)},
    **{f"rolled-{dice}": partial(_rolled, dice) for dice in (2, 3)},
    "perfect-yahtzee": partial(_given_away, "perfect"),
    "hog-friend": _hog_friend,
    "hog-careful-friend": partial(_hog_friend, 2),
    **{
        f"hog-rule-{what}": partial(_rule_worst, n)
        for n, what in enumerate(("worst", "need", "other"))
    },
    "wins-apart": _wins_apart,
    "column-right": _column_right,
    "hog-table-worst": partial(_nearest, 0),
    "hog-table-wins": partial(_nearest, 1),
    **{f"spoiled-{dice}": partial(_spoiled, dice) for dice in (2, 5)},
    "clean-5": partial(_spoiled, 5, clean=True),
    "ratchet-kept": partial(_ratchet, 0),
    "ratchet-thrown": partial(_ratchet, 1),
    "sweep-games": partial(_measured, "10,000 games of Hog"),
    "sweep-point": partial(_measured, "a point with a lent kernel", 1),
    "sweep-alone": partial(_measured, "a point with a kernel of its own", 1),
    "sweep-kernel": partial(_measured, "of these, the kernel computes", 2),
    "sweep-two": partial(_measured, "two workers against one", 2),
    "sweep-limit": partial(_measured, "two processes that only count", 2),
    "sweep-thousand": partial(_measured, "1,000 points on two workers"),
    "sweep-bytes": partial(_measured, "what a point sends back"),
    "sweep-dask": partial(_measured, "Dask's own time for a point"),
}
