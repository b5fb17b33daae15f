"""The table of 421: the utilities that are built in, and the whole game solved."""

from chancegames.game421.rules import Round
from chancegames.game421.utilities import ranking, sample, tokens
from chancegames.play.tables import Table

#: Utilities that the page offers by name.
UTILITIES = ("transfer",)


def table() -> Table:
    """Make the table.

    Returns
    -------
    Table
    """
    rules = Round()
    hands = rules.finals
    utilities = {
        name: [int(sample(rules, name)[rules.casts, hand]) for hand in hands] for name in UTILITIES
    }
    return Table(
        "game421",
        1,
        {"dice": rules.dice, "faces": rules.faces, "casts": rules.casts},
        {
            "utilities": utilities,
            "rank": [ranking().index(hand) for hand in hands],
            "tokens": [tokens(hand) for hand in hands],
        },
    )


MAKERS = {"game421": table}
