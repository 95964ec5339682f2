"""An account of an order whose payment was declined: until it is paid, only its own browser is in it."""

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client
from pytest_django import Settings

from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.testing.builders import make_product
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
EMAIL, PASSWORD, OWN = "jane@example.com", "violet tractor seven moons", "nine quiet herons on a wall"
WANTED = {"createaccount": "1", "account_password": PASSWORD}
JSON = {"Accept": "application/json"}
LINK = "We have sent you a link to confirm your address first."


@pytest.fixture
def declined(provider: ProviderDouble) -> Shopper:
    """A shopper who opened an account with an order, and whose card was declined."""
    shopper = Shopper().puts(make_product())
    assert shopper.pays(DECLINED, **WANTED).result == "failure"
    return shopper


def log_in(client: Client, password: str = PASSWORD) -> int:
    return client.post("/my-source/", {"username": EMAIL, "password": password}).status_code


def log_in_by_call(client: Client, password: str) -> dict[str, object]:
    token = client.get("/my-source/", headers=JSON).json()["forms"]["csrf_token"]
    sent = {"_xoo_el_form": "login", "xoo-el-username": EMAIL, "xoo-el-password": password}
    answer = client.post(
        "/wp-admin/admin-ajax.php", {"action": "xoo_el_form_action", "csrfmiddlewaretoken": token, **sent}
    )
    body: dict[str, object] = answer.json()
    return body


def is_inside(client: Client) -> bool:
    return client.get("/my-source/security/").status_code == 200


def mailed(kind: str) -> list[str]:
    texts = Email.objects.filter(to=EMAIL, kind=kind).order_by("id").values_list("text", flat=True)
    return [str(urlsplit(re.findall(r"https?://\S+", text)[0]).path) for text in texts]


def test_a_password_from_elsewhere_mails_the_link(declined: Shopper, client: Client) -> None:
    page = client.post("/my-source/", {"username": EMAIL, "password": PASSWORD}, headers=JSON)
    assert (page.status_code, page.json()["error"]) == (403, LINK)
    assert not is_inside(client)
    assert len(mailed("confirm_email")) == 1
    answer = log_in_by_call(client, PASSWORD)
    assert (answer["error"], answer["notice"]) == (1, f'<div class="xoo-el-notice-error ">{LINK}</div>')
    assert not is_inside(client)


def test_a_wrong_password_is_answered_as_for_everybody(declined: Shopper, client: Client) -> None:
    known = log_in_by_call(client, "wrong")
    User.objects.all().delete()
    assert log_in_by_call(client, "wrong") == known
    assert mailed("confirm_email") == []


def test_the_shopper_goes_on_and_the_paid_order_opens_the_account(declined: Shopper, client: Client) -> None:
    assert is_inside(declined.client)
    assert declined.pays().result == "success"
    assert only_order().user == User.objects.get()
    assert log_in(client) == 302
    assert is_inside(client)


def test_the_link_opens_it_without_a_payment(declined: Shopper, client: Client) -> None:
    log_in(client)
    declined.client.post(mailed("confirm_email")[0], {"csrfmiddlewaretoken": declined.token()})
    assert is_inside(declined.client)
    assert log_in(client) == 302


def test_the_owner_of_the_address_takes_it_and_buys(declined: Shopper, client: Client) -> None:
    owner = Shopper().puts(make_product())
    told = owner.pays(**WANTED).messages
    assert "There is an account with this email address already. Please log in" in told
    assert "Forgot Password?" in told
    client.post("/my-source/lost-password/", {"user_login": EMAIL})
    client.get(mailed("password_reset")[0])
    client.post("/my-source/lost-password/new/", {"xoo-el-rp-pass": OWN, "xoo-el-rp-pass-again": OWN})
    assert not is_inside(declined.client)
    assert log_in(client, PASSWORD) == 401
    assert owner.logs_in(EMAIL, OWN).status_code == 302
    assert owner.pays().result == "success"


def test_links_are_not_mailed_without_end(declined: Shopper, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"confirmation_links": (2, 3600)}
    assert [log_in(Client(REMOTE_ADDR=f"192.0.2.{number}")) for number in range(4)] == [403] * 4
    token = {"csrfmiddlewaretoken": declined.token()}
    declined.client.post("/my-source/security/e-mail/", token)
    assert len(mailed("confirm_email")) == 2
    notices = declined.client.get("/my-source/security/", headers=JSON).json()["shared"]["notices"]
    assert [each["text"] for each in notices] == ["Too many tries. Please wait an hour."]


def test_whoever_registers_logs_in_at_once_everywhere(provider: ProviderDouble, client: Client) -> None:
    """Also after a declined order: only accounts that came with one have to wait."""
    User.objects.create_user(EMAIL, PASSWORD)
    shopper = Shopper().puts(make_product())
    shopper.logs_in(EMAIL, PASSWORD)
    shopper.pays(DECLINED)
    assert log_in(client) == 302
