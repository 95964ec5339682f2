"""Paying for an order that is there already: each guard, and each way that it can end."""

from datetime import timedelta

import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.notices.models import Policy
from vintner.order_pages.pay_page import NOT_YOUR_ACCOUNT
from vintner.order_pages.tests.pay_form import FIELDS, JSON, read_notices, read_page, read_token, send_form
from vintner.orders import jobs as order_jobs
from vintner.orders.models import Order, StockReservation
from vintner.orders.ownership import pay_link
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.provider import DECLINED, GOOD, SLOW_BANK, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")


def declined(stock: int = 5) -> tuple[Shopper, Order]:
    """A guest whose card was declined."""
    shopper = Shopper().puts(make_product(name="Quinta do Teste", stock=stock))
    shopper.pays(DECLINED)
    return shopper, only_order()


def location(response: HttpResponseBase) -> str:
    return response.headers["Location"]


def test_the_page_shows_what_was_ordered_and_what_it_costs(provider: ProviderDouble) -> None:
    shopper, order = declined()
    shown = read_page(shopper.client, order)
    assert (shown["number"], shown["total"]) == (order.number, order.total.text)
    assert "Quinta do Teste" in str(shown["lines"])
    payment = shown["payment"]
    assert isinstance(payment, dict)
    assert (payment["amount"], payment["button"]) == (order.total.minor, "Pay for order")
    assert payment["methods"][0]["button"] == f"Pay {order.total}"
    assert shown["warning"] == ""


def test_the_price_is_that_of_the_order_not_of_today(provider: ProviderDouble) -> None:
    shopper, order = declined()
    wine = order.lines.get().variation
    assert wine is not None
    type(wine).objects.filter(pk=wine.pk).update(regular_price=99_900)
    send_form(shopper.client, order)
    assert provider.ledger[order.pk] == [order.total]


def test_a_declined_order_is_paid_with_another_card_and_charged_once(provider: ProviderDouble) -> None:
    shopper, order = declined()
    answer = send_form(shopper.client, order)
    assert answer["result"] == "success"
    assert f"/checkout/order-received/{order.pk}/?key=" in str(answer["redirect"])
    order.refresh_from_db()
    assert (order.status, attempts(order), len(provider.ledger[order.pk])) == (
        "processing",
        ["declined", "succeeded"],
        1,
    )
    again = send_form(shopper.client, order, csrfmiddlewaretoken=shopper.client.cookies["csrftoken"].value)
    assert (again["result"], again["reload"]) == ("failure", True)
    assert len(provider.ledger[order.pk]) == 1


def test_a_second_decline_says_why_and_a_third_card_pays(provider: ProviderDouble) -> None:
    shopper, order = declined()
    answer = send_form(shopper.client, order, DECLINED)
    assert answer["result"] == "failure"
    assert "The card was declined." in str(answer["messages"])
    assert answer["fields"] == {"payment": "There was an error processing the payment: The card was declined."}
    assert send_form(shopper.client, order)["result"] == "success"
    assert len(provider.ledger[order.pk]) == 1


def test_the_bank_s_question_is_asked_on_this_page(provider: ProviderDouble) -> None:
    shopper, order = declined()
    answer = send_form(shopper.client, order, THREE_D_SECURE)
    assert str(answer["redirect"]).startswith(f"#wc-stripe-confirm-pi:{order.pk}:pi_2_secret:")
    provider.confirm("pi_2")
    done = shopper.confirms(order.pk, "pi_2", token=str(answer["redirect"]).split(":")[3])
    assert done["success"] is True
    order.refresh_from_db()
    assert order.status == "processing"


def test_a_slow_bank_leads_to_a_receipt_that_says_so(provider: ProviderDouble) -> None:
    shopper, order = declined()
    assert send_form(shopper.client, order, SLOW_BANK)["result"] == "success"
    receipt = shopper.client.get(f"/checkout/order-received/{order.pk}/?key={order.key}", headers=JSON).json()
    assert receipt["status"] == "on-hold"
    assert "still processing the payment" in receipt["status_text"]
    assert receipt["pay_url"] == ""


