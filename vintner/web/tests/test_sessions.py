"""Cookies that hold what the store never wrote."""

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from vintner.testing.builders import make_user
from vintner.web.sessions import store as sessions

pytestmark = pytest.mark.django_db
COOKIES = ["sessionid", "csrftoken", "messages", "vintner_cart", "vintner_of_age", "woocommerce_cart_hash"]
KEY = "abcdefghijklmnopqrstuvwxyz012345"


@pytest.mark.parametrize("value", ["abcdefgh\x00ijklmnop", "x", "ABCDEFGH" * 4, f"{KEY}\n", "k" * 5000, "é" * 32])
@pytest.mark.parametrize("cookie", COOKIES)
@pytest.mark.parametrize("path", ["/cart/", "/shop/", "/admin/login/"])
def test_a_cookie_that_was_made_up_is_as_good_as_none(path: str, cookie: str, value: str) -> None:
    headers = {"Accept": "application/json", "Cookie": f'{cookie}="{_escape(value)}"'}
    assert Client().get(path, headers=headers).status_code == 200


def _escape(value: str) -> str:
    """Return a cookie's value with its control characters as RFC 2109 has them, which Python's own cookies refuse."""
    return "".join(each if each.isprintable() else f"\\{ord(each):03o}" for each in value)


def test_a_session_of_the_store_is_found_again() -> None:
    client = Client()
    client.force_login(make_user(is_staff=True))
    assert client.get("/admin/login/").status_code == 302, "who is logged in goes on"
    assert Session.objects.get().session_key == client.cookies[settings.SESSION_COOKIE_NAME].value


def test_a_new_session_never_gets_the_key_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    taken, free = sessions.SessionStore(), sessions.SessionStore()
    taken["whose"] = "the first"
    taken.create()
    keys = iter([taken.session_key, "f" * 32])
    monkeypatch.setattr(sessions, "get_random_string", lambda *_: next(keys))
    free["whose"] = "the second"
    free.save()
    assert free.session_key == "f" * 32
    assert sessions.SessionStore(taken.session_key)["whose"] == "the first"
    assert Session.objects.count() == 2
