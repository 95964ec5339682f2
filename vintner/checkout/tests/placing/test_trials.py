"""The trial price of a plan: once for each customer, for one box, and never without the shopper seeing the total."""

from datetime import datetime

import pytest
from django.db import transaction
from django.utils import timezone

from vintner.cart.carts import QuotedCart, quote_cart
from vintner.cart.middleware import COOKIE
from vintner.cart.models import CartLine
from vintner.checkout.forms import CheckoutForm
from vintner.checkout.place_order import _refuse_unsellable
from vintner.checkout.subscribing import TRIAL_IS_OVER, _refuse_second_trial
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import start_payment
from vintner.payments.models import Payment
from vintner.refusal import Refusal
from vintner.subscriptions.models import Subscription
from vintner.testing.builders import make_box_wine, make_cart, make_plan, make_product, make_subscription
from vintner.testing.sandbox import DECLINED, Sandbox
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
PASSWORD = "violet tractor seven moons"
ACCOUNT = {"createaccount": "1", "account_password": PASSWORD}


def subtotals() -> list[str]:
    return [str(order.subtotal) for order in Order.objects.order_by("pk")]


def test_it_is_given_once_and_then_quantity_is_free(sandbox: Sandbox) -> None:
    wine = make_box_wine(make_plan(trial_boxes=1, trial_price="19.00"), price="60.00")
    shopper = Shopper().puts(wine)
    shopper.pays(sandbox.card(), **ACCOUNT)
    Subscription.objects.update(status="cancelled")
    assert shopper.puts(wine, 2).pays(sandbox.card()).result == "success"
    assert subtotals() == ["$19.00", "$120.00"]
    opened = Subscription.objects.latest("pk")
    assert (opened.trial_price, opened.trial_boxes) == (None, 0)
    assert "trial" not in opened.consent.words


def test_it_is_for_one_box_of_a_plan() -> None:
    plan = make_plan(trial_boxes=1, trial_price="19.00")
    wine, other = make_box_wine(plan, price="60.00"), make_box_wine(plan, price="60.00")
    shopper = Shopper()
    answer = shopper.call("add_to_cart", product_id=str(wine.variations.get().pk), quantity="2")
    assert answer["error"]
    shopper.puts(wine).puts(other, 2)
    page = shopper.client.get("/cart/", headers={"Accept": "application/json"}).json()
    assert "$139.00" in str(page)
    assert "You have had the trial" not in str(page)
    CartLine.objects.filter(variation__product=wine).update(quantity=2)
    assert "is for one box" in str(shopper.client.get("/cart/", headers={"Accept": "application/json"}).json())


def test_a_try_that_was_declined_keeps_it(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_box_wine(make_plan(trial_boxes=1, trial_price="19.00"), price="60.00"))
    shopper.pays(sandbox.card(DECLINED), **ACCOUNT)
    assert shopper.pays(sandbox.card()).result == "success"
    assert subtotals() == ["$19.00"]


def test_a_guest_who_had_it_sees_the_total_before_paying(sandbox: Sandbox) -> None:
    wine = make_box_wine(make_plan(trial_boxes=1, trial_price="19.00"), price="60.00")
    Shopper().puts(wine).pays(sandbox.card(), **ACCOUNT)
    guest = Shopper().puts(wine)
    shown = str(Order.objects.get().total.minor)
    assert guest.pays(sandbox.card(), shown_total=shown, **ACCOUNT).result == "failure"
    guest.logs_in("jane@example.com", PASSWORD)
    answer = guest.pays(sandbox.card(), shown_total=shown)
    assert "Nothing was charged" in answer.messages
    assert Order.objects.count() == 1


def test_a_guests_cart_that_a_customer_brings_is_that_customers_before_it_is_priced(sandbox: Sandbox) -> None:
    """A cart's cookie may come from another browser. It belongs to whoever is logged in, with what they had before."""
    wine = make_box_wine(make_plan(trial_boxes=1, trial_price="19.00"), price="60.00")
    customer, guest = Shopper().puts(wine), Shopper().puts(wine)
    customer.pays(sandbox.card(), **ACCOUNT)
    customer.client.cookies[COOKIE] = guest.client.cookies[COOKIE].value
    page = customer.client.get("/cart/", headers={"Accept": "application/json"}).json()
    assert "$60.00" in str(page)
    assert "$19.00" not in str(page)
    assert page["contents"]["lines"][0]["recurring"].startswith("You have had the trial of this subscription. Then")
    assert customer.pays(sandbox.card()).result == "success"
    assert subtotals() == ["$19.00", "$60.00"]


def test_a_cart_of_nobody_gets_a_customer_no_second_trial() -> None:
    """Whoever buys is asked about, not whose cart it is."""
    wine = make_box_wine(make_plan(trial_boxes=1, trial_price="19.00"), price="60.00")
    user = make_subscription(wine).user
    quoted = quote_cart(make_cart((wine, 1)), now=timezone.now())
    with pytest.raises(Refusal, match="once to each customer"), transaction.atomic():
        _refuse_second_trial(quoted, user)


def test_two_carts_at_once_get_one_trial(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    wine = make_box_wine(make_plan(trial_boxes=1, trial_price="19.00"), price="60.00")
    shopper = Shopper().puts(make_product())
    shopper.pays(sandbox.card(), **ACCOUNT)
    shopper.puts(wine)

    def meanwhile(quoted: QuotedCart, form: CheckoutForm, now: datetime) -> None:
        make_subscription(wine, user=User.objects.get(email="jane@example.com"))
        _refuse_unsellable(quoted, form, now)

    monkeypatch.setattr("vintner.checkout.place_order._refuse_unsellable", meanwhile)
    assert TRIAL_IS_OVER in shopper.pays(sandbox.card()).messages
    assert subtotals() == ["$20.00"]


def test_an_old_unpaid_order_does_not_give_a_second_trial_to_whoever_pays_it(sandbox: Sandbox) -> None:
    wine = make_box_wine(make_plan(trial_boxes=1, trial_price="19.00"), price="60.00")
    shopper = Shopper().puts(wine)
    shopper.pays(sandbox.card(DECLINED), **ACCOUNT)
    user, order = User.objects.get(email="jane@example.com"), Order.objects.get()
    given = PaymentInput(sandbox.card(DECLINED), page=Payment.Page.ORDER)
    start_payment(pay_again(order.pk, given, timezone.now(), payer=user).pk)
    make_subscription(wine, user=user)
    for payer in (user, None):
        with pytest.raises(Refusal, match="by another order since"):
            pay_again(order.pk, given, timezone.now(), payer=payer)
