"""Solvers, replications and ledger behind the book *Playing against Providence*."""
