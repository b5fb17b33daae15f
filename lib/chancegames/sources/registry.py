"""How a source says which function answers which claim.

A function that computes a number is handed the claim's parameters, never the number that is
printed.  A check of a statement is written by someone who has read the statement, and its defaults
are what the statement says; therefore each check comes with a false variant, on which it must
come out the other way.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from chancegames.base.findings import Expectation, Finding, tallied

__all__ = [
    "Call",
    "Decorator",
    "Expectation",
    "Finding",
    "Page",
    "Proof",
    "Question",
    "Replication",
    "tallied",
]

Arguments = Mapping[str, Any]
Function = TypeVar("Function", bound=Callable[..., Any])


class Decorator(Protocol):
    """What registers a function and leaves it as it is."""

    def __call__(self, function: Function, /) -> Function:
        """Register the function."""


@dataclass(frozen=True)
class Question:
    """A claim without its printed value: all that a function which computes a number gets to see.

    Attributes
    ----------
    claim_id, locator, quantity : str
        As in ``data/published``.
    args : mapping
        The claim's parameters.
    """

    claim_id: str
    locator: str
    quantity: str
    args: Arguments = field(default_factory=dict)


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
        Ids, or globs over ids, of the claims whose exceptions have to cite it, and what it shows of
        them: "scan damage", "not reproducible", or nothing if the source is wrong.
    """

    call: Call
    covers: Mapping[str, str]

    def shows(self, claim_id: str) -> str | None:
        """What it shows of a claim; None if it does not cover it."""
        return next((v for glob, v in self.covers.items() if fnmatchcase(claim_id, glob)), None)


def _not_computed() -> None:
    """Stand for an answer where there is none."""


