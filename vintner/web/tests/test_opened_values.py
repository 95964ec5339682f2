"""What a hidden field of the admin's forms says, and what was put into it instead."""

import pytest

from vintner.web.admin.opened_values import read_opened


@pytest.mark.parametrize("text", [None, "", "{", "[]", "1", "[" * 30_000, '{"a":' * 30_000])
def test_what_no_form_wrote_says_nothing(text: str | None) -> None:
    assert read_opened(text) == {}


def test_what_a_form_wrote_is_read() -> None:
    assert read_opened('{"name": "f00"}') == {"name": "f00"}
