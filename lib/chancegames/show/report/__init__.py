"""Tables, verdict boxes, glued numbers: how a chapter shows what the ledger says.

================  =====================================================================
`table`           published against computed, in the source's own order
`verdict_box`     how many claims of a page match, and which differ
`differences`     the exceptions of a page, with cause and proof
`ledger_page`     the whole ledger with its filters
`discrepancies`   every error of the sources, with its proof and its chapter
`glue`            a computed number for the prose
================  =====================================================================
"""

from chancegames.show.report.boxes import differences, verdict_box
from chancegames.show.report.discrepancy_table import discrepancies, discrepancy_totals
from chancegames.show.report.html import Html
from chancegames.show.report.ledger_page import ledger_page
from chancegames.show.report.numbers import glue
from chancegames.show.report.pages import answers, games, runtimes
from chancegames.show.report.summary import meanings, scoreboard, source_totals
from chancegames.show.report.tables import frame, plain_table, table

__all__ = [
    "Html",
    "answers",
    "differences",
    "discrepancies",
    "discrepancy_totals",
    "frame",
    "games",
    "glue",
    "ledger_page",
    "meanings",
    "plain_table",
    "runtimes",
    "scoreboard",
    "source_totals",
    "table",
    "verdict_box",
]
