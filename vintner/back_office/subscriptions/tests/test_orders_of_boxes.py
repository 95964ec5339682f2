"""Orders of boxes lead to their subscriptions, and tell truly who placed and paid them."""

import pytest
from django.test import Client
from django.urls import reverse

from vintner.back_office.subscriptions.tests.manager import find_page
from vintner.back_office.subscriptions.tests.manager import manager as manager
from vintner.orders.models import Order
from vintner.renewals.tests.subscriber import subscribe
from vintner.subscriptions.rules import BoxState
from vintner.testing.sandbox import DECLINED, VISA, Sandbox

pytestmark = [pytest.mark.usefixtures("store"), pytest.mark.sweep]


def test_an_order_of_a_box_leads_to_its_subscription_and_was_charged_automatically(
    sandbox: Sandbox, manager: Client
) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(DECLINED)
    assert subscriber.is_charged().state == BoxState.RETRYING
    subscriber.turns_card(VISA)
    box = subscriber.is_charged()
    order, first = subscriber.order_of(box), subscriber.box_number(1).order
    page = manager.get(reverse("admin:orders_order_change", args=[order.pk])).content.decode()
    assert f'<a href="{find_page(subscriber.subscription)}">Box 2 of subscription {subscriber.number}</a>' in page
    assert page.count("charged automatically") == 2
    assert "By the store itself, for a box of a subscription." in page
    for untrue in ("legal age", "unknown address", "The shopper tries", "the customer</p>"):
        assert untrue not in page
    assert first is not None
    page = manager.get(reverse("admin:orders_order_change", args=[first.pk])).content.decode()
    assert f"Box 1 of subscription {subscriber.number}" in page
    assert "legal age" in page
    assert "charged automatically" not in page


def test_the_list_of_orders_marks_boxes_and_finds_an_order_as_pages_name_it(sandbox: Sandbox, manager: Client) -> None:
    subscription = subscribe(sandbox).subscription
    number = subscription.first_order_id
    for searched in ("", f"Order {number}", f"order #{number}", f"#{number}"):
        page = manager.get(reverse("admin:orders_order_changelist"), {"q": searched}).content.decode()
        assert f"Box 1, subscription {subscription.pk}" in page
    # A part of its street is found as a text, and is the number of another order.
    street = str(subscription.billing["address_1"]).partition(" ")[0]
    assert street.isdecimal()
    Order.objects.update(billing={**subscription.billing, "address_1": f"98765{street}"})
    for searched, is_found in ((f"98765{street}", True), (f"order 98765{street}", False)):
        page = manager.get(reverse("admin:orders_order_changelist"), {"q": searched}).content.decode()
        assert ("Box 1, subscription" in page) == is_found


def test_a_customer_s_page_leads_to_subscriptions_and_orders(sandbox: Sandbox, manager: Client) -> None:
    subscription = subscribe(sandbox).subscription
    page = manager.get(reverse("admin:customers_user_change", args=[subscription.user_id])).content.decode()
    assert f'<a href="{find_page(subscription)}">Subscription {subscription.pk}</a>' in page
    assert '">1 order</a>' in page
    [link] = [part.split('"')[0] for part in page.split('href="') if part.startswith("/admin/orders/order/?q=")]
    assert f"/admin/orders/order/{subscription.first_order_id}/" in manager.get(link).content.decode()
