"""Customers log in and see their own orders."""

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-enough-secret"


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def _log_in(client: Client, email: str, password: str, **fields: str) -> tuple[int, str]:
    response = client.post("/my-source/", {"username": email, "password": password, **fields})
    return response.status_code, response.headers.get("Location", "")


def test_a_customer_logs_in_whatever_the_case_of_the_address(client: Client) -> None:
    make_user("ada@example.com", password=PASSWORD)
    assert _log_in(client, "Ada@Example.com", PASSWORD) == (302, "/my-source/")
    props = client.get("/my-source/", headers={"accept": "application/json"}).json()
    assert (props["signed_in"], props["email"]) == (True, "ada@example.com")


def test_a_wrong_password_and_an_unknown_address_read_the_same(client: Client) -> None:
    make_user("ada@example.com", password=PASSWORD)
    answers = []
    for email in ("ada@example.com", "nobody@example.com"):
        response = client.post(
            "/my-source/", {"username": email, "password": "wrong"}, headers={"accept": "application/json"}
        )
        answers.append((response.status_code, response.json()["error"]))
    assert answers[0] == answers[1]
    assert answers[0][0] == 401


def test_guessing_is_stopped(client: Client, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"log_in": (3, 900)}
    make_user("ada@example.com", password=PASSWORD)
    for _ in range(3):
        assert _log_in(client, "ada@example.com", "wrong")[0] == 401
    assert _log_in(client, "ada@example.com", PASSWORD)[0] == 429


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "\thttps://evil.example"],
)
def test_logging_in_never_leads_to_another_site(client: Client, target: str) -> None:
    make_user("ada@example.com", password=PASSWORD)
    assert _log_in(client, "ada@example.com", PASSWORD, next=target) == (302, "/my-source/")


def test_logging_in_leads_back_to_where_the_shopper_was(client: Client) -> None:
    make_user("ada@example.com", password=PASSWORD)
    assert _log_in(client, "ada@example.com", PASSWORD, next="/checkout/") == (302, "/checkout/")


def test_logging_out_needs_a_post(client: Client) -> None:
    client.force_login(make_user())
    assert (
        client.get("/my-source/customer-logout/", headers={"Accept": "application/json"}).json()["button"] == "Log out"
    )
    client.post("/my-source/customer-logout/")
    assert client.get("/my-source/", headers={"accept": "application/json"}).json()["signed_in"] is False
