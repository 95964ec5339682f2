"""What counts as a number."""

import pytest

from vintner.web.numbers import whole


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("042", 42),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
        ("", None),
        ("-1", None),
        ("1.0", None),
        ("٣", None),
    ],
)
def test_digits_alone_are_a_number_and_no_more_than_fit(text: str, number: int | None) -> None:
    assert whole(text) == number
