"""Tables, verdict boxes, glued numbers: how a chapter shows what the ledger says.

================  =====================================================================
`table`           published against computed, in the source's own order
`verdict_box`     how many claims of a page match, and which differ
`differences`     the exceptions of a page, with cause and proof
`plain_table`     a table of our own
`glue`            a computed number for the prose
`Rounded`         such a number with the digits that a reader can use
================  =====================================================================

What the pages that are no chapters show, such as the ledger, is in `chancegames.show.report.pages`.
"""

from chancegames.show.report.chapter import (
    Rounded,
    differences,
    glue,
    plain_table,
    table,
    verdict_box,
)
from chancegames.show.report.html import Html

__all__ = ["Html", "Rounded", "differences", "glue", "plain_table", "table", "verdict_box"]
