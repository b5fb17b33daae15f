"""The command ``chancegames``: run chapters, write the ledger, build and print the book."""

import os
import sys
from pathlib import Path

import click

from chancegames.base.files import write_whole
from chancegames.base.paths import BUILD, TOC
from chancegames.book import build as book
from chancegames.book import epub, hogs, pdf, runtimes, showcase
from chancegames.book.chapters import Chapter, Value, chapter, chapters
from chancegames.book.commands import Refusal, _Commands
from chancegames.book.execute import run
from chancegames.book.sweep_cli import _list_sweeps, _sweep
from chancegames.book.yahtzee_cli import _yahtzee
from chancegames.ledger import judge
from chancegames.ledger.verdict import totals
from chancegames.show import dataset
from chancegames.show.play import make as play_tables
from chancegames.show.report.pages import summary
from chancegames.show.report.rows import frame

LEDGER_CSV = BUILD / "ledger.csv"


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="chancegames")
@click.pass_context
def main(context: click.Context) -> None:
    """Playing against Providence: run its chapters and check its ledger."""
    if context.invoked_subcommand != "yahtzee" and not TOC.is_file():
        raise Refusal("this works in the folder of the book, the one with _toc.yml in it")
    _have_a_home()


def _have_a_home() -> None:
    """Lend a folder to who has none, as in a container: no kernel starts without."""
    try:
        Path.home()
    except RuntimeError:
        home = BUILD / "home"
        home.mkdir(parents=True, exist_ok=True)
        os.environ["HOME"] = str(home)


for _command in _yahtzee, _sweep, _list_sweeps:
    main.add_command(_command)


@main.command("chapters")
def _list_chapters() -> None:
    """List the chapters with their parameters, ranges and usual runtimes."""
    for item in chapters():
        seconds = runtimes.usual_seconds(item.slug)
        click.echo(f"{item.slug}: {item.title}" + (f" (about {seconds:.0f} s)" if seconds else ""))
        for p in item.parameters:
            click.echo(f"    {p.name} = {p.default}: {p.meaning}; {p.allowed}")


@main.command("run")
@click.argument("slug", metavar="CHAPTER")
@click.option(
    "-p",
    "typed",
    nargs=2,
    multiple=True,
    metavar="NAME VALUE",
    help="Set a parameter (repeatable).",
)
def _run_chapter(slug: str, typed: tuple[tuple[str, str], ...]) -> None:
    """Run CHAPTER with other parameters; the result goes to _build/runs."""
    item, values = _checked(slug, typed)
    finished = run(item, values, progress=sys.stderr.isatty())
    click.echo(f"{finished.output} ({finished.seconds:.1f} s)")


@main.command("ledger")
def _write_ledger() -> None:
    """Judge every claim and write _build/ledger.csv."""
    entries = judge.full()
    write_whole(LEDGER_CSV, frame(entries).to_csv(index=False, lineterminator="\n"))
    for verdict, number in totals(entries).items():
        click.echo(f"{number:5d} {verdict}")
    click.echo(f"{len(entries):5d} rows in {LEDGER_CSV}")
    click.echo(summary(entries))


@main.command("play")
def _make_play_tables() -> None:
    """Make the tables of the pages that play, if they are missing or the library has changed."""
    play_tables.refresh_tables()
    for path in sorted(play_tables.FOLDER.glob("*.table")):
        click.echo(f"{path.stat().st_size:9,d} bytes  {path.stem}")
    click.echo(f"the tables are in {play_tables.FOLDER}")


@main.command("dataset")
def _write_dataset() -> None:
    """Write the exact values of the games as Parquet, with a data dictionary, to _build/dataset."""
    try:
        import pyarrow  # noqa: F401  (pandas would say in ten lines that it is missing)
    except ImportError as error:
        raise Refusal("Parquet needs pyarrow: install chancegames[sweep]") from error
    for name, rows in dataset.write(BUILD / "dataset").items():
        click.echo(f"{rows:9,d} rows  {name}")
    click.echo(f"the tables are in {BUILD / 'dataset'}")


@main.command("build")
def _build_book() -> None:
    """Run every chapter that changed and render the book, warnings as errors."""
    seconds, anew = book.whole()
    if not anew:
        click.echo("nothing has changed since the book was rendered (make clean starts anew)")
    for slug, time in seconds.items():
        click.echo(f"{time:7.1f} s  {slug}")
    click.echo(summary(judge.full()))
    click.echo(f"the book is in {book.INDEX}")


@main.command("pdf")
def _print_book() -> None:
    """Print the rendered book into one PDF, and link to it."""
    path, pages = pdf.make()
    _offer_books()
    click.echo(f"{path} ({pages} pages)")


@main.command("epub")
def _pack_book() -> None:
    """Write the rendered book as one EPUB, for e-readers, and link to it."""
    path = epub.make()
    _offer_books()
    click.echo(str(path))


def _offer_books() -> None:
    pdf._offer(book.INDEX.parent, (pdf.PDF, epub.EPUB))
    book.seal()


@main.command("runtimes")
def _measure_runtimes() -> None:
    """Measure every chapter and rewrite data/runtimes.csv."""
    runtimes._measure()


@main.command("hogs")
def _write_hogs() -> None:
    """Make the table of Hog by other rules again (half a minute), data/hogs.csv."""
    hogs._write()


@main.command("pictures")
def _write_pictures() -> None:
    """Draw the pictures of README.md again, docs/pictures."""
    for path, picture in showcase._draw_outside().items():
        write_whole(path, picture)
        click.echo(str(path))


def _checked(slug: str, typed: tuple[tuple[str, str], ...]) -> tuple[Chapter, dict[str, Value]]:
    """Turn bad input into one sentence and exit code 2, before anything is written."""
    try:
        item = chapter(slug)
        names = [name for name, _ in typed]
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"{', '.join(sorted(twice))} is given more than once")
        return item, item.parse(dict(typed))
    except ValueError as error:
        raise Refusal(str(error)) from error


if __name__ == "__main__":
    main()
