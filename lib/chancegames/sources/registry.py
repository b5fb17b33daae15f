"""How a replication says which function answers which claim."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from types import MappingProxyType
from typing import Any

from chancegames.base.findings import Estimate, Finding

__all__ = ["Call", "Estimate", "Finding", "Question", "Replication"]

Arguments = Mapping[str, Any]
Function = Callable[..., Any]


@dataclass(frozen=True)
class Question:
    """A claim without its printed value: all that a replication may know of it.

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
        A library call; returns a value, a `Finding` or an `Estimate`.
    arguments : mapping
        Its keyword arguments.
    page : str
        Slug of the chapter that shows the answer.
    neighbour : mapping or None
        For a statement: arguments that turn it into a neighbouring statement with the opposite
        truth, so that the check is seen to be able to fail.
    """

    function: Function
    arguments: Arguments
    page: str
    neighbour: Arguments | None = None

    @cached_property
    def result(self) -> Any:
        """The computed answer, evaluated once."""
        return self.function(**self.arguments)

    def of_neighbour(self) -> Any:
        """Evaluate the neighbouring statement."""
        return self.function(**{**self.arguments, **(self.neighbour or {})})

    @property
    def name(self) -> str:
        """Dotted name of the function, as the ledger prints it."""
        module = self.function.__module__.removeprefix("chancegames.sources.")
        return f"{module}.{self.function.__name__}"


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
        self._proofs: dict[str, Call] = {}

    def answers(
        self,
        claims: str | Mapping[str, Arguments],
        *,
        page: str,
        reads: Callable[[Question], Arguments] | None = None,
    ) -> Callable[[Function], Function]:
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

        Returns
        -------
        callable
            A decorator that leaves the function as it is.
        """

        def declare(function: Function) -> Function:
            if isinstance(claims, str):
                read = reads or (lambda question: question.args)
                self._patterns.append((claims, lambda q: Call(function, read(q), page)))
            else:
                for claim_id, arguments in claims.items():
                    self._add(claim_id, Call(function, MappingProxyType(dict(arguments)), page))
            return function

        return declare

    def statement(
        self, *claim_ids: str, page: str, neighbour: Arguments
    ) -> Callable[[Function], Function]:
        """Declare that a function, called with its defaults, checks a statement.

        Parameters
        ----------
        *claim_ids : str
            The claims that make this statement.
        page : str
            Slug of the chapter that discusses it.
        neighbour : mapping
            Arguments that state something of the opposite truth.

        Returns
        -------
        callable
            A decorator that leaves the function as it is.
        """

        def declare(function: Function) -> Function:
            for claim_id in claim_ids:
                self._add(claim_id, Call(function, {}, page, neighbour))
            return function

        return declare

    def discussed(self, *claim_ids: str, page: str) -> None:
        """Declare where claims are discussed that no calculation can decide.

        Parameters
        ----------
        *claim_ids : str
        page : str
            Slug of the chapter.
        """
        for claim_id in claim_ids:
            self._add(claim_id, Call(_not_computed, {}, page))

    def proof(self, *, neighbour: Arguments) -> Callable[[Function], Function]:
        """Declare a named proof that an exception of the ledger may cite.

        Parameters
        ----------
        neighbour : mapping
            Arguments for which the proof must fail.

        Returns
        -------
        callable
            A decorator that leaves the function as it is.
        """

        def declare(function: Function) -> Function:
            call = Call(function, {}, "", neighbour)
            self._proofs[call.name] = call
            return function

        return declare

    def including(self, *parts: "Replication") -> "Replication":
        """Join the answers of modules that share one source.

        Parameters
        ----------
        *parts : Replication

        Returns
        -------
        Replication
            This one, with the answers of all parts.

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
    def proofs(self) -> Mapping[str, Call]:
        """The named proofs, by dotted name."""
        return MappingProxyType(self._proofs)

    def claimed(self) -> Iterable[str]:
        """List all claim ids and globs that this replication answers."""
        return (*self._explicit, *(pattern for pattern, _ in self._patterns))

    def call_for(self, question: Question) -> Call | None:
        """Find the call that answers a claim; None if nobody has attempted it.

        Parameters
        ----------
        question : Question

        Returns
        -------
        Call or None

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
