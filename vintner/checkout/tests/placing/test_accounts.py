"""An account made along with an order, and logging in at the checkout."""

import json
import threading
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, GOOD, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import FORM, Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
PASSWORD = "violet tractor seven moons"
WANTED = {"createaccount": "1", "account_password": PASSWORD}
JSON = {"Accept": "application/json"}


def logged_in_as(client: Client) -> int | None:
    found = client.session.get("_auth_user_id")
    return int(found) if found else None


def test_the_account_is_made_with_the_order_and_logged_in(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    assert shopper.pays(**WANTED, billing_email="Jane@Example.com").result == "success"
    user = User.objects.get()
    assert (user.email, user.full_name, user.check_password(PASSWORD)) == ("jane@example.com", "Jane Doe", True)
    assert only_order().user == user
    assert logged_in_as(shopper.client) == user.pk


def test_the_session_gets_a_new_name(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(DECLINED)
    before = shopper.client.cookies[settings.SESSION_COOKIE_NAME].value
    shopper.pays(**WANTED)
    assert shopper.client.cookies[settings.SESSION_COOKIE_NAME].value != before


@pytest.mark.parametrize(
    "fields", [{}, {"createaccount": "0", "account_password": PASSWORD}, {"account_password": "x"}]
)
def test_nobody_gets_an_account_unasked(provider: ProviderDouble, fields: dict[str, str]) -> None:
    assert Shopper().puts(make_product()).pays(**fields).result == "success"
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("password", "told"),
    [
        ("", "<strong>Create account password</strong> is a required field."),
        ("short one", "Please enter a stronger password."),
        ("jane@example.com", "Please enter a stronger password."),
        ("doejane1", "Please enter a stronger password."),
        ("x" * 129, "cannot exceed 128 characters"),
    ],
    ids=["none", "short", "the email address", "the name", "long"],
)
def test_weak_passwords_are_refused_beside_their_field(provider: ProviderDouble, password: str, told: str) -> None:
    answer = Shopper().puts(make_product()).pays(createaccount="1", account_password=password)
    assert '<li data-id="account_password">' in answer.messages
    assert told in answer.messages
    assert not User.objects.exists()
    assert not Order.objects.exists()


def test_an_e_mail_address_in_use_is_told_and_nothing_is_ordered(provider: ProviderDouble) -> None:
    make_user(email="jane@example.com")
    answer = Shopper().puts(make_product()).pays(**WANTED, billing_email="JANE@example.com")
    assert '<li data-id="billing_email">' in answer.messages
    assert "Please log in" in answer.messages
    assert not Order.objects.exists()
    assert provider.calls == []


def test_who_asks_for_many_addresses_is_told_no_more(provider: ProviderDouble) -> None:
    make_user(email="jane@example.com")
    shopper = Shopper().puts(make_product())
    answers = [shopper.pays(**WANTED).messages for _ in range(11)]
    assert "Please log in" in answers[9]
    assert "Too many tries" in answers[10]


def test_a_refused_order_leaves_no_account(provider: ProviderDouble) -> None:
    answer = Shopper().puts(make_product()).pays(**WANTED, shown_total="1")
    assert answer.result == "failure"
    assert not User.objects.exists()


@pytest.mark.parametrize("path", ["/checkout/classic/", "/checkout/block/"])
def test_after_a_decline_the_page_is_loaded_again_and_says_why(path: str, provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    response = shopper.client.post(
        "/?wc-ajax=checkout",
        {**FORM, **WANTED, "security": shopper.token(), "wc-stripe-payment-method": DECLINED},
    )
    answer = json.loads(response.content)
    assert (answer["result"], answer["reload"]) == ("failure", True)
    assert "The card was declined." in answer["messages"]
    page = shopper.client.get(path, headers=JSON).json()
    assert page["shared"]["notices"] == []
    assert [error["field"] for error in page["errors"]] == ["payment"]
    assert "The card was declined." in page["errors"][0]["text"]
    assert page["account"] is None
    assert shopper.client.get(path, headers=JSON).json()["errors"] == []
    assert shopper.pays(GOOD).result == "success"
    assert only_order().user == User.objects.get()


def test_a_guest_who_wants_an_account_after_a_decline_gets_one(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(DECLINED)
    assert shopper.pays(**WANTED).result == "success"
    assert only_order().user == User.objects.get()


def test_the_bank_s_question_comes_with_a_token_that_still_holds(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    answer = shopper.pays(THREE_D_SECURE, **WANTED)
    provider.confirm("pi_1")
    told = shopper.confirms(only_order().pk, "pi_1", token=answer.redirect.split(":")[3])
    assert told["success"] is True


def test_the_answer_tells_the_token_from_now_on_also_where_its_address_has_none(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    old = shopper.token()
    posted = {**FORM, **WANTED, "wc-stripe-payment-method": THREE_D_SECURE, "csrfmiddlewaretoken": old}
    answer = shopper.call("checkout", **posted)
    report = {"order_id": str(answer["order_id"]), "intent_id": "pi_1"}
    assert not shopper.call("wc_stripe_update_failed_order", **report, _ajax_nonce=old)["success"]
    assert shopper.call("wc_stripe_update_failed_order", **report, _ajax_nonce=str(answer["nonce"]))["success"]


def test_who_is_logged_in_is_offered_no_account_and_makes_none(provider: ProviderDouble) -> None:
    shopper = Shopper()
    user = make_user()
    shopper.client.force_login(user)
    shopper.puts(make_product())
    page = shopper.client.get("/checkout/", headers=JSON).json()
    assert (page["account"], page["log_in_url"]) == (None, "")
    assert shopper.pays(**WANTED).result == "success"
    assert list(User.objects.all()) == [user]


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one_account(provider: ProviderDouble) -> None:
    shoppers = [Shopper().puts(make_product()), Shopper().puts(make_product())]
    tokens = [shopper.token() for shopper in shoppers]
    answers = []

    def pay(shopper: Shopper, token: str) -> None:
        answers.append(shopper.pays(token=token, **WANTED))
        connection.close()

    threads = [threading.Thread(target=pay, args=each) for each in zip(shoppers, tokens, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.result for answer in answers) == ["failure", "success"]
    assert (User.objects.count(), Order.objects.count()) == (1, 1)


def test_a_returning_customer_logs_in_and_comes_back_to_the_checkout() -> None:
    user = make_user(email="ana@example.com", password=PASSWORD)
    shopper = Shopper().puts(make_product())
    response = shopper.logs_in("Ana@example.com", PASSWORD)
    assert (response.status_code, response.headers["Location"]) == (302, "/checkout/?login=success")
    assert logged_in_as(shopper.client) == user.pk
    assert shopper.cart.user == user
    page = shopper.client.get("/checkout/", headers=JSON).json()
    assert len(page["review"]["lines"]) == 1


@pytest.mark.parametrize("address", ["/checkout/", "/checkout/block/"])
def test_only_guests_are_offered_the_log_in_and_their_passkeys(address: str) -> None:
    make_user(email="ana@example.com", password=PASSWORD)
    shopper = Shopper().puts(make_product())
    guests = shopper.client.get(address, headers=JSON).json()
    shopper.logs_in("ana@example.com", PASSWORD)
    customers = shopper.client.get(address, headers=JSON).json()
    assert [_email(page)["autocomplete"] for page in (guests, customers)] == ["billing email webauthn", "billing email"]
    assert (bool(guests["log_in_url"]), customers["log_in_url"]) == (True, "")


def _email(page: dict[str, Any]) -> dict[str, str]:
    fields = [page["email"]] if "email" in page else page["billing"]
    return next(field for field in fields if field["name"] == "billing_email")
