"""Rows that were written before texts were read are opened and saved like any others."""

import pytest
from django.test import Client

from vintner.catalogue.models import Product
from vintner.order_edits.tests.edit_form import change_order, choose_bottles
from vintner.orders.emails.emails import EmailKind
from vintner.orders.emails.order_texts import render_order_email
from vintner.orders.models import Order
from vintner.subscriptions.area.address_views import UNCHANGED
from vintner.subscriptions.models import Subscription
from vintner.testing.builders import make_product, make_subscription
from vintner.testing.html_forms import read_form
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")


def test_a_wine_with_odd_stored_text_is_saved(staff: Client) -> None:
    wine = make_product(sku="RED\u20137", name="Jose\u0301")
    Product.objects.update(description="12\u00a0%\x0b \u200bdry")
    path = f"/admin/catalogue/product/{wine.pk}/change/"
    fields = read_form(staff.get(path).content.decode(), "product_form")
    answer = staff.post(path, fields | {"short_description": ["New"]})
    assert answer.status_code == 302, answer.content.decode()
    kept = Product.objects.get()
    assert (kept.sku, kept.name, kept.description, kept.short_description) == ("RED-7", "Jos\u00e9", "12 %  dry", "New")


def test_a_phone_number_of_before_is_no_change_of_the_address(staff: Client, provider: ProviderDouble) -> None:
    wine = make_product(stock=9)
    Shopper().puts(wine).pays(DECLINED)
    order = only_order()
    of_before = {**order.billing, "phone": "(415) 555-0132"}
    Order.objects.update(billing=of_before, shipping=of_before)
    change_order(staff, **choose_bottles(wine, 2))
    note = order.events.latest("pk").note
    assert ("Sent to" in note, "1 \u2192 2" in note) == (False, True)


def test_a_subscription_that_keeps_its_address_is_not_changed(client: Client) -> None:
    subscription = make_subscription()
    assert subscription.user is not None
    Subscription.objects.update(shipping={**subscription.shipping, "phone": "(415) 555-0132"})
    client.force_login(subscription.user)
    path = f"/my-source/view-subscription/{subscription.pk}/address/"
    page = client.get(path, headers={"Accept": "application/json"}).json()
    fields = {f"shipping_{name}": text for name, text in subscription.shipping.items()}
    sent = {"csrfmiddlewaretoken": page["csrf_token"], "kind": page["kind"], **fields}
    answer = client.post(path, {**sent, "shipping_phone": "415-555-0132"}, follow=True)
    assert UNCHANGED in answer.content.decode()


def test_staff_calls_a_number_with_its_extension(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(billing_phone="(415) 555-0132 x725")
    page = staff.get(f"/admin/orders/order/{only_order().pk}/change/").content.decode()
    assert '<a href="tel:+14155550132;ext=725">+1 415-555-0132 ext. 725</a>' in page


def test_staff_sees_the_number_of_whoever_the_parcel_goes_to(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(billing_phone="(415) 555-0132")
    order = only_order()
    page = f"/admin/orders/order/{order.pk}/change/"
    Order.objects.update(shipping={**order.billing, "phone": "+1 415-555-0199"})
    assert '<a href="tel:+14155550199">+1 415-555-0199</a>' in staff.get(page).content.decode()
    Order.objects.update(shipping=order.billing)
    assert staff.get(page).content.decode().count("tel:") == 1


def test_the_merchants_email_has_the_number_of_a_wallets_contact(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    order = only_order()
    bill = order.billing
    for payer, words in (
        ("", "Phone: +1 415-555-0199\n"),
        ("+1 415-555-0132", "+1 415-555-0132; recipient +1 415-555-0199\n"),
    ):
        order.billing, order.shipping = {**bill, "phone": payer}, {**bill, "phone": "+1 415-555-0199"}
        assert words in render_order_email(order, EmailKind.NEW_ORDER, "New order", {}).text
    order.billing = order.shipping
    assert "recipient" not in render_order_email(order, EmailKind.NEW_ORDER, "New order", {}).text
