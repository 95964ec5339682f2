"""Accounts without a password confirm by a mailed code what is sensitive."""

import re
import time

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}
SENSITIVE = ("change-email/", "security/app/", "security/passkeys/add/", "privacy/erase/")


@pytest.fixture
def inside(client: Client) -> Client:
    """The browser of an account without a password, which logged in by a mailed code ten minutes ago."""
    ada = make_user("ada@example.com")
    User.objects.filter(pk=ada.pk).update(password="!")
    EmailAddress.objects.create(user=ada, email=ada.email, primary=True, verified=True)
    asked = client.post("/my-source/mailed-code/", {"email": "ada@example.com"})["Location"]
    client.post(asked, {"code": mailed_code()})
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] = time.time() - 600
    session.save()
    return client


def mailed_code() -> str:
    found = re.search(r"^[A-Z0-9]{3,4}-?[A-Z0-9]{3,4}$", Email.objects.latest("id").text, re.MULTILINE)
    assert found
    return found.group(0)


@pytest.mark.parametrize("path", SENSITIVE)
def test_a_code_is_asked_for_before_what_is_sensitive(inside: Client, path: str) -> None:
    asked = inside.get(f"/my-source/{path}")["Location"]
    assert asked.startswith("/my-source/confirm/mail/?next=")
    assert inside.post(f"/my-source/{path}", {"email": "eve@example.com"})["Location"] == asked
    assert not Email.objects.filter(to="eve@example.com").exists()
    inside.post(asked)
    assert inside.post(asked, {"code": mailed_code().lower()})["Location"] == f"/my-source/{path}"
    assert inside.get(f"/my-source/{path}").status_code == 200


def test_a_code_takes_three_tries_and_works_once(inside: Client) -> None:
    page = "/my-source/confirm/mail/"
    inside.post(page)
    code = mailed_code()
    for _ in range(3):
        wrong = inside.post(page, {"code": "WRONG"}, headers=JSON)
        assert (wrong.status_code, wrong.json()["fields"][0]["error"]) == (400, "Incorrect code.")
    assert inside.post(page, {"code": code}, headers=JSON).status_code == 400
    inside.post(page)
    code = mailed_code()
    assert inside.post(page, {"code": code}).status_code == 302
    assert inside.post(page, {"code": code}).status_code == 400


def test_codes_to_confirm_are_limited_like_those_to_log_in(inside: Client, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"login_codes": (2, 3600)}
    assert inside.post("/my-source/confirm/mail/").status_code == 200
    assert inside.post("/my-source/confirm/mail/", headers=JSON).json()["error"].startswith("Too many tries")
