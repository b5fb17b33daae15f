"""Source 003, *Look-ahead strategies in one person games* (Johnson, 1970).

`tables` answers the numbers, `statements` the theorems, conjectures, formulas and programs, and
`proofs` holds the proofs that exceptions of the ledger refer to.
"""

from chancegames.replications.johnson1970 import proofs, statements, tables
from chancegames.replications.johnson1970.source import SOURCE

__all__ = ["SOURCE", "proofs", "statements", "tables"]
