"""The e-mail address changes by a link to the new one, and the old one is told."""

from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from vintner.accounts.security.tests.email_links import CHANGE, PASSWORD, find_link
from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.testing.builders import make_user
from vintner.testing.races import run_together

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}
NEW = "new@example.com"


@pytest.fixture
def ada() -> User:
    return make_user("ada@example.com", password=PASSWORD)


@pytest.fixture
def inside(ada: User, client: Client) -> Client:
    """Ada's browser, where she has just entered her password again."""
    client.post("/my-source/", {"username": "ada@example.com", "password": PASSWORD})
    client.post("/my-source/confirm/", {"password": PASSWORD})
    return client


@pytest.mark.parametrize("confirmed", [True, False])
def test_the_link_changes_the_address_and_the_old_one_is_told(inside: Client, ada: User, confirmed: bool) -> None:
    inside.get("/my-source/security/")
    EmailAddress.objects.update(verified=confirmed)
    assert inside.post(CHANGE, {"email": " New@Example.com"})["Location"] == "/my-source/security/"
    assert inside.get("/my-source/security/", headers=JSON).json()["requested_email"] == NEW
    ada.refresh_from_db()
    assert ada.email == "ada@example.com"

    inside.post(find_link(NEW))
    ada.refresh_from_db()
    assert ada.email == NEW
    assert list(EmailAddress.objects.values_list("email", "primary", "verified")) == [(NEW, True, True)]
    told = Email.objects.get(kind="email_changed")
    assert (told.to, NEW in told.text) == ("ada@example.com", True)


def test_it_asks_for_the_password_first(ada: User, client: Client) -> None:
    client.post("/my-source/", {"username": "ada@example.com", "password": PASSWORD})
    assert client.post(CHANGE, {"email": NEW})["Location"].startswith("/my-source/confirm/")
    assert not Email.objects.filter(to=NEW).exists()


def test_a_taken_address_is_answered_alike(inside: Client) -> None:
    make_user("eve@example.com")
    for email in (NEW, "eve@example.com"):
        answer = inside.post(CHANGE, {"email": email})
        assert (answer.status_code, answer["Location"]) == (302, "/my-source/security/")
        assert inside.get("/my-source/security/", headers=JSON).json()["requested_email"] == email
        assert Email.objects.filter(to=email).count() == 1
    assert not Email.objects.filter(to="eve@example.com", kind="confirm_email").exists()


@pytest.mark.django_db(transaction=True)
def test_a_link_opened_many_times_at_once_changes_the_address_once(inside: Client) -> None:
    inside.post(CHANGE, {"email": NEW})
    browsers = [Client() for _ in range(6)]
    for each in browsers:
        each.cookies.load({name: morsel.value for name, morsel in inside.cookies.items()})
    run_together([partial(each.post, find_link(NEW)) for each in browsers])
    assert Email.objects.filter(kind="email_changed").count() == 1


def test_an_address_that_was_registered_meanwhile_stays_where_it_is(inside: Client, ada: User) -> None:
    inside.post(CHANGE, {"email": NEW})
    make_user(NEW)
    answer = inside.post(find_link(NEW), follow=True, headers=JSON)
    assert "already" in answer.json()["shared"]["notices"][-1]["text"]
    ada.refresh_from_db()
    assert ada.email == "ada@example.com"


def test_a_second_request_voids_the_first_and_keeping_the_old_one_voids_both(inside: Client, ada: User) -> None:
    inside.post(CHANGE, {"email": "first@example.com"})
    inside.post(CHANGE, {"email": NEW})
    inside.post(find_link("first@example.com"))
    inside.post("/my-source/change-email/cancel/")
    inside.post(find_link(NEW))
    ada.refresh_from_db()
    assert ada.email == "ada@example.com"


@pytest.mark.parametrize(
    "email", ["", "ada", "ada@example.com", "ADA@example.com ", "ada@exam\u200bple.com", "x@y .com"]
)
def test_what_cannot_be_the_new_address_is_refused_at_the_field(inside: Client, email: str) -> None:
    answer = inside.post(CHANGE, {"email": email}, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["fields"][0]["error"]
