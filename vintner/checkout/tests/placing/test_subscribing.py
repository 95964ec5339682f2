"""What the checkouts ask of a subscriber, and a subscription whose first box costs nothing."""

from decimal import Decimal
from importlib import import_module
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from vintner.checkout.subscribing import TERMS_CHANGED
from vintner.customers.models import User
from vintner.money import Money
from vintner.orders.invariants import audit
from vintner.orders.models import Order
from vintner.payments.models import CardSetup, Payment, SavedMethod
from vintner.pricing.models import Coupon
from vintner.shipping.models import Destination, Method, Sent
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.recurring import NO_METHOD, subscription_words
from vintner.subscriptions.rules import SubscriptionStatus
from vintner.subscriptions.words import CHARGES_NOT_AGREED, MANUAL_RENEWAL
from vintner.testing.builders import make_box_wine, make_plan, make_product, make_user
from vintner.testing.sandbox import DECLINED, THREE_D_SECURE, Sandbox
from vintner.testing.shopper import Shopper, only_order
from vintner.testing.written_emails import written_email

pytestmark = pytest.mark.usefixtures("store")
ACCOUNT = {"createaccount": "1", "account_password": "violet tractor seven moons"}
FREE = {"shown_total": "0", **ACCOUNT}
CHECKOUTS = ("/checkout/classic/", "/checkout/block/")


def page_of(shopper: Shopper, path: str = CHECKOUTS[0]) -> dict[str, Any]:
    found: dict[str, Any] = shopper.client.get(path, headers={"Accept": "application/json"}).json()
    return found


def receipt_of(shopper: Shopper, redirect: str) -> dict[str, Any]:
    return page_of(shopper, redirect.removeprefix("http://testserver"))


@pytest.mark.parametrize("path", CHECKOUTS)
def test_the_page_asks_for_an_account_and_keeps_the_card(path: str, settings: Settings) -> None:
    settings.PAYMENT_TYPES = ("card", "klarna")
    page = page_of(Shopper().puts(make_box_wine()), path)
    assert page["account"]["wanted"]
    assert "needs an account" in page["account"]["needed"]
    assert page["payment"]["keeps"]
    assert [each["renewal_note"] for each in page["payment"]["methods"]] == ["", MANUAL_RENEWAL]
    provider = page["provider"]
    assert provider["cartContainsSubscription"]
    assert not provider["subscriptionRequiresManualRenewal"]
    assert not provider["isChangingPayment"]
    assert page["express"] is None


def test_a_method_that_cannot_be_kept_is_renewed_by_hand(settings: Settings) -> None:
    settings.PAYMENT_TYPES = ("klarna",)
    assert page_of(Shopper().puts(make_box_wine()))["provider"]["subscriptionRequiresManualRenewal"]


def test_wine_that_is_sold_once_asks_for_nothing_of_it() -> None:
    page = page_of(Shopper().puts(make_product()))
    assert page["account"] == {**page["account"], "wanted": False, "needed": ""}
    assert (page["payment"]["keeps"], page["payment"]["agreements"], page["payment"]["agreed"]) == (False, [], "")
    assert not page["provider"]["cartContainsSubscription"]


def test_what_is_agreed_to_is_what_was_shown(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_box_wine(make_plan(least_boxes=3)))
    page = page_of(shopper)
    payment, label = page["payment"], page["review"]["charges_label"]
    shopper.pays(sandbox.card(), subscription_terms=payment["agreed"], **ACCOUNT)
    (agreement,) = payment["agreements"]
    assert Subscription.objects.get().consent.words == "\n".join((*agreement["sentences"], label))
    assert label.startswith("I agree that Vintner charges my payment method $60.00 plus delivery and tax every month")


@pytest.mark.parametrize("path", CHECKOUTS)
def test_later_charges_are_agreed_to_by_a_box_of_their_own(path: str) -> None:
    page = page_of(Shopper().puts(make_box_wine()), path)
    [box] = [each for each in page["consents"] if each["name"] == "subscription_charges"]
    assert box["label"] == page["review"]["charges_label"] != ""
    assert (box["ticked"], box["missing"]) == (False, CHARGES_NOT_AGREED)


