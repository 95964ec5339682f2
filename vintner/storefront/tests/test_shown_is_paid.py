"""Whatever promotions run: the price that is shown is the price in the cart, to the cent."""

import os
import re
from decimal import Decimal
from random import Random
from typing import Any
from uuid import UUID
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from vintner.cart import carts
from vintner.cart.middleware import COOKIE
from vintner.cart.models import Cart
from vintner.catalogue.models import Product, Variation
from vintner.pricing.choices import ConditionKind, CountingChoices, MeasureChoices, PromotionKind
from vintner.pricing.models import Condition, Policy, Promotion, Tier
from vintner.pricing.rules.promotions import Pick
from vintner.storefront.tests.promoted import SALE_PRICE, SKU, read_props, read_structured_data
from vintner.testing.builders import make_cart, make_product, make_variable_product
from vintner.web.answers import SECTIONS

pytestmark = pytest.mark.django_db
CASES = int(os.environ.get("SHOWN_PRICES", "60"))
"""So many wines are compared, each in a cart of its own; SHOWN_PRICES=1000 for the bar."""
WINES = 6
KINDS = (PromotionKind.SIMPLE, PromotionKind.BULK, PromotionKind.SET, PromotionKind.SAME, PromotionKind.CART)
CALLS = "/wp-admin/admin-ajax.php"


def amount(random: Random, most: int = 9_000) -> str:
    return f"{Decimal(random.randint(100, most)) / 100:.2f}"


def wines(random: Random) -> list[Product]:
    made = [
        make_product(price=amount(random), sale_price=random.choice((None, "0.99")), stock=None)
        for _ in range(WINES - 1)
    ]
    return [*made, make_variable_product(prices={"2019": amount(random), "2020": amount(random)}, stock=None)]


def promote(random: Random, made: list[Product]) -> None:
    promotion = Promotion.objects.create(
        title="Drawn",
        kind=random.choice(KINDS),
        counting=random.choice(CountingChoices.values),
        as_discount=random.random() < 0.2,
        exclusive=random.random() < 0.2,
    )
    promotion.products.set(random.sample(made, random.randint(0, len(made))))
    Tier.objects.create(
        promotion=promotion,
        at_least=random.choice((1, 2, 3)),
        measure=random.choice((MeasureChoices.PERCENT, MeasureChoices.FLAT, MeasureChoices.FIXED_PRICE)),
        value=Decimal(amount(random, 4_000)),
        units=1,
    )
    if random.random() < 0.3:
        Condition.objects.create(promotion=promotion, kind=ConditionKind.BOTTLES, number=random.randint(1, 4))


def in_cart(cart: Cart, variation: Variation) -> str:
    lines = carts.quote_cart(cart, now=timezone.now()).lines
    [line] = [each for each in lines if each.variation.pk == variation.pk and each.gift is None]
    assert line.priced is not None
    return line.priced.unit_price.text


def offers(client: Client, wine: Product) -> dict[str, str]:
    """Return SKU → price of the structured data of a wine's page."""
    told = read_structured_data(client, wine)
    found = told["offers"] if "offers" in told else [each["offers"] for each in told["hasVariant"]]
    return {each["sku"]: f"${each['price']}" for each in found}


def feed(client: Client) -> dict[str | None, str]:
    """Return SKU → price of Google's feed."""
    response = client.get("/feed/google-products.xml", headers={"Host": "127.0.0.1"})
    items = ElementTree.fromstring(response.getvalue()).iter("item")  # noqa: S314 - our own
    price = SALE_PRICE.replace("sale_price", "price")
    return {each.findtext(SKU): f"${each.findtext(SALE_PRICE) or each.findtext(price)}"[:-4] for each in items}


def asked(client: Client, variation: Variation, quantity: int) -> str:
    fields = {"action": "wdr_ajax", "method": "get_price_html", "product_id": variation.pk, "qty": quantity}
    token = client.post(CALLS, fields)["Nonce"]
    answer: dict[str, Any] = client.post(CALLS, {**fields, "awdr_nonce": token}).json()
    return str(re.findall(r"<bdi>(.*?)</bdi>", answer["price_html"])[-1])


def cart_of(client: Client) -> Cart:
    return Cart.objects.get(pk=UUID(client.cookies[COOKIE].value.partition(":")[0]))


def put(client: Client, variation: Variation, quantity: int) -> None:
    fields = {"product_id": variation.pk, "quantity": quantity}
    client.post("/?wc-ajax=add_to_cart", fields, headers={"Accept": SECTIONS})


@pytest.mark.parametrize("seed", range(max(1, CASES // WINES)))
def test_what_is_shown_is_what_the_cart_takes(client: Client, seed: int) -> None:
    random = Random(seed)  # noqa: S311 - draws cases
    made = wines(random)
    Policy.objects.update_or_create(
        pk=1, defaults={"pick": random.choice([each.value for each in Pick]), "from_regular": random.random() < 0.3}
    )
    for _ in range(random.randint(1, 4)):
        promote(random, made)
    shop = {card["product_id"]: card["price"]["current"] for card in read_props(client, "/shop/")["cards"]}
    fed = feed(client)
    bottles = list(Variation.objects.filter(product__in=made).select_related("product"))
    for wine in made:
        own = {str(each.sku): in_cart(make_cart((each, 1)), each) for each in bottles if each.product_id == wine.pk}
        assert offers(client, wine) == own
        cheapest = min(own.values(), key=lambda text: Decimal(text.strip("$").replace(",", "")))
        assert shop[wine.pk] == read_props(client, wine.get_absolute_url())["price"]["current"] == cheapest
        assert {sku: fed[sku] for sku in own} == own
        visitor, wanted = Client(), next(each for each in bottles if each.product_id == wine.pk)
        for other in random.sample(bottles, random.randint(0, 3)):
            put(visitor, other, random.randint(1, 4))
        quantity = random.randint(1, 7)
        price = asked(visitor, wanted, quantity)
        put(visitor, wanted, quantity)
        assert price == in_cart(cart_of(visitor), wanted)
