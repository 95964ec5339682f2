"""From the checkout's form to a paid order, and all the ways it may go wrong in between."""

import pytest
from django.utils import timezone
from pytest_django import Settings

from vintner.money import Money
from vintner.orders.emails.emails import EmailKind, queue
from vintner.orders.models import Email, Order
from vintner.payments.models import Payment
from vintner.testing.builders import make_product, only_variation
from vintner.testing.provider import BROKE, DECLINED, GOOD, SLOW_BANK, THREE_D_SECURE, UNKNOWN, ProviderDouble
from vintner.testing.shopper import FORM, Shopper, attempts, only_order
from vintner.testing.written_emails import written_email

pytestmark = pytest.mark.usefixtures("store")


def test_a_bottle_is_bought(provider: ProviderDouble) -> None:
    wine = make_product(price="16.99", stock=5)
    shopper = Shopper().puts(wine, 2)
    answer = shopper.pays()
    order = only_order()
    assert answer.result == "success", answer.messages
    assert answer.order_id == order.pk
    assert answer.redirect == f"http://testserver/checkout/order-received/{order.pk}/?key={order.key}"
    assert (order.status, order.total) == ("processing", Money(4717))  # 33.98 + 10.00 + 7.25 %
    assert provider.ledger == {order.pk: [order.total]}
    bottles = only_variation(wine)
    assert (bottles.on_hand, bottles.reserved) == (3, 0)
    assert not shopper.cart.lines.exists()
    assert set(Email.objects.values_list("kind", flat=True)) == {"processing", "new_order"}


