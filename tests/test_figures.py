"""Figures: the same data give the same drawing, to the letter."""

import pytest

from chancegames.show import figures
from chancegames.show.figures.style import _series_style


def drawn(alt="a line through a clipped area"):
    figure, axes = figures.new_figure()
    axes.plot([0, 1, 2], [0, 1, 4], **_series_style("optimal"))
    axes.set_xlim(0.5, 1.5)
    axes.set_xlabel("$n$")
    return figures.show(figure, alt=alt, caption="a line").markup


def test_two_runs_draw_the_same():
    assert drawn() == drawn()
    assert "clip-path" in drawn()


def test_figures_with_other_words_share_no_name_of_a_clip():
    names = [
        {part.partition('"')[0] for part in drawn(alt).split('<clipPath id="')[1:]}
        for alt in ("one", "two")
    ]
    assert names[0]
    assert not names[0] & names[1]


def test_a_figure_without_words_is_refused():
    with pytest.raises(ValueError, match="a text for those who cannot see it"):
        drawn(alt="")
