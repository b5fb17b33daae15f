"""Slow and plain: rounds as trees of histories of ordered throws, in fractions."""

from fractions import Fraction
from itertools import combinations as choices
from itertools import product


def next_states(rules, date, kept, table):
    loose = list(table)
    for face in kept:
        loose.remove(face)
    if date == rules.casts:
        return {table}
    found = {
        tuple(sorted(kept + picked)) for n in range(len(loose) + 1) for picked in choices(loose, n)
    }
    return {s for s in found if rules.player == "first" or len(s) < rules.dice}


def throws(rules, kept):
    faces = range(1, rules.faces + 1)
    return [tuple(sorted(kept + t)) for t in product(faces, repeat=rules.dice - len(kept))]


def greatest(rules, date=0, kept=()):
    """Best play by following every ordered throw."""
    if len(kept) == rules.dice:
        return rules.worth(date, kept)
    tables = throws(rules, kept)
    total = sum(
        max(greatest(rules, date + 1, s) for s in next_states(rules, date + 1, kept, t))
        for t in tables
    )
    return Fraction(total, len(tables))