class Replication:
    """The answers to the claims of one source.

    Parameters
    ----------
    source : str
        Name of the file in ``data/published``, without its ending.

    Examples
    --------
    >>> demo = Replication("demo")
    >>> @demo.answers("demo-T1-*", page="chapter")
    ... def square(n):
    ...     return n * n
    >>> demo.call_for(Question("demo-T1-001", "table 1", "square", {"n": 3})).result
    9
    >>> demo.call_for(Question("demo-T2-001", "table 2", "cube", {"n": 3})) is None
    True
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._patterns: list[tuple[str, Callable[[Question], Call]]] = []
        self._explicit: dict[str, Call] = {}
        self._proofs: dict[str, Proof] = {}

    def answers(
        self,
        claims: str | Mapping[str, Arguments],
        *,
        page: str,
        reads: Callable[[Question], Arguments] | None = None,
        given: bool = False,
    ) -> Decorator:
        """Declare that a function computes the value of some claims.

        Parameters
        ----------
        claims : str or mapping
            A glob over claim ids (called with the arguments of the row), or the arguments for
            each claim id.
        page : str
            Slug of the chapter that shows the answer.
        reads : callable, optional
            Turns a `Question` into arguments where the row's own do not suffice.
        given : bool, optional
            Say so of rules, constants and pictures drawn again: nothing is confirmed by them.
        """

        def declare(function: Function) -> Function:
            if isinstance(claims, str):
                read = reads or (lambda question: question.args)
                self._patterns.append(
                    (claims, lambda q: Call(function, read(q), page, given=given))
                )
            else:
                for claim_id, arguments in claims.items():
                    fixed = MappingProxyType(dict(arguments))
                    self._add(claim_id, Call(function, fixed, page, given=given))
            return function

        return declare

    def statement(
        self,
        *claim_ids: str,
        page: str,
        false_variant: Arguments,
        arguments: Arguments = MappingProxyType({}),
        reads: str | None = None,
    ) -> Decorator:
        """Declare that a function checks a statement.

        Parameters
        ----------
        *claim_ids : str
            The claims that make this statement.
        page : str
            Slug of the chapter that discusses it.
        false_variant : mapping
            Arguments that state something of the opposite truth.
        arguments : mapping, optional
            What the source says where it is not what the function's defaults say.
        reads : str, optional
            The numbers in the printed sentence, in their order and with spaces between, as the
            check takes them; the claim differs if it prints others.
        """

        def declare(function: Function) -> Function:
            read = None if reads is None else tuple(reads.split())
            for claim_id in claim_ids:
                self._add(claim_id, Call(function, arguments, page, false_variant, reads=read))
            return function

        return declare

    def discussed(self, *claim_ids: str, page: str, verdict: str = "not reproducible") -> None:
        """Declare where claims are discussed that no calculation can decide.

        Parameters
        ----------
        *claim_ids : str
            Ids, or globs over ids.
        page : str
            Slug of the chapter.
        verdict : {"not reproducible", "opinion"}
        """
        call = Call(_not_computed, {}, page, deserves=verdict)
        for claim_id in claim_ids:
            if "*" in claim_id:
                self._patterns.append((claim_id, lambda question: call))
            else:
                self._add(claim_id, call)

    def proof(
        self,
        *wrong: str,
        false_variant: Arguments,
        damaged: Iterable[str] = (),
        lost: Iterable[str] = (),
    ) -> Decorator:
        """Declare a named proof, and the claims whose exceptions cite it, by id or glob.

        Parameters
        ----------
        *wrong : str
            Claims in which the source is wrong.
        false_variant : mapping
            Arguments for which the proof must fail.
        damaged, lost : iterable of str, optional
            Claims that the scan has damaged, and those that nobody can reproduce.
        """
        covers = dict.fromkeys(wrong, "") | dict.fromkeys(damaged, "scan damage")
        covers |= dict.fromkeys(lost, "not reproducible")

        def declare(function: Function) -> Function:
            call = Call(function, {}, "", false_variant)
            self._proofs[call.name] = Proof(call, covers)
            return function

        return declare

    def including(self, *parts: "Replication") -> "Replication":
        """Join the answers of modules that share one source; returns this one.

        Raises
        ------
        ValueError
            If a part is of another source, or a claim is answered more than once.
        """
        for part in parts:
            if part.source != self.source:
                raise ValueError(f"{part.source} is no part of {self.source}")
            self._patterns.extend(part._patterns)
            self._proofs.update(part._proofs)
            for claim_id, call in part._explicit.items():
                self._add(claim_id, call)
        return self

    @property
    def proofs(self) -> Mapping[str, Proof]:
        """The named proofs, by dotted name."""
        return MappingProxyType(self._proofs)

    def stale(self, claim_ids: Iterable[str]) -> Iterator[str]:
        """List the declared ids and globs that match none of these claims."""
        known = tuple(claim_ids)
        declared = [*self._explicit, *(glob for glob, _ in self._patterns)]
        declared += [glob for proof in self._proofs.values() for glob in proof.covers]
        yield from (glob for glob in declared if not any(fnmatchcase(i, glob) for i in known))

    def call_for(self, question: Question) -> Call | None:
        """Find the call that answers a claim; None if nobody has attempted it.

        Raises
        ------
        ValueError
            If several declarations answer the same claim.
        """
        explicit = self._explicit.get(question.claim_id)
        matching = [make for glob, make in self._patterns if fnmatchcase(question.claim_id, glob)]
        if len(matching) + (explicit is not None) > 1:
            raise ValueError(f"{question.claim_id} is answered more than once")
        return explicit or (matching[0](question) if matching else None)

    def _add(self, claim_id: str, call: Call) -> None:
        if claim_id in self._explicit:
            raise ValueError(f"{claim_id} is answered more than once")
        self._explicit[claim_id] = call


@dataclass(frozen=True)
class Page:
    """A chapter, as the page that shows some of the answers to a source.

    Parameters
    ----------
    source : Replication
    slug : str
        Of the chapter.

    Examples
    --------
    >>> demo = Replication("demo")
    >>> @Page(demo, "chapter").answers({"demo-T1": {"n": 3}})
    ... def square(n):
    ...     return n * n
    >>> demo.call_for(Question("demo-T1", "table 1", "square")).page
    'chapter'
    """

    source: Replication
    slug: str

    def answers(
        self,
        claims: str | Mapping[str, Arguments],
        *,
        reads: Callable[[Question], Arguments] | None = None,
        given: bool = False,
    ) -> Decorator:
        """`Replication.answers` on this page."""
        return self.source.answers(claims, page=self.slug, reads=reads, given=given)

    def statement(
        self,
        *claim_ids: str,
        false_variant: Arguments,
        arguments: Arguments = MappingProxyType({}),
        reads: str | None = None,
    ) -> Decorator:
        """`Replication.statement` on this page."""
        return self.source.statement(
            *claim_ids,
            page=self.slug,
            false_variant=false_variant,
            arguments=arguments,
            reads=reads,
        )

    def discussed(self, *claim_ids: str, verdict: str = "not reproducible") -> None:
        """`Replication.discussed` on this page."""
        self.source.discussed(*claim_ids, page=self.slug, verdict=verdict)
