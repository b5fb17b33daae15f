"""How a source says which function answers which claim.

A function that computes a number is handed the claim's parameters, never the number that is
printed.  A check of a statement is written by someone who has read the statement, and its defaults
are what the statement says; therefore each check comes with a false variant, on which it must
come out the other way.  One line declares all of it::

    @PAGE.says("twodice-03", false={"total": 6}, reads="7")
    def _likeliest_sum(total: int = 7) -> Finding: ...
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import filter as among
from fnmatch import fnmatchcase
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from chancegames.base.findings import Expectation, Finding, tallied

__all__ = ["Call", "Expectation", "Finding", "Page", "Proof", "tallied"]

Arguments = Mapping[str, Any]
Function = TypeVar("Function", bound=Callable[..., Any])


class _Decorator(Protocol):
    """What registers a function and leaves it as it is."""

    def __call__(self, function: Function, /) -> Function:
        """Register the function."""


@dataclass(frozen=True)
class Call:
    """One function with the arguments that answer one claim.

    Attributes
    ----------
    function : callable
        Returns a value, a `Finding` or an `Expectation`; None where nothing can be computed.
    arguments : mapping
        Its keyword arguments.
    page : str
        Slug of the chapter that shows the answer.
    false_variant : mapping or None
        For a statement: arguments that turn it into a false variant (or a true one of a false
        statement), so that the check is seen to be able to fail.
    given : bool
        Whether the answer repeats a rule, a constant or a picture, so that agreement confirms
        nothing.
    deserves : str
        The verdict of a claim for which nothing is computed.
    reads : tuple of str
        The numbers in a printed sentence, as the check takes them.
    """

    function: Callable[..., Any]
    arguments: Arguments
    page: str
    false_variant: Arguments | None = None
    given: bool = False
    deserves: str = ""
    reads: tuple[str, ...] | None = None

    @cached_property
    def result(self) -> Any:
        """The computed answer, evaluated once."""
        return self.function(**self.arguments)

    def of_false_variant(self) -> Any:
        """Evaluate the false variant."""
        return self.function(**{**self.arguments, **(self.false_variant or {})})

    @property
    def name(self) -> str:
        """Dotted name of the function, as the ledger prints it."""
        module = self.function.__module__.removeprefix("chancegames.sources.")
        return f"{module}.{self.function.__name__}"


@dataclass(frozen=True)
class Proof:
    """A named proof that exceptions of the ledger cite.

    Attributes
    ----------
    call : Call
    covers : mapping of str to str
        Ids, or globs over ids, of the claims whose exceptions have to cite it, and the verdict that
        it shows them to deserve; nothing if the source is wrong.
    """

    call: Call
    covers: Mapping[str, str]

    def shows(self, claim_id: str) -> str | None:
        """What it shows of a claim; None if it does not cover it."""
        return next((v for glob, v in self.covers.items() if fnmatchcase(claim_id, glob)), None)


#: Makes the answer to a claim from its quantity and its arguments.
_FromRow = Callable[[str, Arguments], Call]
_NONE: Arguments = MappingProxyType({})

#: An id, and no glob.
_PLAIN = re.compile(r"[^*?\[]*")


def _not_computed() -> None:
    """Stand for an answer where there is none."""


class _Register:
    """Which call answers which claim, and which proof covers which exceptions."""

    def __init__(self) -> None:
        self.proofs: dict[str, Proof] = {}
        self._answers: dict[str, list[_FromRow]] = defaultdict(list)
        self._globs: set[str] = set()

    def add(self, claims: Iterable[str], answer: _FromRow) -> None:
        """Take the answer to some claims, by id or glob, as it is made from their rows."""
        for claim in claims:
            self._answers[claim].append(answer)
            if not _PLAIN.fullmatch(claim):
                self._globs.add(claim)

    def stale(self, claim_ids: Iterable[str]) -> Iterator[str]:
        """List the declared ids and globs that match none of these claims."""
        known = frozenset(claim_ids)
        declared = list(self._answers)
        declared += [glob for proof in self.proofs.values() for glob in proof.covers]
        yield from (glob for glob in declared if glob not in known and not among(known, glob))

    def call_for(self, claim_id: str, quantity: str = "", args: Arguments = _NONE) -> Call | None:
        """Find the call that answers a claim; None if nobody has attempted it.

        Parameters
        ----------
        claim_id, quantity, args : str, str, mapping
            As in ``data/published``: what a function that computes a number gets to see.

        Raises
        ------
        ValueError
            If several declarations answer the same claim.
        """
        names = {claim_id} | {glob for glob in self._globs if fnmatchcase(claim_id, glob)}
        matching = [answer for name in names for answer in self._answers.get(name, ())]
        if len(matching) > 1:
            raise ValueError(f"{claim_id} is answered more than once")
        return matching[0](quantity, args) if matching else None

    def proof(
        self,
        *wrong: str,
        false: Arguments,
        damaged: Iterable[str] = (),
        lost: Iterable[str] = (),
        read: Iterable[str] = (),
    ) -> _Decorator:
        """Declare a named proof, and the claims whose exceptions cite it, by id or glob.

        Parameters
        ----------
        *wrong : str
            Claims in which the source is wrong.
        false : mapping
            The false variant: arguments for which the proof must fail.
        damaged, lost, read : iterable of str, optional
            Claims that the scan has damaged, those that nobody can reproduce, and those that agree
            if a rule is read in one of several ways.
        """
        covers = dict.fromkeys(wrong, "") | dict.fromkeys(damaged, "scan damage")
        covers |= dict.fromkeys(lost, "not reproducible")
        covers |= dict.fromkeys(read, "depends on the reading")

        def declare(function: Function) -> Function:
            call = Call(function, {}, "", false)
            self.proofs[call.name] = Proof(call, covers)
            return function

        return declare


#: The answers of all sources that are loaded.
ANSWERS = _Register()


@dataclass(frozen=True)
class Page:
    """A chapter, as the page that shows some of the answers.

    Parameters
    ----------
    slug : str
        Of the chapter.
    register : _Register, optional
        Where its answers are put down.

    Examples
    --------
    >>> demo = _Register()
    >>> @Page("chapter", demo).gives("demo-T1-*")
    ... def square(n):
    ...     return n * n
    >>> demo.call_for("demo-T1-001", args={"n": 3}).result
    9
    >>> demo.call_for("demo-T2-001") is None
    True
    """

    slug: str
    register: _Register = ANSWERS

    def gives(
        self, *claims: str, quantity: str = "", given: bool = False, **arguments: Any
    ) -> _Decorator:
        """Declare that a function computes the value of some claims.

        Parameters
        ----------
        *claims : str
            Ids, or globs over ids.
        quantity : str, optional
            A pattern whose named groups read further arguments in the row's quantity.
        given : bool, optional
            Say so of rules, constants and pictures drawn again: nothing is confirmed by them.
        **arguments
            What to call it with, instead of the arguments in the row.
        """

        def declare(function: Function) -> Function:
            def from_row(printed: str, args: Arguments) -> Call:
                found = re.search(quantity, printed)
                read = {**args, **(found.groupdict() if found else {})}
                return Call(function, arguments or read, self.slug, given=given)

            self.register.add(claims, from_row)
            return function

        return declare

    def says(
        self, *claims: str, false: Arguments, reads: str | None = None, **arguments: Any
    ) -> _Decorator:
        """Declare that a function checks a statement.

        Parameters
        ----------
        *claims : str
            Ids of the claims that make this statement.
        false : mapping
            The false variant: arguments that state something of the opposite truth.
        reads : str, optional
            The numbers in the printed sentence, in their order and with spaces between, as the
            check takes them; the claim differs if it prints others.
        **arguments
            What the source says where it is not what the function's defaults say.
        """

        def declare(function: Function) -> Function:
            read = None if reads is None else tuple(reads.split())
            call = Call(function, arguments, self.slug, false, reads=read)
            self.register.add(claims, lambda *row: call)
            return function

        return declare

    def discusses(self, *claims: str, verdict: str = "not reproducible") -> None:
        """Declare claims, by id or glob, that no calculation can decide: lost, or an "opinion"."""
        call = Call(_not_computed, {}, self.slug, deserves=verdict)
        self.register.add(claims, lambda *row: call)
