"""The shop's and the admin's log-in forms have one limit of wrong passwords. It locks nobody out elsewhere."""

import pytest
from django.test import Client
from pytest_django import Settings

from vintner.customers.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough password"
EMAIL = "manager@example.com"
SHOP, ADMIN = "/my-source/", "/admin/login/"
AT_HOME, ELSEWHERE = "192.0.2.1", "192.0.2.2"
both = pytest.mark.parametrize("form", [SHOP, ADMIN])


@pytest.fixture(autouse=True)
def manager(settings: Settings) -> User:
    settings.LIMITS = settings.LIMITS | {"log_in": (3, 900), "log_in_from": (6, 900), "log_in_to": (9, 900)}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a slow one only costs time here
    return User.objects.create_user(EMAIL, PASSWORD, is_staff=True)


def log_in(form: str, password: str, *, email: str = EMAIL, address: str = AT_HOME) -> int:
    """Return the status of the answer to a visitor who tries to log in."""
    fields = {"username": email, "password": password}
    return Client().post(form, fields, REMOTE_ADDR=address).status_code


def fail(form: str, times: int, *, email: str = EMAIL, address: str = AT_HOME) -> set[int]:
    return {log_in(form, "wrong", email=email, address=address) for _ in range(times)}


@both
def test_after_too_many_wrong_passwords_the_right_one_is_refused(form: str) -> None:
    assert fail(form, 3) == {401 if form == SHOP else 200}
    assert log_in(form, PASSWORD) == 429


@both
def test_wrong_passwords_in_one_form_count_in_the_other(form: str) -> None:
    fail(form, 3)
    assert log_in(ADMIN if form == SHOP else SHOP, PASSWORD) == 429


@both
@pytest.mark.parametrize("written", [" Manager@Example.com ", "MANAGER@EXAMPLE.COM", "\u00a0manager@example.com"])
def test_another_way_of_writing_the_address_is_no_new_count(form: str, written: str) -> None:
    fail(form, 3)
    assert log_in(form, PASSWORD, email=written) == 429


@both
def test_a_character_that_no_database_holds_is_a_wrong_address(form: str) -> None:
    assert fail(form, 1, email="nora@example.com\x00", address=ELSEWHERE) == {401 if form == SHOP else 200}


@both
def test_every_address_of_one_ipv6_network_counts_as_the_same(form: str) -> None:
    for number in range(6):
        fail(form, 1, email=f"{number}@example.com", address=f"2001:db8::{number}")
    assert log_in(form, PASSWORD, address="2001:db8::ffff") == 429
    assert log_in(form, PASSWORD, address="2001:db8:0:1::1") != 429


@both
def test_an_address_that_the_visitor_claims_changes_nothing(form: str) -> None:
    fail(form, 3)
    claimed = {"X-Forwarded-For": ELSEWHERE, "X-Real-IP": ELSEWHERE, "Forwarded": f"for={ELSEWHERE}"}
    fields = {"username": EMAIL, "password": PASSWORD}
    assert Client().post(form, fields, REMOTE_ADDR=AT_HOME, headers=claimed).status_code == 429


def test_the_admin_says_what_to_do_in_its_own_look() -> None:
    fail(ADMIN, 3)
    answer = Client().post(ADMIN, {"username": EMAIL, "password": PASSWORD}, REMOTE_ADDR=AT_HOME)
    page = answer.content.decode()
    assert answer.status_code == 429
    assert "Too many tries. Please wait a quarter of an hour." in page
    assert 'id="login-form"' in page


@both
def test_nobody_is_locked_out_by_wrong_passwords_from_another_address(form: str) -> None:
    fail(form, 20)
    assert log_in(form, PASSWORD, address=ELSEWHERE) == 302


@both
def test_the_right_password_does_not_count(form: str) -> None:
    assert [log_in(form, PASSWORD) for _ in range(12)] == [302] * 12
    fail(form, 2)
    log_in(form, PASSWORD)
    assert fail(form, 3) == {401 if form == SHOP else 200}


@both
def test_one_address_cannot_try_many_accounts(form: str) -> None:
    for number in range(3):
        fail(form, 2, email=f"shopper{number}@example.com")
    assert log_in(form, PASSWORD) == 429


@both
def test_many_addresses_together_cannot_guess_for_ever(form: str) -> None:
    for number in range(3):
        fail(form, 3, address=f"198.51.100.{number}")
    assert log_in(form, PASSWORD) == 429


def test_staff_who_come_to_the_log_in_itself_are_led_to_the_admin() -> None:
    answer = Client().post(ADMIN, {"username": EMAIL, "password": PASSWORD})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/")


@both
def test_a_browser_that_the_account_knows_is_not_kept_out_by_others(form: str, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"log_in_to": (2, 900)}
    known, fields = Client(REMOTE_ADDR=AT_HOME), {"username": EMAIL, "password": PASSWORD}
    known.post(SHOP, fields)
    known.post("/my-source/customer-logout/")
    for number in range(3):
        fail(form, 1, address=f"198.51.100.{number}")
    assert log_in(form, PASSWORD, address=ELSEWHERE) == 429
    assert known.post(form, fields).status_code == 302
