"""Which e-mail addresses are the same to the database."""

import pytest

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


@pytest.mark.django_db
@pytest.mark.parametrize("stored", ["nora@b\u00fccher.example", "nora@xn--bcher-kva.example"])
def test_a_domain_is_found_in_either_writing(stored: str) -> None:
    make_user(stored)
    for written in ("Nora@B\u00fccher.example", "nora@xn--bcher-kva.example"):
        assert User.objects.filter(has_address("email", written)).exists()
    assert not User.objects.filter(has_address("email", "nora@bucher.example")).exists()


@pytest.mark.parametrize(
    "text",
    [
        *("victim@example.com", " Victim@EXAMPLE.com", "mailto:victim@example.com", "victim@\uff45xample.com"),
        *("victim@exa\u00admple.com", "vic\u200btim@\u202eexample.com", "victim@exam\u200dple.com"),
        *("victim@\ufeffexample.com", "victim\u2060@example.com", "victim@example\u3002com"),
        *("\uff56ictim\uff20example.com", "MAILTO:victim@example.com", "victim@example.com."),
    ],
)
def test_a_mailbox_has_one_spelling(text: str) -> None:
    assert read_address(text) == "victim@example.com"
    assert read_address("victim@b\u00fccher.example") == "victim@xn--bcher-kva.example"
    assert read_address("jane@my--shop.com") == "jane@my--shop.com", "a domain of before IDNA"
    joined = "jane@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com"
    assert read_address(joined) != read_address(joined.replace("\u200c", "")), "the joiner makes another domain"
    assert read_address("\u212aim@example.com") == "kim@example.com", "to Unicode, the sign of kelvins is that letter"


@pytest.mark.parametrize(
    "text",
    [
        *('"victim"@example.com', '"v\\ictim"@example.com', "v\u0131ctim@example.com", "v\u0131c\u017fim@example.com"),
        *("a@\u1c89.com", "a@[127.0.0.1]", "a@x..com", "a@", "@example.com", "", "a@b@example.com"),
        *("a@example.com\r\nBcc: eve@example.com", f"{'a' * 250}@example.com", f"a@{'b.' * 40_000}com"),
    ],
)
def test_what_has_other_spellings_or_is_no_address_is_refused(text: str) -> None:
    assert read_address(text) == ""
