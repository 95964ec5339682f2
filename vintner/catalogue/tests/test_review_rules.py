"""How words and stars are read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vintner.catalogue.reviews.rules import plain, stars


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        ("1", 1),
        ("5", 5),
        (" 3 ", 3),
        ("0", None),
        ("6", None),
        ("-1", None),
        ("4.5", None),
        ("55", None),
        ("٣", None),
        ("five", None),
        ("", None),
    ],
)
def test_a_rating_is_one_to_five_and_anything_else_is_none(text: str, rating: int | None) -> None:
    assert stars(text) == rating


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Lovely.  ", "Lovely."),
        ("One\r\nTwo\rThree", "One\nTwo\nThree"),
        ("One\n\n\n\n\nTwo", "One\n\nTwo"),
        ("bell\x07 null\x00 del\x7f", "bell null del"),
        ("\u202egnikcart\u202c", "gnikcart"),
        ("zero\u200bwidth", "zerowidth"),
        ("I <3 this & that", "I <3 this & that"),
        ("<b>bold</b>", "<b>bold</b>"),
        ("👩\u200d🍳 kisses", "👩\u200d🍳 kisses"),
        (" \n\t ", ""),
    ],
)
def test_text_keeps_what_can_be_seen(typed: str, kept: str) -> None:
    assert plain(typed) == kept


@given(st.text())
def test_reading_twice_changes_nothing(text: str) -> None:
    assert plain(plain(text)) == plain(text)
    assert "\x00" not in plain(text)
