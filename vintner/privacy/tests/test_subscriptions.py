"""Subscriptions of a closed account end, of an erased one they name nobody, and the archive holds them."""

import json
from typing import Any, cast

import pytest
from django.db import transaction
from django.utils import timezone

from vintner.cart.models import Cart
from vintner.customers.models import User
from vintner.money import Money
from vintner.orders.erase_orders import ERASED_TEXT
from vintner.orders.models import Email, Order
from vintner.orders.rules import Status
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.models import Payment
from vintner.privacy.archive import render_page
from vintner.privacy.closing import close_account, keep_account, list_obstacles
from vintner.privacy.collect import collect
from vintner.privacy.models import Erasure
from vintner.privacy.tests.customer import dump, erase_now, find_planted
from vintner.refusal import Refusal
from vintner.renewals.announcements import announce_due_boxes
from vintner.renewals.box_carts import fill_cart, lock_cart
from vintner.renewals.jobs import keep_dates
from vintner.shipping.regions import Address
from vintner.subscriptions.changes.change_emails import queue_address_email
from vintner.subscriptions.links import manage_url
from vintner.subscriptions.models import Box, Subscription, SubscriptionConsent
from vintner.subscriptions.rules import NOTICE_AHEAD, OPEN_BOXES, BoxState, SubscriptionStatus
from vintner.testing.builders import make_subscription, make_user
from vintner.testing.provider import GOOD

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("store")]
HOME = Address(
    first_name="Zeldaxine",
    last_name="Quibbletree",
    country="US",
    address_1="12 Frobnicate Lane",
    city="Snorkelville",
    state="CA",
    postcode="94199",
)


@pytest.fixture
def subscription(zelda: User) -> Subscription:
    opened = make_subscription(user=zelda)
    Order.objects.update(status=Status.COMPLETED)
    Subscription.objects.update(billing=HOME.stored(), shipping=HOME.stored())
    SubscriptionConsent.objects.update(sent_from="198.51.100.7")
    opened.refresh_from_db()
    queue_address_email(opened)
    return opened


def test_closing_ends_them_and_nothing_is_charged_afterwards(zelda: User, subscription: Subscription) -> None:
    erasure = close_account(zelda, timezone.now())
    subscription.refresh_from_db()
    assert subscription.status == SubscriptionStatus.CANCELLED
    assert not Box.objects.filter(state__in=[each.value for each in OPEN_BOXES]).exists()
    assert keep_account(erasure.pk, timezone.now())
    subscription.refresh_from_db()
    assert subscription.status == SubscriptionStatus.CANCELLED


@pytest.mark.parametrize("is_first", [True, False])
def test_what_closing_leaves_unpaid_cannot_be_paid_and_is_cancelled(
    zelda: User, subscription: Subscription, is_first: bool
) -> None:
    """The links of its e-mails go on for anybody who holds them, and an order that opens nothing must take no money."""
    box = subscription.boxes.get(number=2)
    order = Order.objects.create(
        user=zelda,
        email=zelda.email,
        billing=HOME.stored(),
        shipping=HOME.stored(),
        cart_id=box.cart_id,
        status=Status.FAILED,
        subtotal=Money(6000),
        total=Money(6000),
    )
    if is_first:
        Box.objects.all().delete()
        Subscription.objects.update(status=SubscriptionStatus.PENDING, started_at=None, first_order=order)
    else:
        Box.objects.filter(pk=box.pk).update(state=BoxState.ACTION, order=order)
    close_account(zelda, timezone.now())
    with pytest.raises(Refusal, match="has ended"):
        pay_again(order.pk, PaymentInput(GOOD, page=Payment.Page.ORDER), timezone.now())
    keep_dates(0)
    order.refresh_from_db()
    assert order.status == Status.CANCELLED


def test_an_account_is_not_closed_while_a_box_is_being_charged(zelda: User, subscription: Subscription) -> None:
    Box.objects.filter(number=2).update(state=BoxState.CHARGING)
    zelda.refresh_from_db()
    assert list_obstacles(zelda) == (f"A box of subscription {subscription.pk} is being charged.",)
    with pytest.raises(Refusal, match="is being charged"):
        close_account(zelda, timezone.now())
    assert not Erasure.objects.exists()


def test_an_erased_one_names_nobody(zelda: User, subscription: Subscription) -> None:
    assert find_planted(dump())
    close_account(zelda, timezone.now())
    assert erase_now(Erasure.objects.get())
    assert find_planted(dump()) == []
    subscription.refresh_from_db()
    assert (subscription.user, subscription.email, subscription.shipping["postcode"]) == (None, "", "941")
    assert subscription.consent.sent_from == ""
    assert subscription.consent.words == "I agree."


def test_what_was_mailed_to_an_address_typed_at_the_checkout_is_erased(zelda: User, subscription: Subscription) -> None:
    typed = "quibbletree.gifts@example.net"
    Subscription.objects.update(email=typed)
    subscription.refresh_from_db()
    queue_address_email(subscription)
    box = subscription.boxes.get(number=2)
    announce_due_boxes(box.due_at - NOTICE_AHEAD)
    with transaction.atomic():
        fill_cart(lock_cart(box), subscription, box)
    Subscription.objects.update(email=zelda.email)  # what was mailed before is theirs, too
    neighbour = make_subscription(user=make_user(typed))
    queue_address_email(neighbour)
    close_account(zelda, timezone.now())
    assert erase_now(Erasure.objects.get())
    assert not Email.objects.filter(to=typed).exclude(text__contains=manage_url(neighbour)).exists()
    assert Email.objects.get(to=typed).text != ERASED_TEXT
    assert not Cart.objects.filter(email=typed).exists()
    assert not subscription.notices.exclude(to="").exists()


def test_the_archive_has_boxes_agreement_and_notices(zelda: User, subscription: Subscription) -> None:
    known = collect(zelda)
    [entry] = cast("list[dict[str, Any]]", known["subscriptions"])
    assert entry["shipping"]["address_1"] == "12 Frobnicate Lane"
    assert [box["number"] for box in entry["boxes"]] == [1, 2]
    assert entry["agreed_to"]["internet_address"] == "198.51.100.7"
    assert entry["notices"][0]["subject"] == f"New address for your subscription {subscription.pk}"
    assert "Subscriptions" in render_page(known, timezone.now())
    assert json.dumps(entry, default=str)