def test_any_other_client_is_sent_on_as_the_contract_has_it(provider: ProviderDouble) -> None:
    shopper, order = declined()
    nonce = read_token(shopper.client, order)
    fields = {**FIELDS, "woocommerce-pay-nonce": nonce, "wc-stripe-payment-method": DECLINED}
    back = shopper.client.post(pay_link(order), fields)
    assert (back.status_code, location(back)) == (302, pay_link(order))
    assert "The card was declined." in read_notices(shopper.client, pay_link(order))
    asked = shopper.client.post(pay_link(order), {**fields, "wc-stripe-payment-method": THREE_D_SECURE})
    assert location(asked).startswith(f"{pay_link(order)}#wc-stripe-confirm-pi:{order.pk}:")
    paid = shopper.client.post(pay_link(order), {**fields, "wc-stripe-payment-method": GOOD})
    assert paid.status_code == 302
    assert f"/checkout/order-received/{order.pk}/?key=" in location(paid)
    assert len(provider.ledger[order.pk]) == 1


@pytest.mark.parametrize("key", ["wrong", "wc_order_", ""])
def test_a_wrong_key_and_an_unknown_order_look_alike(provider: ProviderDouble, key: str) -> None:
    _, order = declined()
    other = Client()
    paths = [f"/checkout/order-pay/{number}/?pay_for_order=true&key={key}" for number in (order.pk, 999_999, "9" * 40)]
    answers = [other.get(path, headers=JSON) for path in paths]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    message = answers[0].json()["message"]
    assert "cannot" not in message
    assert "does not lead to an order" in message
    assert answers[0].headers["Referrer-Policy"] == "no-referrer"
    posted = other.post(paths[0], {**FIELDS, "wc-stripe-payment-method": GOOD})
    assert posted.status_code == 404
    assert not provider.ledger[order.pk]


def test_a_customer_s_order_asks_a_guest_to_log_in_first(provider: ProviderDouble) -> None:
    shopper = Shopper()
    shopper.client.force_login(make_user())
    shopper.puts(make_product()).pays(DECLINED)
    order, guest = only_order(), Client()
    response = guest.get(pay_link(order))
    assert response.status_code == 302
    assert location(response).startswith("/my-source/?next=%2Fcheckout%2Forder-pay%2F")
    assert "Please log in" in read_notices(guest, "/my-source/")
    posted = guest.post(pay_link(order), {**FIELDS, "wc-stripe-payment-method": GOOD})
    assert location(posted).startswith("/my-source/?next=")
    assert not provider.ledger[order.pk]
    assert send_form(shopper.client, order)["result"] == "success"


def test_another_customer_may_not_pay_it(provider: ProviderDouble) -> None:
    shopper = Shopper()
    shopper.client.force_login(make_user())
    shopper.puts(make_product()).pays(DECLINED)
    order, other = only_order(), Client()
    other.force_login(make_user("other@example.com"))
    response = other.get(pay_link(order))
    assert response.status_code == 403
    assert b"belongs to another account" in response.content
    assert b"Main St" not in response.content
    assert other.post(pay_link(order), {**FIELDS, "wc-stripe-payment-method": GOOD}).status_code == 403
    assert not provider.ledger[order.pk]


def test_somebody_with_an_account_is_warned_of_a_guest_s_order(provider: ProviderDouble) -> None:
    _, order = declined()
    other, same = Client(enforce_csrf_checks=True), Client()
    other.force_login(make_user("other@example.com"))
    same.force_login(make_user("JANE@example.com".lower()))
    assert read_page(other, order)["warning"] == NOT_YOUR_ACCOUNT
    assert read_page(same, order)["warning"] == ""
    assert send_form(other, order)["result"] == "success"
    order.refresh_from_db()
    assert order.user_id is None


def test_after_ten_minutes_a_guest_says_the_email_address_first(provider: ProviderDouble) -> None:
    shopper, order = declined()
    Order.objects.update(placed_at=timezone.now() - timedelta(minutes=11))
    other = Client()
    asked = other.get(pay_link(order))
    assert b"Is this your order?" in asked.content
    assert b"Quinta do Teste" not in asked.content
    refused = other.post(pay_link(order), {**FIELDS, "wc-stripe-payment-method": GOOD})
    assert b"Is this your order?" in refused.content
    assert not provider.ledger[order.pk]
    assert location(other.post(pay_link(order), {"email": "Jane@example.com "})) == pay_link(order)
    assert read_page(other, order)["number"] == order.number
    assert read_page(shopper.client, order)["number"] == order.number


@pytest.mark.parametrize("status", ["processing", "on-hold", "cancelled"])
def test_what_needs_no_payment_leads_to_the_receipt_with_the_reason(provider: ProviderDouble, status: str) -> None:
    shopper, order = declined()
    assert order.status == "failed"
    Order.objects.update(status=status)
    response = shopper.client.get(pay_link(order))
    assert location(response) == f"/checkout/order-received/{order.pk}/?key={order.key}"
    words = Order(status=status).get_status_display().lower()
    assert f"This order is {words}" in read_notices(shopper.client, location(response))


