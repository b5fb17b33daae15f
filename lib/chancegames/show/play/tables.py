r"""A table as a file for a browser: rules, layout version, checksum, and arrays.

The first line names the container and the SHA-256 of what follows; the rest is compressed by gzip:
one line of JSON, filled up with spaces to a multiple of eight bytes, then the arrays one after the
other, each filled up likewise, in little-endian order, so that a browser reads them without a copy.
`book/_static/play/tables.js` is the other end.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from chancegames.base.files import BadFile

MAGIC = "chancegames-table"
#: Kinds of numbers that a browser has arrays for.
KINDS = ("<f8", "<f4", "<i4", "<i2", "<u2", "|i1", "|u1")
_UNIT = 8


@dataclass(frozen=True, eq=False)
class Table:
    """What a page of the game needs, made by the solvers.

    Attributes
    ----------
    name : str
        Name of the file, without its ending.
    version : int
        Version of the layout: the script refuses any other.
    rules : mapping
        The rules that it was made for, as JSON.
    data : mapping
        Whatever else is small, as JSON.
    arrays : mapping of str to ndarray
        Of a kind listed in `KINDS`.
    """

    name: str
    version: int
    rules: Mapping[str, object]
    data: Mapping[str, object] = field(default_factory=dict)
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict)


def encode(table: Table) -> bytes:
    """Pack a table.

    Parameters
    ----------
    table : Table

    Returns
    -------
    bytes
        The same for equal tables.

    Raises
    ------
    ValueError
        If a browser has no array for a kind of numbers, or a number is neither finite nor an
        integer.

    Examples
    --------
    >>> packed = encode(Table("half", 1, {}, arrays={"p": np.array([0.5])}))
    >>> packed[:19]
    b'chancegames-table 1'
    >>> _decode(packed).arrays["p"].tolist()
    [0.5]
    """
    listed, bodies = [], []
    for name, values in table.arrays.items():
        kind = values.dtype.newbyteorder("<").str
        if kind not in KINDS:
            raise ValueError(f"a browser has no array of {values.dtype} for {name!r}")
        if not np.isfinite(values).all():
            raise ValueError(f"{name!r} holds a number that is not finite")
        listed.append({"name": name, "kind": kind, "shape": list(values.shape)})
        bodies.append(_filled(np.ascontiguousarray(values, dtype=kind).tobytes(), b"\0"))
    head = {
        "name": table.name,
        "version": table.version,
        "rules": dict(table.rules),
        "data": dict(table.data),
        "arrays": listed,
    }
    text = json.dumps(head, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    body = _filled(text.encode() + b"\n", b" ", before_last=True) + b"".join(bodies)
    checksum = hashlib.sha256(body).hexdigest()
    return f"{MAGIC} 1 {checksum}\n".encode() + gzip.compress(body, 9, mtime=0)


def _decode(packed: bytes) -> Table:
    """Unpack a table and check it.

    Parameters
    ----------
    packed : bytes

    Returns
    -------
    Table

    Raises
    ------
    BadFile
        If it is no such file, or damaged.

    Examples
    --------
    >>> _decode(b"no table")
    Traceback (most recent call last):
        ...
    chancegames.base.files.BadFile: this is no table for the pages that play, or it is damaged
    """
    try:
        first, _, rest = packed.partition(b"\n")
        magic, container, checksum = first.decode("ascii").split(" ")
        body = gzip.decompress(rest)
        if (magic, container) != (MAGIC, "1") or hashlib.sha256(body).hexdigest() != checksum:
            raise ValueError("checksum")
    except (ValueError, OSError, EOFError, zlib.error) as error:
        raise BadFile("this is no table for the pages that play, or it is damaged") from error
    end = body.index(b"\n") + 1
    head, arrays = json.loads(body[:end]), {}
    for spec in head["arrays"]:
        kind, count = np.dtype(spec["kind"]), int(np.prod(spec["shape"]))
        values = np.frombuffer(body, kind, count, end)
        arrays[spec["name"]] = values.reshape(spec["shape"])
        end += len(_filled(bytes(count * kind.itemsize), b"\0"))
    return Table(head["name"], head["version"], head["rules"], head["data"], arrays)


def _filled(body: bytes, filler: bytes, before_last: bool = False) -> bytes:
    """Lengthen to a multiple of eight bytes."""
    fill = filler * (-len(body) % _UNIT)
    return body[:-1] + fill + body[-1:] if before_last else body + fill
