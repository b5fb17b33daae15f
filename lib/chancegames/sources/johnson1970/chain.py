r"""XHSTRAT along the chain of high branches: a second road, and why more looks win more.

From a fork follow the high branches down to the end point of the chain, at depth :math:`D`.  If it
wins, XHSTRAT goes all the way, whatever X.  If it loses, XHSTRAT sees that from :math:`X` levels
above, having gone high :math:`(D-X)^+` times, and leaves the chain for the low branch there, of
which nothing is known.  So

.. math::

   f_X(x) = \sum_D ES^{D-1}\Bigl[A^Dx + (1 - A^Dx)\,g_X\bigl(A^{(D-X)^+}Bx\bigr)\Bigr],
   \qquad g_X(y) = Ey + Sf_X(y).

Here no state of knowledge is needed.  And the theorem reads itself off: iterating from 0, all
:math:`f` grow with :math:`x` (the bracket grows with both of its chances), and one look more leaves
the chain at a higher point; hence :math:`f_{X+1} > f_X` if :math:`E, A < 1`.  The same for random
ratios: exchanging the ratios of two neighbouring forks of the chain changes neither the value of
its end point nor the law.
"""

from chancegames.models.tree_solitaire import Number, Rules


def chain_coefficients(looks: int, game: Rules, terms: int) -> tuple[Number, ...]:
    """The coefficients of :func:`.series.coefficients` for XHSTRAT, from the chain.

    Parameters
    ----------
    looks : int
        X, at least 1.
    game : Rules
        The rules, with a constant split ratio.
    terms : int
        How many coefficients, at least 1.

    Returns
    -------
    tuple of numbers
        c_1, c_2, ...; exact if the game's numbers are.

    Raises
    ------
    ValueError
        If the ratio is random, or `looks` or `terms` is below 1.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HighFirst
    >>>
    from chancegames.models.tree_solitaire import Rules
    >>> from chancegames.games.tree_solitaire.series import coefficients
    >>> game = Rules(Fraction(1, 2), Fraction(3, 4))
    >>> chain_coefficients(3, game, 4) == coefficients(game, HighFirst(3), 4)
    True
    """
    if not game.constant:
        raise ValueError("the chain is for a constant split ratio")
    if looks < 1 or terms < 1:
        raise ValueError("the numbers of looks and of terms must be at least 1")
    e, s, a = game.ending, game.splitting, game.mean
    b, found = 1 - a, [0 * e]
    for n in range(1, terms + 1):
        # sums over D of E S^(D-1) A^(n (D-X)+), and of the same times A^D with n - 1 for n
        beyond = e * a**n / (1 - s * a**n)
        leaving = 1 - s**looks + s**looks * beyond
        lost = e * a * (1 - (s * a) ** looks) / (1 - s * a) + (s * a) ** looks * beyond
        known = e * a / (1 - s * a) if n == 1 else -lost * b ** (n - 1) * s * found[-1]
        known -= e * b * lost if n == 2 else 0
        known += e * b * leaving if n == 1 else 0
        found.append(known / (1 - s * b**n * leaving))
    return tuple(found[1:])
