"""Closing an account, and keeping it after all."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from vintner.customers.models import User
from vintner.money import Money
from vintner.orders import orders
from vintner.orders.models import Email, Refund
from vintner.privacy.closing import STAFF, close_account, find_erasure, keep_account, list_obstacles
from vintner.privacy.models import Erasure
from vintner.privacy.tests.customer import EMAIL, FORM, buy, confirm, log_in, new_client
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.django_db
ERASE = "/my-source/privacy/erase/"


@pytest.fixture
def inside(zelda: User) -> Client:
    """Zelda's browser, where she has just entered her password again."""
    client = new_client()
    log_in(client)
    confirm(client)
    return client


def test_the_page_asks_for_the_password_first(zelda: User) -> None:
    client = new_client()
    client.force_login(zelda)
    for answer in (client.get(ERASE), client.post(ERASE, {"email": EMAIL})):
        assert answer["Location"].startswith("/my-source/confirm/")
    assert find_erasure(zelda.pk) is None


def test_it_shows_what_goes_and_what_stays(inside: Client) -> None:
    page = inside.get(ERASE).json()
    assert {"Account", "Reviews"} <= {each["data"] for each in page["goes"]}
    assert {"Orders", "Wine shipped"} <= {each["data"] for each in page["stays"]}
    assert page["obstacles"] == []


@pytest.mark.parametrize("typed", ["", "other@example.com", "yes", "\x00"])
def test_the_address_has_to_be_typed(typed: str, inside: Client, zelda: User) -> None:
    answer = inside.post(ERASE, {"email": typed})
    assert answer.status_code == 400
    assert answer.json()["fields"][0]["error"].startswith("Type the email address")
    assert find_erasure(zelda.pk) is None


def test_closing_ends_all_sessions_and_mails_the_way_back(inside: Client, zelda: User) -> None:
    other = new_client()
    log_in(other)
    assert inside.post(ERASE, {"email": f" {EMAIL.upper()} "})["Location"] == "/my-source/"
    for client in (inside, other):
        assert client.get("/my-source/security/").status_code == 302
    mail = Email.objects.get(kind="account_closed")
    assert (mail.to, mail.private) == (EMAIL, True)
    assert "http" in mail.text


def test_a_closed_account_is_not_logged_in_but_can_be_kept(zelda: User) -> None:
    close_account(zelda, timezone.now())
    client = new_client()
    assert log_in(client) == "/my-source/privacy/closed/"
    assert client.get("/my-source/security/").status_code == 302
    assert "will be erased on" in client.get("/my-source/privacy/closed/").json()["paragraphs"][0]
    assert find_erasure(zelda.pk) is not None
    client.post("/my-source/privacy/closed/")
    assert find_erasure(zelda.pk) is None
    assert client.get("/my-source/security/").status_code == 200
    assert Email.objects.filter(kind="account_kept").exists()


def test_an_account_kept_elsewhere_is_opened_by_a_post_alone(zelda: User) -> None:
    erasure = close_account(zelda, timezone.now())
    client = new_client()
    log_in(client)
    keep_account(erasure.pk, timezone.now())
    assert client.get("/my-source/privacy/closed/").json()["button"] == "Continue"
    assert client.get("/my-source/security/").status_code == 302
    client.post("/my-source/privacy/closed/")
    assert client.get("/my-source/security/").status_code == 200


def test_the_mailed_link_keeps_the_account_once_it_is_confirmed(zelda: User) -> None:
    close_account(zelda, timezone.now())
    found = re.search(r"/my-source/privacy/keep/\S+", Email.objects.get(kind="account_closed").text)
    assert found is not None
    client = new_client()
    page = client.get(found[0])
    assert page.status_code == 200
    assert page["Referrer-Policy"] == "same-origin"  # the address goes to no other site, and the form may be sent
    assert find_erasure(zelda.pk) is not None
    client.post(found[0])
    assert find_erasure(zelda.pk) is None
    assert client.post(found[0])["Location"] == "/my-source/"
    assert log_in(client) == "/my-source/"


@pytest.mark.parametrize("token", ["1", "1:abc", "x" * 300, "%00", "9" * 30])
def test_a_link_that_was_not_signed_keeps_nothing(token: str, zelda: User) -> None:
    close_account(zelda, timezone.now())
    assert new_client().post(f"/my-source/privacy/keep/{token}/").status_code in (302, 404)
    assert find_erasure(zelda.pk) is not None


def test_the_closed_page_says_nothing_to_visitors() -> None:
    assert new_client().get("/my-source/privacy/closed/")["Location"] == "/my-source/"


def test_accounts_of_staff_are_refused() -> None:
    staff = make_user(is_staff=True)
    assert list_obstacles(staff) == (STAFF,)
    with pytest.raises(Refusal, match="superuser"):
        close_account(staff, timezone.now())


@pytest.mark.usefixtures("store", "provider")
def test_an_unfinished_order_stands_against_it(zelda: User, inside: Client) -> None:
    answer = Shopper().puts(make_product(price="120.00", stock=9)).pays(**FORM)
    assert list_obstacles(zelda) == (f"Order {answer.order_id} is not finished: Processing.",)
    page = inside.get(ERASE).json()
    assert page["fields"] == []
    assert page["obstacles"]
    assert inside.post(ERASE, {"email": EMAIL}).status_code == 409
    assert find_erasure(zelda.pk) is None


@pytest.mark.usefixtures("store", "provider")
def test_a_running_refund_stands_against_it(zelda: User) -> None:
    order = buy(Shopper())
    assert list_obstacles(zelda) == ()
    Refund.objects.create(order=orders.lock(order.pk), amount=Money(100), key="a refund")
    assert list_obstacles(zelda) == (f"A refund of order {order.pk} is running.",)


def test_an_account_is_closed_and_kept_once(zelda: User) -> None:
    erasure = close_account(zelda, timezone.now())
    with pytest.raises(Refusal, match="closed already"):
        close_account(zelda, timezone.now())
    assert keep_account(erasure.pk, timezone.now())
    assert not keep_account(erasure.pk, timezone.now())
    assert Erasure.objects.count() == 1
