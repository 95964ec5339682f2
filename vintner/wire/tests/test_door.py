"""Calls by name go through one door."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["nonexistent", "", "__class__"])
def test_an_unknown_call_is_answered_with_nothing(client: Client, name: str) -> None:
    response = client.post(f"/?wc-ajax={name}")
    assert (response.status_code, response.content) == (200, b"")


def test_a_call_by_get_does_nothing(client: Client) -> None:
    response = client.get("/?wc-ajax=add_to_cart&product_id=1")
    assert (response.status_code, response.content) == (200, b"")


def test_answers_of_calls_are_never_stored_or_indexed(client: Client) -> None:
    response = client.post("/?wc-ajax=get_refreshed_fragments")
    assert "no-store" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"
    assert "Accept" in response["Vary"]


def test_an_unknown_webhook_is_not_found(client: Client) -> None:
    assert client.post("/?wc-api=nobody").status_code == 404


def test_posting_to_the_home_page_is_refused(client: Client) -> None:
    assert client.post("/").status_code == 405