def test_a_failed_order_is_checked_for_stock_and_a_pending_one_is_not(provider: ProviderDouble) -> None:
    shopper, order = declined(stock=1)
    assert read_page(shopper.client, order)["number"] == order.number
    StockReservation.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    order_jobs.expire_holds(0)
    assert read_page(shopper.client, order)["number"] == order.number
    known = read_token(shopper.client, order)
    wine = order.lines.get().variation
    assert wine is not None
    assert Shopper().puts(wine.product).pays().result == "success"
    answer = send_form(shopper.client, order, csrfmiddlewaretoken=known)
    assert (answer["result"], answer["reload"]) == ("failure", True)
    assert "has sold out since" in str(answer["messages"])
    response = shopper.client.get(pay_link(order))
    assert "/order-received/" in location(response)
    assert "has sold out since" in read_notices(shopper.client, location(response))
    assert not provider.ledger[order.pk]


def test_a_pending_order_is_paid_though_no_more_bottles_are_free(provider: ProviderDouble) -> None:
    wine = make_product(stock=1)
    shopper = Shopper().puts(wine)
    shopper.pays(THREE_D_SECURE)
    order = only_order()
    assert order.status == "pending"
    assert only_variation(wine).stock.limit == 0
    assert send_form(shopper.client, order)["result"] == "success"
    assert len(provider.ledger[order.pk]) == 1


def test_the_terms_are_to_be_accepted(provider: ProviderDouble) -> None:
    Policy.objects.update_or_create(kind=Policy.Kind.TERMS, defaults={"text": "Be kind."})
    shopper, order = declined()
    consents = read_page(shopper.client, order)["consents"]
    assert isinstance(consents, list)
    assert [(each["name"], each["paragraphs"]) for each in consents] == [("terms", ["Be kind."])]
    refused = send_form(shopper.client, order, **{"terms-field": "1"})
    assert "accept the terms" in str(refused["messages"])
    assert not provider.ledger[order.pk]
    assert send_form(shopper.client, order, **{"terms-field": "1", "terms": "1"})["result"] == "success"


def test_a_form_without_its_token_takes_no_money(provider: ProviderDouble) -> None:
    shopper, order = declined()
    answer = send_form(shopper.client, order, csrfmiddlewaretoken="forged")
    assert "open for too long" in str(answer["messages"])
    assert not provider.ledger[order.pk]


@pytest.mark.parametrize("method", ["", "cheque"])
def test_there_is_no_other_way_to_pay(provider: ProviderDouble, method: str) -> None:
    shopper, order = declined()
    assert "Invalid payment method." in str(send_form(shopper.client, order, payment_method=method)["messages"])
    assert not provider.ledger[order.pk]


def test_without_a_card_nothing_is_tried(provider: ProviderDouble) -> None:
    shopper, order = declined()
    assert send_form(shopper.client, order, "4242424242424242")["result"] == "failure"
    assert attempts(order) == ["declined"]


def test_declined_cards_are_counted_with_those_of_the_checkout(provider: ProviderDouble, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (2, 3600)}
    shopper, order = declined()
    assert "The card was declined." in str(send_form(shopper.client, order, DECLINED)["messages"])
    assert "Too many payments were declined" in str(send_form(shopper.client, order)["messages"])
    assert not provider.ledger[order.pk]


def test_a_provider_without_an_answer_charges_once_in_the_end(provider: ProviderDouble) -> None:
    shopper, order = declined()
    provider.faults = ["after"]
    assert "did not answer" in str(send_form(shopper.client, order)["messages"])
    order.payments.update(unanswered_at=None)
    assert "already being processed" in str(send_form(shopper.client, order)["messages"]), "a request still waits"
    order.payments.update(unanswered_at=timezone.now())
    assert send_form(shopper.client, order)["result"] == "success"
    assert len(provider.ledger[order.pk]) == 1
    order.refresh_from_db()
    assert order.status == "processing"


def test_an_unpaid_order_can_be_paid_from_the_list_in_the_account(provider: ProviderDouble) -> None:
    shopper = Shopper()
    shopper.client.force_login(make_user())
    pay_urls = []
    for card in (DECLINED, GOOD):
        shopper.puts(make_product()).pays(card)
        order = shopper.client.get("/my-source/", headers={"accept": "application/json"}).json()["orders"][0]
        pay_urls.append(order["pay_url"])
    assert shopper.client.get(pay_urls[0], follow=True).status_code == 200
    assert ["order-pay" in pay_urls[0], pay_urls[1]] == [True, ""]