@pytest.mark.parametrize("ticked", ["", "0", "false", "no", "-1"])
def test_nothing_is_ordered_without_that_box(sandbox: Sandbox, ticked: str) -> None:
    shopper = Shopper().puts(make_box_wine())
    answer = shopper.pays(sandbox.card(), subscription_charges=ticked, **ACCOUNT)
    assert answer.result == "failure"
    assert f'<li data-id="subscription_charges">{CHARGES_NOT_AGREED}</li>' in answer.messages
    assert not Order.objects.exists()
    assert not User.objects.filter(email="jane@example.com").exists()


def test_two_subscriptions_say_which_charges_are_whose() -> None:
    first, second = make_box_wine(price="60.00"), make_box_wine(price="80.00")
    label = page_of(Shopper().puts(first).puts(second))["review"]["charges_label"]
    assert [line.partition(": I agree that")[0] for line in label.split("\n")] == [first.name, second.name]


def test_a_plan_of_one_box_has_no_later_charges(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_box_wine(make_plan(most_boxes=1)))
    assert page_of(shopper)["review"]["charges_label"] == ""
    assert shopper.pays(sandbox.card(), subscription_charges="", **ACCOUNT).result == "success"


def test_other_terms_than_those_that_were_shown_are_refused(sandbox: Sandbox) -> None:
    plan = make_plan()
    shopper = Shopper().puts(make_box_wine(plan))
    shown = page_of(shopper)["payment"]["agreed"]
    plan.least_boxes = 6
    plan.save()
    answer = shopper.pays(sandbox.card(), subscription_terms=shown, **ACCOUNT)
    assert TERMS_CHANGED in answer.messages
    assert answer.refresh
    assert not Order.objects.exists()


def test_whoever_has_an_account_is_only_told_to_log_in(sandbox: Sandbox) -> None:
    make_user(email="jane@example.com")
    told = Shopper().puts(make_box_wine()).pays(sandbox.card(), **ACCOUNT).messages
    assert "Please log in." in told
    assert "without a new account" not in told
    assert "without a new account" in Shopper().puts(make_product()).pays(sandbox.card(), **ACCOUNT).messages


def test_the_ledger_counts_the_bottles_of_each_box(sandbox: Sandbox) -> None:
    wine = make_box_wine(make_plan(bottles=6))
    Shopper().puts(wine, 2).puts(make_product(), 1).pays(sandbox.card(), **ACCOUNT)
    assert sorted(Sent.objects.values_list("bottles", flat=True)) == [1, 12]
    assert audit() == []


def test_a_ledger_that_counts_units_in_place_of_bottles_is_found(sandbox: Sandbox) -> None:
    Shopper().puts(make_box_wine(make_plan(bottles=6)), 2).pays(sandbox.card(), **ACCOUNT)
    Sent.objects.update(bottles=2)
    assert [found.invariant.name for found in audit()] == ["wine ledger"]


def test_orders_of_before_get_the_bottles_that_were_agreed(sandbox: Sandbox) -> None:
    Shopper().puts(make_box_wine(make_plan(bottles=6)), 2).puts(make_product(), 1).pays(sandbox.card(), **ACCOUNT)
    migration = import_module("vintner.subscriptions.migrations.0008_bottles_of_order_lines")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; ALTER TABLE orders_orderline DISABLE TRIGGER USER")
        cursor.execute("UPDATE orders_orderline SET bottles_each = 1")
        cursor.execute("ALTER TABLE orders_orderline ENABLE TRIGGER USER")
        cursor.execute(migration.COPY_BOTTLES)
    assert sorted(line.bottles for line in only_order().lines.all()) == [1, 12]
    assert audit() == []
    with pytest.raises(IntegrityError, match="does not change"), transaction.atomic():
        only_order().lines.update(bottles_each=1)


def test_a_box_with_more_bottles_than_a_person_may_be_sent_is_refused(sandbox: Sandbox) -> None:
    Destination.objects.filter(state="CA").update(most_bottles=11)
    answer = Shopper().puts(make_box_wine(make_plan(bottles=6)), 2).pays(sandbox.card(), **ACCOUNT)
    assert answer.result == "failure"
    assert not Order.objects.exists()


