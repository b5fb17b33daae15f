"""How a command of ``chancegames`` says no: in one line, whatever it was given."""

import click

from chancegames.base.files import BadFile

#: A longer refusal repeats what was typed, and loses its middle.
_LONGEST = 400


class Refusal(click.ClickException):
    """Bad input or a file that cannot be used: one line, exit code 2, nothing written."""

    exit_code = 2

    def format_message(self) -> str:
        r"""The message on one line.

        Examples
        --------
        >>> Refusal("no such chapter\n'a'").format_message()
        "no such chapter 'a'"
        """
        line = " ".join(self.message.split())
        half = _LONGEST // 2
        return line if len(line) <= _LONGEST else f"{line[:half]} ... {line[-half:]}"


class Failure(click.ClickException):
    """A cell of a chapter raised, or Sphinx failed; the message says where: exit code 1."""

    exit_code = 1


class _Commands(click.Group):
    """Commands that refuse a damaged file of the project, or a full disk, in one line."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except (BadFile, OSError) as error:
            raise Refusal(str(error)) from error
