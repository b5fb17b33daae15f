"""How frozen results are shown: tables, figures, and data for the pages that play."""

import logging
import os

from chancegames.base.paths import BUILD, TOC

# Matplotlib keeps a list of the fonts that it has found, one for all projects of a user.  If it is
# made while its package is being installed or removed, its own fonts are missing from it for good,
# and the figures complain.  So the book has a list of its own.
if TOC.is_file():
    os.environ.setdefault("MPLCONFIGDIR", str(BUILD / "matplotlib"))
# That it takes a while to make the list is no error.
logging.getLogger("matplotlib.font_manager").addFilter(
    lambda record: "building the font cache" not in record.getMessage()
)
