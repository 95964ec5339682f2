"""An e-mail about the first log-in of a browser."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db
PASSWORD = "violet tractor seven moons"


@pytest.fixture(autouse=True)
def ada() -> User:
    user = make_user("ada@example.com", password=PASSWORD)
    User.objects.update(joined_at=timezone.now() - timedelta(days=1))
    return user


def log_in(client: Client) -> None:
    answer = client.post(
        "/my-source/", {"username": "ada@example.com", "password": PASSWORD}, headers={"user-agent": "X"}
    )
    assert answer.status_code == 302


def count_emails() -> int:
    return Email.objects.filter(kind="new_device", to="ada@example.com").count()


def test_a_browser_is_told_of_once(client: Client) -> None:
    log_in(client)
    client.post("/my-source/customer-logout/")
    log_in(client)
    assert count_emails() == 1
    assert client.cookies["vintner_device"]["httponly"]
    log_in(Client())
    assert count_emails() == 2


@pytest.mark.parametrize("value", ["", "made up", "W10:1:x", "é"])
def test_a_made_up_cookie_is_as_good_as_none(client: Client, value: str) -> None:
    client.cookies["vintner_device"] = value
    log_in(client)
    assert count_emails() == 1


def test_the_cookie_of_another_account_does_not_count(client: Client) -> None:
    make_user("eve@example.com", password=PASSWORD)
    client.post("/my-source/", {"username": "eve@example.com", "password": PASSWORD})
    client.post("/my-source/customer-logout/")
    log_in(client)
    assert count_emails() == 1


def test_registering_is_no_news(client: Client) -> None:
    User.objects.update(joined_at=timezone.now())
    log_in(client)
    assert count_emails() == 0
