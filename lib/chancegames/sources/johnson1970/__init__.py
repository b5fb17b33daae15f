"""Source 003, *Look-ahead strategies in one person games* (Johnson, 1970).

`tables` answers the numbers, `statements`, `positions` and `solitaires` the theorems, conjectures
and formulas of chapters 2 to 4, 5 and 6, `remarks` and `asides` what is said in passing, `programs`
the appendices; `proofs` holds the proofs that exceptions of the ledger refer to.
"""

from chancegames.sources.johnson1970 import (  # noqa: F401
    asides,
    positions,
    programs,
    proofs,
    remarks,
    solitaires,
    statements,
    tables,
)
