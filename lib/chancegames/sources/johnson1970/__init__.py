"""Source 003, *Look-ahead strategies in one person games* (Johnson, 1970).

`tables` answers the numbers, `statements` and `positions` the theorems, conjectures and formulas of
chapters 2 to 4 and 5 to 6, `remarks` and `asides` what is said in passing, `programs` the
appendices; `proofs` holds the proofs that exceptions of the ledger refer to.
"""

from chancegames.sources.johnson1970 import (
    asides,
    positions,
    programs,
    proofs,
    remarks,
    statements,
    tables,
)
from chancegames.sources.johnson1970.source import SOURCE

__all__ = ["SOURCE", "asides", "positions", "programs", "proofs", "remarks", "statements", "tables"]
