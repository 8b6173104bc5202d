"""What fits in the words of a compiled state."""

from __future__ import annotations

import pytest

from zermelo import RulesError
from zermelo.kernel.compiler.shape import INT, words_of


def test_a_whole_number_has_sixty_four_bits_with_its_sign() -> None:
    for fits in (-(1 << 63), 0, (1 << 63) - 1):
        assert words_of(fits, INT) == [fits]
    for beyond in (1 << 63, -(1 << 63) - 1):
        with pytest.raises(RulesError, match="does not fit in 64 bits"):
            words_of(beyond, INT)