def test_the_e_mail_says_what_recurs(sandbox: Sandbox) -> None:
    Shopper().puts(make_box_wine(price="60.00")).pays(sandbox.card(), **ACCOUNT)
    # The job may write it late: what was agreed to is stored with it.
    Subscription.objects.update(status=SubscriptionStatus.CANCELLED, ended_at=timezone.now())
    email = written_email(kind="processing")
    assert "Then $75.08 every month, first on " in email.text
    assert "Then $75.08 every month, first on " in email.html
    assert NO_METHOD not in email.text


def add_coupon(shopper: Shopper, code: str) -> str:
    answer = shopper.client.post("/?wc-ajax=apply_coupon", {"coupon_code": code, "security": shopper.token()})
    return answer.content.decode()


def pick_up(shopper: Shopper) -> Shopper:
    rate = f"local_pickup:{Method.objects.get(kind='local_pickup').pk}"
    place = {"country": "US", "state": "CA", "postcode": "94110", "city": "San Francisco"}
    shopper.call("update_order_review", security=shopper.token(), **{"shipping_method[0]": rate}, **place)
    return shopper


def free_box() -> Shopper:
    return pick_up(Shopper().puts(make_box_wine(make_plan(trial_boxes=1, trial_price="0.00"), price="60.00")))


def test_a_free_box_asks_for_a_card_all_the_same() -> None:
    payment = page_of(free_box())["payment"]
    assert (payment["amount"], [each["type"] for each in payment["methods"]]) == (0, ["card"])
    assert payment["methods"][0]["button"] == "Place order"


def test_a_free_box_is_placed_and_its_card_kept_for_the_next(sandbox: Sandbox) -> None:
    answer = free_box().pays(sandbox.card(), **FREE)
    assert answer.result == "success"
    assert "order-received" in answer.redirect
    order, subscription = only_order(), Subscription.objects.get()
    assert (order.status, order.total.minor, Payment.objects.count()) == ("processing", 0, 0)
    assert subscription.status == SubscriptionStatus.ACTIVE
    assert subscription.method == SavedMethod.objects.get()
    assert CardSetup.objects.get().order == order


def test_the_bank_may_ask_before_the_card_of_a_free_box_is_kept(sandbox: Sandbox) -> None:
    shopper = free_box()
    answer = shopper.pays(sandbox.card(THREE_D_SECURE), **FREE)
    order = only_order()
    assert answer.redirect.startswith(f"#wc-stripe-confirm-si:{order.pk}:seti_")
    assert order.status == "processing"
    assert Subscription.objects.get().method is None
    setup = CardSetup.objects.get()
    sandbox.answer_setup(str(setup.intent_id))
    confirmed = shopper.confirms(order.pk, str(setup.intent_id), token=answer.redirect.split(":")[3])
    assert f"/order-received/{order.pk}/" in str(confirmed["data"])
    assert Subscription.objects.get().method == SavedMethod.objects.get()


@pytest.mark.parametrize(
    "fields",
    [
        {"wc-stripe-payment-method": ""},
        {"payment_method": ""},
        {"payment_method": "stripe_us_bank_account", "wc-stripe-payment-method": "pm_bank"},
    ],
)
def test_a_free_box_without_a_card_is_refused_at_the_method(fields: dict[str, str], settings: Settings) -> None:
    settings.PAYMENT_TYPES = ("card", "us_bank_account")
    answer = free_box().pays(**{**FREE, **fields})
    assert answer.result == "failure"
    assert '<li data-id="payment_method">' in answer.messages
    assert not Order.objects.exists()


def test_a_free_box_needs_no_card_where_the_store_takes_none(settings: Settings) -> None:
    settings.PAYMENT_TYPES = ("klarna",)
    answer = free_box().pays(payment_method="", **{"wc-stripe-payment-method": ""}, **FREE)
    assert answer.result == "success", answer
    assert Subscription.objects.get().method is None


