"""Pages that visits begin with have their styles in themselves, and the content policy allows just these."""

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from unittest.mock import patch

import pytest
from django.core.cache import caches
from django.http.response import ResponseHeaders
from django.test import Client
from pytest_django import Settings

from vintner.testing.builders import make_product
from vintner.web import answers

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """The renderer is a process of its own, and what it makes is not looked at here."""
    caches["pages"].clear()
    with patch.object(answers, "render_page", return_value="<main>"):
        yield


def _style(content: bytes) -> str:
    found = re.search(r"<style>(.*?)</style>", content.decode(), re.DOTALL)
    return found[1] if found else ""


def _allowed(headers: ResponseHeaders) -> list[str]:
    directives = (part.split() for part in headers["Content-Security-Policy"].split(";"))
    return next(sources for name, *sources in directives if name == "style-src")


@pytest.mark.parametrize("is_cached", [False, True], ids=["made", "cached"])
def test_the_policy_names_the_style_of_the_page(client: Client, *, is_cached: bool) -> None:
    wine = make_product(name="Dolcetto")
    for path in ("/", "/shop/", wine.get_absolute_url(), "/producer/"):
        response = client.get(path)
        if is_cached:
            response = client.get(path)
        digest = b64encode(sha256(_style(response.content).encode()).digest()).decode()
        assert _style(response.content)
        assert _allowed(response.headers) == ["'self'", f"'sha256-{digest}'"]


def test_a_current_copy_keeps_the_policy_of_its_style(client: Client) -> None:
    first = client.get("/shop/")
    again = client.get("/shop/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert _allowed(again.headers) == _allowed(first.headers)


def test_google_analytics_and_the_style_are_allowed_together(client: Client, settings: Settings) -> None:
    settings.GA4_ID = "G-ABCDEF1234"
    response = client.get("/shop/")
    assert "https://www.googletagmanager.com" in response["Content-Security-Policy"]
    assert len(_allowed(response.headers)) == 2


def test_pages_of_one_visitor_name_their_stylesheet(client: Client) -> None:
    response = client.get("/cart/")
    assert not _style(response.content)
    assert _allowed(response.headers) == ["'self'"]
    assert len(re.findall(r'<link rel="stylesheet" href="[^"]+">', response.content.decode())) == 1
