"""Which e-mail addresses are the same to the database."""

import pytest
from django.core.exceptions import ValidationError

from vintner.customers.models import User
from vintner.testing.builders import make_user
from vintner.web.email_addresses import has_address, read_address


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("written", "same"),
    [("ISIS@Example.com", True), ("\u0131sis@example.com", False), ("i\u017fis@example.com", False), ("", False)],
)
def test_letters_from_a_to_z_alone_have_two_cases(written: str, same: bool) -> None:
    make_user("isis@example.com")
    assert User.objects.filter(has_address("email", written)).exists() is same


@pytest.mark.parametrize(
    "text", ["victim@example.com", " Victim@EXAMPLE.com", "victim@\uff45xample.com", "victim@exa\u00admple.com"]
)
def test_a_mailbox_has_one_spelling(text: str) -> None:
    assert read_address(text) == "victim@example.com"
    assert read_address("victim@b\u00fccher.example") == "victim@xn--bcher-kva.example"


@pytest.mark.parametrize(
    "text",
    [
        *('"victim"@example.com', '"v\\ictim"@example.com', "v\u0131ctim@example.com", "\u212aim@example.com"),
        *("a@\u1c89.com", "a@[127.0.0.1]", "a@x..com", "a@", "@example.com", "", "a@b@example.com"),
        *("a@example.com\r\nBcc: eve@example.com", f"{'a' * 250}@example.com", f"a@{'b.' * 40_000}com"),
    ],
)
def test_what_has_other_spellings_or_is_no_address_is_refused(text: str) -> None:
    with pytest.raises((ValueError, ValidationError)):
        read_address(text)
