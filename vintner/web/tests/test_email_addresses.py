"""Which e-mail addresses are the same to the database."""

import pytest

from vintner.customers.models import User
from vintner.testing.builders import make_user
from vintner.web.email_addresses import has_address


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("written", "same"),
    [("ISIS@Example.com", True), ("\u0131sis@example.com", False), ("i\u017fis@example.com", False), ("", False)],
)
def test_letters_from_a_to_z_alone_have_two_cases(written: str, same: bool) -> None:
    make_user("isis@example.com")
    assert User.objects.filter(has_address("email", written)).exists() is same
