"""The quick choices of a wine's page: a bottle, half a case, a case, and what each costs."""

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from vintner.cart import carts
from vintner.cart.models import CartLine
from vintner.catalogue.models import Plan, Product
from vintner.pricing.models import Promotion, Tier
from vintner.testing.builders import make_product, make_variable_product, set_stock
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


def cases(product: Product) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = Client().get(product.get_absolute_url(), headers=JSON).json()["cases"]
    return found


def make_table(*tiers: tuple[int, int | None, str], **terms: object) -> Promotion:
    promotion = Promotion.objects.create(title="By the case", **terms)
    Tier.objects.bulk_create(
        Tier(promotion=promotion, at_least=least, at_most=most, value=Decimal(percent))
        for least, most, percent in tiers
    )
    return promotion


def test_each_choice_says_what_it_makes() -> None:
    wine = make_product(price="16.99", stock=40)
    assert cases(wine) == {
        str(wine.pk): [
            {"quantity": 1, "label": "1 bottle", "price": "$16.99", "note": ""},
            {"quantity": 6, "label": "Case of 6", "price": "$101.94", "note": "$16.99 each"},
            {"quantity": 12, "label": "Case of 12", "price": "$203.88", "note": "$16.99 each"},
        ]
    }


def test_a_bulk_table_lowers_them_and_the_saving_is_told() -> None:
    make_table((6, 11, "5"), (12, None, "20"))
    _, six, twelve = next(iter(cases(make_product(price="16.99", stock=40)).values()))
    assert (six["price"], six["note"]) == ("$96.84", "$16.14 each, save $5.10")
    assert (twelve["price"], twelve["note"]) == ("$163.10", "$13.59 each, save $40.78")


def test_what_is_no_wine_makes_no_case() -> None:
    make_table((6, None, "20"))
    glasses = make_product(name="Tumbler", alcoholic=False, stock=40)
    page = Client().get(f"{glasses.get_absolute_url()}?quantity=6", headers=JSON).json()
    assert (page["cases"], page["quantity"], bool(page["tiers"])) == ({}, 1, True)
    set_stock(glasses, 0)
    card = Client().get("/shop/", headers=JSON).json()["cards"][0]
    assert card["button"] == "See the details"


def test_the_cart_asks_what_the_choice_said() -> None:
    make_table((6, None, "20"))
    wine = make_product(price="16.99", stock=40)
    [_, six, _] = cases(wine)[str(wine.pk)]
    [line] = carts.quote_cart(Shopper().puts(wine, 6).cart, now=timezone.now()).quote.lines
    assert line.subtotal.text == six["price"]


@pytest.mark.parametrize(("stock", "quantities"), [(5, []), (6, [1, 6]), (11, [1, 6]), (12, [1, 6, 12])])
def test_only_what_the_stock_allows_is_offered(stock: int, quantities: list[int]) -> None:
    wine = make_product(stock=stock)
    assert [each["quantity"] for each in cases(wine).get(str(wine.pk), [])] == quantities


def test_one_for_each_and_boxes_of_subscriptions_have_none() -> None:
    assert cases(make_product(stock=40, sold_individually=True)) == {}
    wine = make_product(stock=40)
    Product.objects.filter(pk=wine.pk).update(plan=Plan.objects.create(name="Monthly"))
    assert cases(wine) == {}


def test_every_vintage_has_its_own() -> None:
    wine = make_variable_product()
    first, second = wine.variations.all()[:2]
    set_stock(first, 40)
    set_stock(second, 6)
    found = cases(wine)
    assert [each["quantity"] for each in found[str(first.pk)]] == [1, 6, 12]
    assert [each["quantity"] for each in found[str(second.pk)]] == [1, 6]


def give(to: Product, *targets: Product, **row: object) -> Promotion:
    """Make a promotion that gives a bottle: of the same wine, or of `targets`."""
    kind = "wdr_buy_x_get_y_discount" if targets else "wdr_buy_x_get_x_discount"
    rule = Promotion.objects.create(title="A present", kind=kind, counting="product_cumulative")
    rule.products.add(to)
    rule.targets.add(*targets)
    Tier.objects.create(**{"promotion": rule, "at_least": 5, "measure": "free_product", "units": 1, **row})
    return rule


