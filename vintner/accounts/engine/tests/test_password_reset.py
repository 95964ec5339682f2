"""A lost password: the mailed key works once, for its account alone, until anything changes."""

from collections.abc import Callable
from functools import partial

import pytest
from django.utils import timezone
from django.utils.crypto import get_random_string
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.accounts.engine.email_change import find_requested_email, request_email_change
from vintner.accounts.engine.password_reset import find_user, request_reset, reset_password
from vintner.accounts.engine.registration import ensure_email_address
from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.refusal import Refusal
from vintner.testing.builders import make_user
from vintner.testing.races import run_together
from vintner.web.client_address import BrowserInfo

PASSWORD, OTHER = "violet tractor seven moons", "nine quiet herons on a wall"
BROWSER = BrowserInfo("203.0.113.9", "Firefox")


@pytest.fixture
def key() -> Callable[[User], tuple[str, str]]:
    """Return a function that asks for a key and reads it from the link."""

    def ask(user: User) -> tuple[str, str]:
        request_reset(f" {user.email.upper()}")
        text = Email.objects.filter(kind="password_reset").latest("id").text
        parts = text.partition("Choose a new password: ")[2].split("/")
        return parts[-3], parts[-2]

    return ask


@pytest.mark.django_db(transaction=True)
def test_one_key_used_many_times_at_once_succeeds_once(key: Callable[[User], tuple[str, str]]) -> None:
    user = make_user("ada@example.com")
    found = key(user)
    codes = run_together([partial(reset_password, *found, PASSWORD, BROWSER)] * 10)
    assert codes == ["bad_key"] * 9
    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    assert Email.objects.filter(kind="password_changed").count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("change", ["password", "last_login", "email", "is_active"])
def test_a_key_is_void_once_something_changes(key: Callable[[User], tuple[str, str]], change: str) -> None:
    user = make_user("ada@example.com")
    found = key(user)
    assert find_user(*found) == user
    values = {"password": "other", "last_login": timezone.now(), "email": "eve@example.com", "is_active": False}
    User.objects.filter(pk=user.pk).update(**{change: values[change]})
    with pytest.raises(Refusal, match="invalid or has already been used"):
        reset_password(*found, PASSWORD, BROWSER)


@pytest.mark.django_db
def test_a_key_is_void_after_an_hour_and_its_e_mail_says_so(
    key: Callable[[User], tuple[str, str]], settings: Settings
) -> None:
    found = key(make_user("ada@example.com"))
    assert settings.PASSWORD_RESET_TIMEOUT == 60 * 60
    assert "The link works once, for 60 minutes." in Email.objects.get(kind="password_reset").text
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert find_user(*found) is None


@pytest.mark.django_db
def test_a_key_opens_its_own_account_only(key: Callable[[User], tuple[str, str]]) -> None:
    _, token = key(make_user("ada@example.com"))
    eve, _ = key(make_user("eve@example.com"))
    assert find_user(eve, token) is None
    for made_up in ("", "0", "-1", "zzzzzzzzzzzzzzzzzzzz", "\x00", "é", get_random_string(300)):
        assert find_user(made_up, token) is None


@pytest.mark.django_db
def test_a_weak_password_is_refused_and_the_key_still_works(key: Callable[[User], tuple[str, str]]) -> None:
    found = key(make_user("ada@example.com"))
    with pytest.raises(Refusal, match=r"Please enter a stronger password\."):
        reset_password(*found, "password1234", BROWSER)
    reset_password(*found, PASSWORD, BROWSER)


@pytest.mark.django_db
def test_known_and_unknown_addresses_both_get_one_e_mail() -> None:
    make_user("ada@example.com")
    for address in ("ada@example.com", "nobody@example.com"):
        request_reset(address)
        assert Email.objects.filter(to=address).count() == 1


@pytest.mark.django_db
def test_an_unknown_address_takes_as_many_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ensure_email_address(make_user("ada@example.com"))
    for address in ("ada@example.com", "nobody@example.com"):
        with django_assert_num_queries(5):
            request_reset(address)


@pytest.mark.django_db
def test_an_account_without_a_password_gets_one(key: Callable[[User], tuple[str, str]]) -> None:
    user = make_user("ada@example.com")
    user.set_unusable_password()
    user.save()
    assert reset_password(*key(user), OTHER, BROWSER).check_password(OTHER)


@pytest.mark.django_db
def test_a_reset_ends_a_change_of_address_that_was_not_confirmed(key: Callable[[User], tuple[str, str]]) -> None:
    """Whoever had the account before could take it back by the link in their mail otherwise."""
    user = make_user("ada@example.com")
    request_email_change(user, "evil@example.com")
    reset_password(*key(user), PASSWORD, BROWSER)
    assert find_requested_email(user) == ""
