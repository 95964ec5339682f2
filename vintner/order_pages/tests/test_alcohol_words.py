"""Only an order with alcohol says that an adult has to take it."""

import io
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from vintner.catalogue.models import Product
from vintner.orders.documents.documents import packing_slip
from vintner.orders.emails import emails
from vintner.orders.emails.emails import EmailKind
from vintner.orders.models import Email, Order
from vintner.orders.ownership import link
from vintner.testing.builders import make_product, only_variation
from vintner.testing.provider import GOOD
from vintner.testing.shopper import Shopper, only_order
from vintner.testing.written_emails import write_all_emails

pytestmark = [pytest.mark.usefixtures("store", "provider"), pytest.mark.django_db]


def place(*products: Product) -> Order:
    shopper = Shopper()
    for product in products:
        shopper.client.post(reverse("cart_add"), {"add-to-cart": product.pk})
    shopper.pays(GOOD)
    return only_order()


def read_words(order: Order) -> dict[str, str]:
    """Return all that the customer and the carrier read."""
    page = Client().get(link("order_received", order), headers={"Accept": "application/json"}).json()
    assert all(page["next_steps"]), "no empty sentence"
    emails.queue(order, EmailKind.PROCESSING, about="again")
    emails.queue(order, EmailKind.COMPLETED)
    write_all_emails()
    slip = PdfReader(io.BytesIO(packing_slip(order)))
    found = {"page": f"{page['next_steps']} {page['pickup']}", "slip": slip.pages[0].extract_text()}
    for kind in (EmailKind.PROCESSING, EmailKind.COMPLETED):
        email = Email.objects.filter(kind=kind).latest("pk")
        found |= {f"{kind} text": email.text, f"{kind} html": email.html}
    return {name: " ".join(text.split()) for name, text in found.items()}


@pytest.mark.parametrize(
    ("alcoholic", "is_asked"),
    [([True], True), ([False], False), ([False, True], True)],
    ids=["wine", "glasses", "both"],
)
@pytest.mark.parametrize("way", ["parcel", "held", "picked up"])
def test_an_adult_is_asked_for_where_there_is_alcohol(alcoholic: list[bool], way: str, *, is_asked: bool) -> None:
    order = place(*[make_product(alcoholic=each) for each in alcoholic])
    if way == "held":
        order.hold_kind, order.ship_not_before = "heat", timezone.localdate() + timedelta(days=9)
    if way == "picked up":
        order.shipping_rate = "local_pickup:1"
    order.save()
    words = read_words(order)
    if way == "held":
        words = {name: text for name, text in words.items() if not name.startswith("completed")}
    assert {name: "adult" in text.lower() for name, text in words.items()} == dict.fromkeys(words, is_asked)


def test_what_is_no_longer_sold_counts_as_wine() -> None:
    product = make_product()
    order = place(product)
    asked = [order.needs_adult]
    Product.objects.update(alcoholic=False)
    asked.append(order.needs_adult)
    only_variation(product).delete()
    asked.append(order.needs_adult)
    assert asked == [True, False, True]
