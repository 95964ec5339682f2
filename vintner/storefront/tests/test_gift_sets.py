"""The page of a gift set tells its bottles, and what they cost singly."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from vintner.catalogue import products
from vintner.catalogue.models import Product, SetItem, Variation
from vintner.pricing.choices import PromotionKind
from vintner.pricing.models import Promotion, Tier
from vintner.testing.builders import (
    add_to_set,
    make_category,
    make_picture,
    make_producer,
    make_product,
    make_set,
    make_variable_product,
    money,
    only_variation,
)
from vintner.web.catalogue_version import forget_version

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}


def _props(product: Product) -> dict[str, Any]:
    props: dict[str, Any] = Client().get(product.get_absolute_url(), headers=JSON).json()
    return props


def _inside(product: Product) -> dict[str, Any]:
    contents: dict[str, Any] = _props(product)["contents"]
    return contents


def _discount(product: Product) -> dict[str, Any]:
    fields = {"action": "awdr_get_product_discount", "product_id": product.pk, "qty": 1}
    client = Client()
    client.get("/cart/", headers=JSON)
    token = client.cookies["csrftoken"].value
    answer = client.post("/wp-admin/admin-ajax.php", {**fields, "awdr_nonce": token})
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_a_set_tells_its_bottles_in_the_merchants_order() -> None:
    grower = make_producer(name="Tenuta Colferrato")
    red = make_product(name="Chianti", producer=grower, facts={"Vintage": "2022", "Bottle size": "750 ml"})
    Product.objects.filter(pk=red.pk).update(picture=make_picture())
    vintages = make_variable_product(name="Clos", prices={"2019": "41.99", "2020": "44.99"})
    contents = _inside(make_set((vintages.variations.all()[1], 1), (red, 2)))
    first, second = contents["bottles"]
    assert contents["title"] == "Three bottles"
    assert (first["quantity"], first["name"], first["about"]) == (1, "Clos", "2020")
    assert first["url"] == f"{vintages.get_absolute_url()}?attribute_vintage=2020"
    assert (second["quantity"], second["about"]) == (2, "Tenuta Colferrato · 2022 · 750 ml")
    assert second["url"] == red.get_absolute_url()
    assert second["image"]


def test_all_else_has_no_contents() -> None:
    assert _props(make_product())["contents"] is None


def test_it_says_what_its_bottles_cost_singly_today() -> None:
    wine = make_product(price="20.00")
    gift = make_set((wine, 2), (make_product(price="15.00"), 1), price="49.00")
    assert (_inside(gift)["singly"], _inside(gift)["saved"]) == ("$55.00", "$6.00")
    only_variation(wine).product.variations.update(sale_price=money("18.00"))
    assert (_inside(gift)["singly"], _inside(gift)["saved"]) == ("$51.00", "$2.00")


@pytest.mark.parametrize("price", ["55.00", "60.00"])
def test_a_set_that_is_not_cheaper_compares_nothing(price: str) -> None:
    contents = _inside(make_set((make_product(price="27.50"), 2), price=price))
    assert (contents["singly"], contents["saved"]) == ("", "")


def test_promotions_lower_what_is_compared() -> None:
    wine = make_product(price="20.00")
    promotion = Promotion.objects.create(title="Of the month", kind=PromotionKind.SIMPLE)
    promotion.products.add(wine)
    Tier.objects.create(promotion=promotion, value=15)
    assert _inside(make_set((wine, 2), price="33.00"))["singly"] == "$34.00"
    assert _inside(make_set((wine, 2), price="34.00"))["singly"] == ""


def test_bottles_that_are_not_sold_singly_leave_nothing_to_compare() -> None:
    hidden = make_product(price="30.00", available_from=timezone.now() + timedelta(days=9), hide_price=True)
    for part in (hidden, make_product(price=None), make_product(published=False, price="90.00")):
        contents = _inside(make_set((part, 1), (make_product(price="30.00"), 1), price="31.00"))
        assert (contents["singly"], contents["saved"]) == ("", "")
    assert "30.00" not in str(_inside(make_set((hidden, 1), price="1.00")))


def test_a_wine_without_a_page_is_no_link() -> None:
    [bottle] = _inside(make_set((make_product(name="Draft", published=False), 1)))["bottles"]
    assert (bottle["name"], bottle["url"]) == ("Draft", "")


def test_neither_cases_nor_bulk_tables_are_offered() -> None:
    Tier.objects.create(promotion=Promotion.objects.create(title="Six"), at_least=6, value=10)
    wine = make_product()
    single, gift = _props(wine), _props(make_set((wine, 2)))
    assert (bool(single["cases"]), bool(single["tiers"]), bool(single["next_row"])) == (True, True, True)
    assert (gift["cases"], gift["tiers"], gift["next_row"]) == ({}, [], None)
    assert ["next_row" in _discount(each) for each in (wine, Product.objects.get(set_bottles=2))] == [True, False]


def test_its_price_is_for_all_of_it() -> None:
    gift = make_set((make_product(), 2), (make_product(), 1))
    props = _props(gift)
    assert props["unit"] == "per set · 3 bottles"
    assert props["tasting_sheet"] == ""
    assert props["title"] == gift.name  # no vintage of its own
    assert Client().get(f"{gift.get_absolute_url()}tasting-sheet.pdf")["Location"] == gift.get_absolute_url()
    [card] = [each for each in Client().get("/shop/", headers=JSON).json()["cards"] if each["product_id"] == gift.pk]
    assert (card["unit"], card["vintage"], card["can_add"]) == ("/ 3 bottles", "", True)


def test_search_engines_read_one_product_with_one_offer() -> None:
    gift = make_set((make_product(price="90.00"), 2), price="49.00")
    page = Client().get(gift.get_absolute_url()).content.decode()
    ld = json.loads(re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)[0])
    assert (ld["@type"], [each["price"] for each in ld["offers"]]) == ("Product", ["49.00"])
    assert "size" not in ld


def test_wines_are_beside_wines_and_sets_beside_sets() -> None:
    shelf = make_category("Gifts")
    wine = make_product(name="Wine", categories=[shelf])
    make_product(name="Other wine", categories=[shelf])
    gifts = [make_set((wine, 2), name=name) for name in ("Gift", "Other gift")]
    for gift in gifts:
        gift.categories.add(shelf)
    assert [each["name"] for each in _props(wine)["related"]] == ["Other wine"]
    assert [each["name"] for each in _props(gifts[0])["related"]] == ["Other gift"]


def test_a_set_takes_one_query_more_than_a_wine() -> None:
    Tier.objects.create(promotion=Promotion.objects.create(title="Six"), at_least=6, value=10)
    wine = make_product()
    gift = make_set(*((make_product(), 2) for _ in range(6)))
    counts = []
    for each in (wine, gift):
        _props(each)
        caches["pages"].clear()
        forget_version()  # or the time decides whether it is read again
        with CaptureQueriesContext(
            connection,
        ) as queries:
            _props(each)
        counts.append(len(queries))
    assert counts[1] == counts[0] + 1


def test_a_mixed_case_offers_no_sets() -> None:
    gift = make_set((make_product(name="Loose"), 2), name="Wrapped")
    page = Client().get("/mixed-case/", headers=JSON).json()
    assert "Loose" in str(page)
    assert "Wrapped" not in str(page)
    [variation] = gift.variations.all()
    assert "Wrapped" not in str(Client().get(f"/mixed-case/?box={variation.pk}-1", headers=JSON).json())


def test_whatever_is_changed_in_a_set_is_seen_at_once() -> None:
    gift = make_set((make_product(name="First"), 2))
    second = only_variation(make_product(name="Second"))
    SetItem.objects.filter(product=gift).update(variation=second)
    assert [each["name"] for each in _inside(gift)["bottles"]] == ["Second"]
    add_to_set(gift, make_product(name="Third"))
    assert _inside(gift)["title"] == "Three bottles"
    assert Variation.objects.get(pk=second.pk).set_items.count() == 1
    SetItem.objects.all().delete()
    products.refresh_products([gift.pk], timezone.now())
    assert _props(gift)["contents"] is None
