"""Random cards and rules for the property tests."""

from hypothesis import strategies as st

from chancegames.models.yahtzee import VARIANTS, Box, Card, reachable_totals

rules = st.sampled_from(list(VARIANTS.values()))


@st.composite
def cards(draw, least_open=1, most_open=13):
    """A card that can occur, with so many open boxes."""
    is_open = draw(st.sets(st.sampled_from(list(Box)), min_size=least_open, max_size=most_open))
    filled = frozenset(Box) - is_open
    total = draw(st.sampled_from(sorted(reachable_totals(filled))))
    return Card(filled, total, Box.YAHTZEE in filled and draw(st.booleans()))
