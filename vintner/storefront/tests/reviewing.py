"""A shopper who writes a review, and what came before: an approved one, an order."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.test import Client

from vintner.catalogue.models import Product, Review
from vintner.catalogue.reviews import reviews
from vintner.customers.models import User
from vintner.money import Money
from vintner.orders.emails import mailed_link
from vintner.orders.models import Email, Order, OrderLine
from vintner.testing.builders import make_product

FIELDS = {"author": "Ana Reis", "email": "Ana@Example.com", "comment": "Better on the second day.", "rating": "4"}
JSON = {"accept": "application/json"}
Props = dict[str, Any]


@pytest.fixture(autouse=True)
def rested() -> Iterator[None]:
    """Nobody has written in the last hour."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def wine() -> Product:
    return make_product(name="Alder Ridge")


def known(client: Client, email: str = "ana@example.com") -> None:
    """Let the author be known: an earlier review of the address was approved, and a link mailed to it was opened."""
    approved(email)
    order = Order.objects.create(email=email, status="completed", billing={})
    mailed_link.send(order.number, email)
    url = re.search(r"https?://\S+", Email.objects.get(order=order, kind="link").text)
    assert url
    client.get(urlsplit(url[0]).path)


def approved(email: str, user: User | None = None) -> None:
    earlier = Review.objects.create(product=make_product(), user=user, author="Ana", email=email, text="Fine.")
    reviews.set_status([earlier], Review.Status.APPROVED)


def send(client: Client, wine: Product, status: int = 200, **other: str) -> Props:
    """Post the form as the page's script does."""
    response = client.post(f"{wine.get_absolute_url()}reviews/", FIELDS | other, headers=JSON)
    assert response.status_code == status, response.content
    answer: Props = response.json()
    return answer


def refused(client: Client, wine: Product, **other: str) -> list[tuple[str, str]]:
    """Post what is refused; return fields and texts."""
    answer = send(client, wine, 422, **other)
    return [(problem["field"], problem["text"]) for problem in answer["problems"]]


def page(client: Client, address: str, status: int = 200) -> Props:
    """Return the reviews that a page shows."""
    response = client.get(address, headers=JSON)
    assert response.status_code == status
    return response.json().get("reviews") or {}


def bought(wine: Product, email: str, user: User | None = None, status: str = "completed") -> None:
    order = Order.objects.create(email=email, user=user, status=status, billing={})
    amount = Money(1000)
    OrderLine.objects.create(
        order=order, product_id=wine.pk, name=wine.name, quantity=1, regular_unit_price=amount, subtotal=amount
    )
