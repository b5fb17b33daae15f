"""Solitaire Yahtzee: rules as data, the exact solver, score laws, chances of a target, advice."""
