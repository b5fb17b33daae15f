"""The commands ``chancegames yahtzee``: advice for one roll, and the table of chances made anew."""

import sys
from pathlib import Path

import click
import numpy as np
from tqdm import tqdm

from chancegames.base.checks import require_integer, shown
from chancegames.base.files import write_whole
from chancegames.base.paths import DATA
from chancegames.book.commands import Refusal
from chancegames.games.yahtzee.advise import Option, advise, card_of, check_situation
from chancegames.games.yahtzee.curve import chance_curve, read_curve, write_curve
from chancegames.games.yahtzee.exact import exact_value
from chancegames.games.yahtzee.prizes import best_prize
from chancegames.games.yahtzee.solver import solve
from chancegames.games.yahtzee.targets import MOST_NEED, best_chances
from chancegames.models.yahtzee import FIXED, FORCED, VARIANTS, Box, Card, Rules
from chancegames.show.play.tables import encode
from chancegames.show.play.yahtzee import openings


def _curve_path(rules: Rules) -> Path:
    """Where the table of chances of these rules is kept.

    >>> _curve_path(VARIANTS["free"]).name
    'chances-free.csv'
    """
    return DATA / "yahtzee" / f"chances-{rules.name}.csv"


CURVE = _curve_path(FORCED)
#: Exact value of each variant, its ties, and the loss of the closest choice that is none.
EXACT = DATA / "yahtzee" / "exact.csv"
#: Best chances to win against rivals whose scores are not seen, and before one who aims.
RIVALS = DATA / "yahtzee" / "rivals.csv"
_NAMES = {box.name.lower().replace("_", "-"): box for box in Box}


@click.group("yahtzee")
def _yahtzee() -> None:
    """Advice for Yahtzee, from the exact solution."""


@_yahtzee.command("advise")
@click.argument("dice")
@click.option("--rolls", "rolls_left", type=int, default=2, show_default=True, help="Rolls left.")
@click.option(
    "--card",
    "sheet",
    default="",
    metavar="BOX=POINTS,...",
    help="Filled boxes, such as sixes=18,yahtzee=50; an empty card unless given.",
)
@click.option("--extra", type=int, default=0, help="Yahtzee bonuses (100 points) so far.")
@click.option("--target", type=int, help="Maximise the chance of this final score instead.")
@click.option(
    "--rules", "variant", type=click.Choice(list(VARIANTS)), default="forced", show_default=True
)
@click.option("--all", "everything", is_flag=True, help="Every legal action, not only the best.")
def _advise_command(
    dice: str,
    rolls_left: int,
    sheet: str,
    extra: int,
    target: int | None,
    variant: str,
    everything: bool,
) -> None:
    """Rank what to do with DICE, such as 66612.

    Boxes: aces twos threes fours fives sixes three-of-a-kind four-of-a-kind full-house
    small-straight large-straight yahtzee chance.
    """
    rules = VARIANTS[variant]
    try:
        card, points = _read_card(sheet, extra, rules)
        options = _options(rules, card, dice, rolls_left, _need(target, points))
    except ValueError as error:
        raise Refusal(str(error)) from error
    shown = options if everything else options[:8]
    click.echo(_table(shown, points, target))
    if len(shown) < len(options):
        click.echo(f"... and {len(options) - len(shown)} more (--all)")


@_yahtzee.command("curve")
@click.option(
    "--rules", "variant", type=click.Choice(list(VARIANTS)), default="forced", show_default=True
)
def _curve_command(variant: str) -> None:
    """Make the table of chances of every score anew (a minute and a half, 2 GB).

    Only that of the forced joker is kept with the book; --rules makes those of the other variants
    beside it.
    """
    path = _curve_path(VARIANTS[variant])
    write_curve(chance_curve(VARIANTS[variant]), path)
    click.echo(str(path))


@_yahtzee.command("rivals")
def _rivals_command() -> None:
    """Make the chances to win against rivals anew, from the table of chances (a minute each)."""
    curve = read_curve(CURVE)
    no_more = 1 - np.append(curve.average[1:], 0.0)  # than so many points has one rival
    prizes = {"first": 1 - curve.greatest} | {f"unseen-{n}": no_more**n for n in (1, 2, 3)}
    lines = ["game,chance"]
    for name, prize in tqdm(prizes.items(), unit="game", disable=not sys.stderr.isatty()):
        lines.append(f"{name},{best_prize(FORCED, prize):.12g}")
    write_whole(RIVALS, "\n".join(lines) + "\n")
    click.echo(str(RIVALS))


@_yahtzee.command("openings")
def _openings_command() -> None:
    """Make the tables of chances for the first turns of the page that plays anew (1 GB)."""
    for table in openings():
        path = DATA / "yahtzee" / f"{table.name}.table"
        write_whole(path, encode(table))
        click.echo(str(path))


@_yahtzee.command("exact")
def _exact_command() -> None:
    """Make the exact value of every variant anew, as a fraction (two minutes for each)."""
    lines = ["variant,numerator,denominator,ties,closest"]
    for name, rules in tqdm(VARIANTS.items(), unit="variant", disable=not sys.stderr.isatty()):
        found = exact_value(rules)
        whole, part = found.value.as_integer_ratio()
        lines.append(f"{name},{whole},{part},{found.ties},{found.closest:.3g}")
    write_whole(EXACT, "\n".join(lines) + "\n")
    click.echo(str(EXACT))


def _need(target: int | None, points: int) -> int | None:
    if target is None:
        return None
    return require_integer("the target", target, 0, MOST_NEED) - points


def _read_card(sheet: str, extra: int, rules: Rules) -> tuple[Card, int]:
    """Card and points so far, Yahtzee bonuses included, upper bonus not yet."""
    scores: dict[Box, int] = {}
    for entry in filter(None, (part.strip() for part in sheet.split(","))):
        name, _, filled = entry.partition("=")
        if name not in _NAMES or not filled.isdecimal():
            told = "is not a box with its points, such as full-house=25"
            raise ValueError(f"{shown(entry)} {told}")
        if _NAMES[name] in scores:
            raise ValueError(f"{name} is filled twice")
        scores[_NAMES[name]] = int(filled)
    if extra < 0 or (extra and scores.get(Box.YAHTZEE) != FIXED[Box.YAHTZEE]):
        raise ValueError("Yahtzee bonuses need 50 in the Yahtzee box")
    if extra > len(scores) - 1 and extra:
        raise ValueError(f"{extra} Yahtzee bonuses need {extra} other boxes filled")
    card, points = card_of(scores)
    return card, points + extra * rules.yahtzee_bonus


def _options(
    rules: Rules, card: Card, dice: str, rolls_left: int, need: int | None
) -> tuple[Option, ...]:
    if need is None:
        return advise(solve(rules), card, dice, rolls_left)
    check_situation(card, dice, rolls_left)  # before a long calculation
    if len(card.open) > 10:
        click.echo("solving for the target, which takes up to a minute ...", err=True)
    chances = best_chances(rules, card, smallest=need, largest=max(need, 1))
    return advise(chances, card, dice, rolls_left, need=need)


def _table(options: tuple[Option, ...], points: int, target: int | None) -> str:
    head = "final score" if target is None else f"P(>= {target})"
    lines = [f"{'action':28s}{head:>14s}{'regret':>10s}"]
    for option in options:
        value = f"{points + option.value:14.2f}" if target is None else f"{option.value:14.4%}"
        regret = f"{option.regret:10.2f}" if target is None else f"{option.regret:10.4%}"
        lines.append(f"{option.label:28s}{value}{regret}")
    return "\n".join(lines)