def test_the_shop_reads_the_phone_number_in_the_e_mail_about_a_new_order(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    order = only_order()
    told = written_email(kind="new_order")
    assert ["Phone: (555) 555-0100" in body for body in (told.text, told.html)] == [True, True]
    Order.objects.update(billing={**order.billing, "phone": ""}, shipping={**order.shipping, "phone": ""})
    queue(order, EmailKind.NEW_ORDER, about="without a phone")
    told = written_email(kind="new_order", about="without a phone")
    assert ["Phone" in body for body in (told.text, told.html)] == [False, False]


@pytest.mark.parametrize("named", [{}, {"payment_method": ""}, {"payment_method": "cod"}])
def test_an_order_without_a_known_payment_method_is_not_charged(
    named: dict[str, str], provider: ProviderDouble
) -> None:
    shopper = Shopper().puts(make_product())
    form = {name: value for name, value in FORM.items() if name != "payment_method"}
    body = {**form, **named, "security": shopper.token(), "wc-stripe-payment-method": GOOD}
    answer = shopper.client.post("/?wc-ajax=checkout", body).json()
    assert answer["result"] == "failure"
    assert answer["messages"] == (
        '<ul class="woocommerce-error" role="alert"><li data-id="payment_method">Invalid payment method.</li></ul>'
    )
    assert not provider.ledger
    assert not Order.objects.exists()


def test_decline_then_another_card_is_one_order_two_attempts_one_charge(provider: ProviderDouble) -> None:
    wine = make_product(price="16.99", stock=1)
    shopper = Shopper().puts(wine)
    declined = shopper.pays(BROKE)
    assert declined.result == "failure"
    assert declined.messages == (
        '<ul class="woocommerce-error" role="alert"><li>There was an error processing the payment:'
        " Your card has insufficient funds.</li></ul>"
    )
    assert declined.fields == {
        "payment": "There was an error processing the payment: Your card has insufficient funds."
    }, "so that the page tells it at the card"
    assert only_order().status == "failed"
    assert shopper.cart.lines.count() == 1
    assert shopper.pays(GOOD).result == "success"
    order = only_order()
    assert (order.status, attempts(order)) == ("processing", ["declined", "succeeded"])
    assert provider.ledger == {order.pk: [order.total]}
    assert only_variation(wine).on_hand == 0


def test_the_bank_asks_and_the_shopper_confirms(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    answer = shopper.pays(THREE_D_SECURE)
    order = only_order()
    assert answer.redirect.startswith(f"#wc-stripe-confirm-pi:{order.pk}:pi_1_secret:")
    assert order.status == "pending"
    provider.confirm("pi_1")
    done = shopper.confirms(order.pk, "pi_1")
    again = shopper.confirms(order.pk, "pi_1", token=answer.redirect.split(":")[3])
    url = f"http://testserver/checkout/order-received/{order.pk}/?key={order.key}"
    assert done == again == {"success": True, "data": {"return_url": url}}
    assert only_order().status == "processing"


def test_the_bank_asks_and_the_shopper_gives_up(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(THREE_D_SECURE)
    order = only_order()
    provider.confirm("pi_1", is_shopper=False)
    answer = shopper.confirms(order.pk, "pi_1")
    assert answer["success"] is False
    assert "unable to authenticate" in str(answer["data"])
    assert only_order().status == "failed"
    assert shopper.pays().result == "success"
    assert provider.ledger == {order.pk: [order.total]}


def test_leaving_the_bank_s_question_and_paying_again_charges_once(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(THREE_D_SECURE)
    assert shopper.pays(GOOD).result == "success"
    order = only_order()
    assert attempts(order) == ["cancelled", "succeeded"]
    assert (order.status, len(provider.ledger[order.pk])) == ("processing", 1)


def test_the_question_answered_in_another_tab_counts(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(THREE_D_SECURE)
    provider.confirm("pi_1")
    answer = shopper.pays(GOOD)
    order = only_order()
    assert (answer.result, order.status) == ("success", "processing")
    assert len(provider.ledger[order.pk]) == 1


def test_a_slow_bank_parks_the_order(provider: ProviderDouble) -> None:
    wine = make_product(stock=3)
    assert Shopper().puts(wine).pays(SLOW_BANK).result == "success"
    assert (only_order().status, only_variation(wine).on_hand) == ("on-hold", 2)
    assert set(Email.objects.values_list("kind", flat=True)) == {"on_hold", "new_order", "low_stock"}


@pytest.mark.parametrize(
    ("card", "words"),
    [(DECLINED, "The card was declined."), (UNKNOWN, "Unable to process this payment"), ("", "payment details")],
    ids=["declined", "unknown to the provider", "none made by the browser"],
)
def test_a_bad_card_is_told_in_the_catalogue_s_words(provider: ProviderDouble, card: str, words: str) -> None:
    answer = Shopper().puts(make_product()).pays(card)
    assert answer.result == "failure"
    assert words in answer.messages
    assert not provider.ledger


def test_a_changed_cart_replaces_the_unpaid_order(provider: ProviderDouble) -> None:
    wine, other = make_product(stock=2), make_product(stock=5)
    shopper = Shopper().puts(wine, 2)
    shopper.pays(DECLINED)
    shopper.puts(other)
    assert shopper.pays().result == "success"
    old, new = Order.objects.order_by("id")
    assert (old.status, new.status) == ("cancelled", "processing")
    assert list(provider.ledger) == [new.pk]
    assert (only_variation(wine).on_hand, only_variation(wine).reserved) == (0, 0)


def test_the_same_checkout_after_payment_shows_the_receipt(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    token = shopper.token()
    first, second = shopper.pays(token=token), shopper.pays(token=token)
    assert first == second
    assert len(provider.ledger[only_order().pk]) == 1


def test_a_total_that_is_not_the_one_shown_is_not_charged(provider: ProviderDouble) -> None:
    answer = Shopper().puts(make_product(price="16.99")).pays(shown_total="100")
    assert (answer.result, answer.refresh) == ("failure", True)
    assert "The total is $28.95 now" in answer.messages
    assert not Order.objects.exists()
    assert not provider.calls


def test_a_lost_answer_is_asked_for_again_by_the_same_key(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    provider.faults = ["after"]
    assert "will not be charged twice" in shopper.pays().messages
    order = only_order()
    assert order.status == "pending"
    assert shopper.pays().result == "success"
    assert len(provider.ledger[order.pk]) == 1


def test_while_a_request_waits_for_the_answer_the_order_is_paid_by_no_other(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    provider.faults = ["after"]
    shopper.pays()
    only_order().payments.update(unanswered_at=None)
    calls = len(provider.calls)
    assert "already being processed" in shopper.pays().messages
    assert len(provider.calls) == calls


@pytest.mark.parametrize("presses", [1, 2])
def test_a_changed_cart_waits_until_no_charge_of_the_old_one_can_arrive(provider: ProviderDouble, presses: int) -> None:
    shopper = Shopper().puts(make_product())
    provider.faults = ["before"] * presses
    for _ in range(presses):
        Payment.objects.update(busy_until=timezone.now())  # of the press before
        assert "will not be charged twice" in shopper.pays().messages
    shopper.puts(make_product())
    assert "already being processed" in shopper.pays().messages
    Payment.objects.update(busy_until=timezone.now())
    assert shopper.pays().result == "success"
    assert [len(charged) for charged in provider.ledger.values()] == [1]


def test_too_many_declines_stop_before_the_provider(provider: ProviderDouble, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (2, 3600)}
    shopper = Shopper().puts(make_product())
    for _ in range(2):
        shopper.pays(DECLINED)
    calls = len(provider.calls)
    assert "Too many payments were declined" in shopper.pays(GOOD).messages
    assert len(provider.calls) == calls
