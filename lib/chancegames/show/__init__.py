"""How frozen results are shown: tables, figures, and data for the pages that play."""