@pytest.mark.parametrize(
    ("stock", "notes"),
    [
        (40, ["", "$20.00 each, plus 1 free", "$20.00 each, plus 2 free"]),
        (7, ["", "$20.00 each, plus 1 free"]),
        (6, ["", "$20.00 each"]),
    ],
)
def test_a_choice_says_what_is_given_with_it_as_far_as_the_stock_gives_it(stock: int, notes: list[str]) -> None:
    wine = make_product(price="20.00", stock=stock)
    give(wine, recursive=True)
    found = cases(wine)[str(wine.pk)]
    assert [each["note"] for each in found] == notes
    for each in found:
        quoted = carts.quote_cart(Shopper().puts(wine, each["quantity"]).cart, now=timezone.now())
        free = sum(line.line.quantity for line in quoted.lines if line.gift)
        assert (f"plus {free} free" in each["note"]) == (free > 0)


@pytest.mark.parametrize(
    ("row", "stock", "words"),
    [
        ({}, 1, ", plus a free bottle of Perdekop Syrah"),
        ({"units": 2}, 5, ", plus 2 free bottles of Perdekop Syrah"),
        ({"measure": "percentage", "value": 50}, 5, ", plus a bottle of Perdekop Syrah for $4.50"),
        ({}, 0, ""),
        ({"units": 2}, 1, ""),
    ],
)
def test_another_wine_that_is_given_is_named(row: dict[str, object], stock: int, words: str) -> None:
    wine, syrah = make_product(price="20.00", stock=6), make_product(name="Perdekop Syrah", price="9.00", stock=stock)
    give(wine, syrah, **row)
    assert [each["note"] for each in cases(wine)[str(wine.pk)]] == ["", f"$20.00 each{words}"]


def test_only_the_pages_of_wines_with_which_others_are_given_look_for_those() -> None:
    wine, other = make_product(stock=40), make_product(stock=40)
    url = other.get_absolute_url()
    count_queries(url)
    before = count_queries(url)
    give(wine, make_product(stock=40))
    count_queries(url)  # the price book is read anew
    assert count_queries(url) == before
    assert count_queries(wine.get_absolute_url()) == before + 1


def press(client: Client, product: Product, size: str, **choices: str) -> str:
    """Press a case where no script answers. Returns the address to which that leads."""
    fields = {"add-to-cart": str(product.pk), "product_id": str(product.pk), "quantity": "1", **choices, "case": size}
    url = product.get_absolute_url()
    answer = client.post(url, fields, headers={"Origin": "http://testserver", "Referer": f"http://testserver{url}"})
    assert answer.status_code == 302
    return answer["Location"]


def test_without_javascript_a_press_chooses_the_case_and_adds_nothing() -> None:
    wine = make_product(stock=40)
    shopper = Shopper()
    address = press(shopper.client, wine, "6")
    assert address == f"{wine.get_absolute_url()}?quantity=6#buy"
    assert shopper.client.get(address, headers=JSON).json()["quantity"] == 6
    assert not CartLine.objects.exists()
    assert shopper.client.get(press(shopper.client, wine, "1"), headers=JSON).json()["quantity"] == 1


def test_the_chosen_vintage_is_kept() -> None:
    wine = make_variable_product()
    for each in wine.variations.all():
        set_stock(each, 40)
    oldest = wine.variations.order_by("options__name")[0].options.get().name
    address = press(Client(), wine, "12", attribute_vintage=oldest, attribute_x="", other="1")
    assert address == f"{wine.get_absolute_url()}?attribute_vintage={oldest}&quantity=12#buy"
    found = Client().get(address, headers=JSON).json()
    assert (found["preselected"], found["quantity"]) == ({"attribute_vintage": oldest}, 12)
    assert press(Client(), wine, "6", attribute_vintage="2" * 500) == f"{wine.get_absolute_url()}#buy"


@pytest.mark.parametrize(
    ("wanted", "quantity"), [("6", 6), ("12", 1), ("7", 1), ("-6", 1), ("6&quantity=7", 6), ("", 1)]
)
def test_an_address_chooses_none_but_the_cases_that_are_offered(wanted: str, quantity: int) -> None:
    wine = make_product(stock=7)
    assert Client().get(f"{wine.get_absolute_url()}?quantity={wanted}", headers=JSON).json()["quantity"] == quantity


def test_the_page_of_a_wine_with_cases_takes_no_query_more() -> None:
    make_table((6, None, "20"))
    wine = make_variable_product()
    for each in wine.variations.all():
        set_stock(each, 40)
    url = wine.get_absolute_url()
    count_queries(url)  # what is read once for each process
    with_cases = count_queries(url)
    for each in wine.variations.all():
        set_stock(each, 3)
    assert count_queries(url) == with_cases


def count_queries(url: str) -> int:
    """Return how many queries a page takes that no cache has."""
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(url, headers=JSON).status_code == 200
    return len(queries)
