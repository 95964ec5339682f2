"""Messages wait in the visitor's cookie or session, and may have been written by another release."""

import pytest
from django.contrib.messages import SUCCESS, WARNING
from django.contrib.messages.storage.base import Message

from vintner.web.notices import read_notice
from vintner.web.page import Link, Notice


def test_a_link_is_data_of_the_message() -> None:
    link = Link(label="View cart", url="/cart/")
    told = read_notice(Message(SUCCESS, "Done.", extra_tags=link.model_dump_json()))
    assert told == Notice(kind="success", text="Done.", link=link)


def test_no_text_makes_a_link() -> None:
    assert read_notice(Message(SUCCESS, "The coupon has been added to your cart.")).link is None


@pytest.mark.parametrize(
    "tags", [None, "", "safe urgent", "{", "[]", '{"label": "View cart"}', '{"label": 1, "url": 2}']
)
def test_tags_that_are_no_link_are_ignored(tags: str | None) -> None:
    assert read_notice(Message(WARNING, "Look.", extra_tags=tags)) == Notice(kind="error", text="Look.")