@pytest.mark.parametrize("card", [DECLINED, THREE_D_SECURE])
def test_a_free_box_whose_card_cannot_be_kept_stands(card: str, sandbox: Sandbox) -> None:
    shopper = free_box()
    answer = shopper.pays(sandbox.card(card), **FREE)
    redirect = answer.redirect
    if card == THREE_D_SECURE:
        setup = CardSetup.objects.get()
        sandbox.answer_setup(str(setup.intent_id), "fail")
        told = shopper.confirms(only_order().pk, str(setup.intent_id), token=redirect.split(":")[3])
        redirect = told["data"]["return_url"]  # type: ignore[index]
    subscription = Subscription.objects.get()
    assert (subscription.status, subscription.method) == (SubscriptionStatus.ACTIVE, None)
    assert NO_METHOD in [each["text"] for each in receipt_of(shopper, redirect)["recurring"]]


def test_a_free_box_that_is_sent_twice_is_one_order_and_one_card(sandbox: Sandbox) -> None:
    shopper, card = free_box(), sandbox.card()
    token = shopper.token()
    shopper.pays(card, token=token, **FREE)
    token = str(page_of(shopper, "/cart/")["csrf_token"])
    again = shopper.pays(card, token=token, shown_total="0")
    assert "order-received" in again.redirect
    assert (Order.objects.count(), CardSetup.objects.count(), SavedMethod.objects.count()) == (1, 1, 1)


def test_a_coupon_of_100_per_cent_pays_for_the_first_box_alone(sandbox: Sandbox) -> None:
    Coupon.objects.create(code="gift", kind="percent", amount=Decimal(100))
    shopper = Shopper().puts(make_box_wine(price="60.00"))
    add_coupon(shopper, "gift")
    pick_up(shopper).pays(sandbox.card(), **FREE)
    subscription = Subscription.objects.get()
    assert (subscription.price.text, subscription.coupon_code) == ("$60.00", "")
    assert subscription.method is not None


@pytest.mark.parametrize(("kind", "amount", "price"), [("percent", "10", "$54.00"), ("fixed_product", "7.5", "$52.50")])
def test_a_recurring_coupon_is_part_of_what_was_agreed(kind: str, amount: str, price: str, sandbox: Sandbox) -> None:
    Coupon.objects.create(code="loyal", kind=kind, amount=Decimal(amount), recurring="every_box")
    shopper = Shopper().puts(make_box_wine(price="60.00"), 2).puts(make_product(price="20.00"))
    add_coupon(shopper, "loyal")
    page = page_of(shopper)
    assert any("loyal" in text for text in page["payment"]["agreements"][0]["sentences"])
    assert shopper.pays(sandbox.card(), **ACCOUNT).result == "success"
    subscription = Subscription.objects.get()
    assert (subscription.price.text, subscription.full_price.text) == (price, "$60.00")
    assert subscription.coupon_code == "loyal"
    assert only_order().discount == (subscription.full_price - subscription.price) * 2  # none of the other wine
    assert subscription_words(only_order(), subscription.created_at)


def test_other_wines_do_not_make_up_the_minimum_of_a_recurring_coupon() -> None:
    Coupon.objects.create(code="loyal", kind="percent", amount=Decimal(10), recurring="every_box", minimum=Money(6001))
    Coupon.objects.create(code="once", kind="percent", amount=Decimal(10), minimum=Money(6001))
    shopper = Shopper().puts(make_box_wine(price="60.00")).puts(make_product(price="20.00"))
    assert "is for subscriptions from $60.01 on" in add_coupon(shopper, "loyal")
    assert "is for" not in add_coupon(shopper, "once")
    Coupon.objects.filter(code="loyal").update(minimum=6000, maximum=6000)
    assert "is for" not in add_coupon(shopper, "loyal")


def test_a_recurring_coupon_needs_a_subscription() -> None:
    Coupon.objects.create(code="loyal", kind="percent", amount=Decimal(10), recurring="every_box")
    shopper = Shopper().puts(make_product())
    assert "is for subscriptions" in add_coupon(shopper, "loyal")
