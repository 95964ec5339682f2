"""A case of wines of the shopper's choice: filled by presses, priced by the cart's quote, added whole or not at all."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.cart.carts import quote_cart
from vintner.cart.models import CartLine
from vintner.catalogue.models import Plan, Product
from vintner.pricing.choices import CountingChoices, MeasureChoices, PromotionKind
from vintner.pricing.models import Promotion, Tier
from vintner.storefront.mixed_case.rules import MixedCase, read_case
from vintner.testing.builders import make_product, make_variable_product, only_variation, set_stock
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


def id_of(wine: Product) -> int:
    return only_variation(wine).pk


def case_of(*wines: tuple[Product, int]) -> str:
    return ".".join(f"{id_of(wine)}-{number}" for wine, number in wines)


def look(client: Client, **parameters: str | int) -> dict[str, Any]:
    page: dict[str, Any] = client.get("/mixed-case/", parameters, headers=JSON, follow=True).json()
    return page


def press(client: Client, page: dict[str, Any], **button: str | int) -> dict[str, Any]:
    """Press a button of the page's forms."""
    return look(client, **{each["name"]: each["value"] for each in page["parameters"]}, **button)


def add(shopper: Shopper, box: str, size: int = 6) -> HttpResponse:
    origin = {"Origin": "http://testserver"}
    fields = {"size": str(size), "box": box}
    return shopper.client.post("/mixed-case/", fields, headers={**JSON, **origin})  # type: ignore[return-value]


def promote_mixed(*tiers: tuple[int, int | None, int]) -> None:
    promotion = Promotion.objects.create(title="Mixed", counting=CountingChoices.TOGETHER)
    for least, most, percent in tiers:
        Tier.objects.create(promotion=promotion, at_least=least, at_most=most, value=Decimal(percent))


@pytest.mark.parametrize(
    ("size", "text", "case"),
    [
        ("6", "", MixedCase(6)),
        ("12", "4-2.9-1", MixedCase(12, ((4, 2), (9, 1)))),
        ("6", "4-7", MixedCase(12, ((4, 7),))),
        ("6", "4-99.5-3", MixedCase(12, ((4, 12),))),
        ("7", "x-1.-1.4-0.4--1.4-1.4-1", MixedCase(6, ((4, 2),))),
        ("6", "9" * 5000, MixedCase(6)),
        ("\x00", "٣-1", MixedCase(6)),
    ],
)
def test_what_an_address_says_is_never_more_than_a_case_holds(size: str, text: str, case: MixedCase) -> None:
    assert read_case(size, text) == case


def test_bottles_come_and_go_one_by_one_and_a_press_can_be_taken_back(client: Client) -> None:
    wine = make_product(price="20.00", stock=9)
    page = look(client)
    assert (page["count"], page["size"], page["chosen"], page["total"]) == (0, 6, [], "")
    page = press(client, page, more=id_of(wine))
    page = press(client, page, more=id_of(wine))
    assert [(each["name"], each["quantity"]) for each in page["chosen"]] == [(wine.name, 2)]
    assert (page["count"], len(page["slots"]), page["total"]) == (2, 2, "$40.00")
    assert page["hint"] == "Add 4 more bottles to fill the case."
    page = press(client, page, less=id_of(wine))
    assert page["count"] == 1
    undone = client.get(page["undo_url"], headers=JSON).json()
    assert undone["count"] == 2
    assert client.get(undone["undo_url"], headers=JSON).json()["count"] == 1, "undoing is a press, too"
    assert press(client, page, empty=1)["count"] == 0


def test_a_full_case_takes_no_more_and_can_be_added(client: Client) -> None:
    wine = make_product(stock=99)
    page = look(client, box=case_of((wine, 5)))
    assert not page["can_add"]
    page = press(client, page, more=id_of(wine))
    assert (page["can_add"], page["hint"], page["wines"][0]["can_add"]) == (True, "Your case is full.", False)
    assert press(client, page, more=id_of(wine))["count"] == 6


def test_the_size_changes_only_to_one_that_holds_what_is_there(client: Client) -> None:
    wine = make_product(stock=99)
    small = look(client, box=case_of((wine, 4)))
    assert [bool(each["url"]) for each in small["sizes"]] == [False, True]
    large = client.get(small["sizes"][1]["url"], headers=JSON).json()
    assert (large["size"], large["count"]) == (12, 4)
    assert [bool(each["url"]) for each in look(client, size=12, box=case_of((wine, 7)))["sizes"]] == [False, False]


def test_the_hint_comes_from_the_promotions_that_run(client: Client) -> None:
    red, white = make_product(price="20.00", stock=99), make_product(price="10.00", stock=99)
    promote_mixed((6, 11, 5), (12, None, 10))
    page = look(client, box=case_of((red, 2), (white, 2)))
    assert page["hint"] == "2 more bottles and you get 5% off."
    page = look(client, box=case_of((red, 3), (white, 3)))
    assert (page["before"], page["total"], page["saved"]) == ("$90.00", "$85.50", "You save $4.50.")
    assert page["hint"] == "Your case is full. 6 more bottles and you get 10% off."
    page = look(client, size=12, box=case_of((red, 6), (white, 6)))
    assert (page["total"], page["hint"]) == ("$162.00", "Your case is full.")


def test_each_line_costs_what_it_counts_in_the_case(client: Client) -> None:
    red, white = make_product(price="42.00", stock=99), make_product(price="10.00", stock=99)
    promote_mixed((6, None, 5))
    Promotion.objects.get().products.set([red])
    page = look(client, box=case_of((red, 5), (white, 1)))
    assert [(each["price"], each["before"]) for each in page["chosen"]] == [("$42.00", ""), ("$10.00", "")]
    page = look(client, box=case_of((red, 6)))
    assert [(each["price"], each["before"]) for each in page["chosen"]] == [("$39.90", "$42.00")]
    listed = {each["variation_id"]: each["price"] for each in page["wines"]}
    assert listed == {id_of(red): "$39.90", id_of(white): "$10.00"}


def test_wines_that_count_together_carry_the_badge_of_their_promotion(client: Client) -> None:
    counted, alone, other = (make_product(price="20.00", stock=99) for _ in range(3))
    promote_mixed((6, 11, 5), (12, None, 10))
    Promotion.objects.get().products.set([counted])
    by_itself = Promotion.objects.create(title="By itself", badge="6 for less")
    by_itself.products.add(alone)
    Tier.objects.create(promotion=by_itself, at_least=6, value=Decimal(5))

    def offers() -> dict[int, str]:
        return {each["variation_id"]: each["offer"] for each in look(client)["wines"]}

    assert offers() == {id_of(counted): "Mix 6: 5% off", id_of(alone): "", id_of(other): ""}
    page = look(client, offer=1)
    assert [each["variation_id"] for each in page["wines"]] == [id_of(counted)]
    assert (page["offer"], page["offer_label"]) == (True, "Only wines with “Mix 6: 5% off”")
    assert press(client, page, more=id_of(counted))["offer"]
    assert len(client.get(page["clear_url"], headers=JSON).json()["wines"]) == 3
    Promotion.objects.filter(title="Mixed").update(badge="Any six")
    assert offers()[id_of(counted)] == "Any six"
    Promotion.objects.filter(title="Mixed").update(enabled=False)
    assert offers()[id_of(counted)] == ""
    assert (look(client, offer=1)["offer_label"], len(look(client, offer=1)["wines"])) == ("", 3)


def test_the_wines_of_an_offer_are_found_by_what_the_promotion_says_of_them(client: Client) -> None:
    red, _ = make_product(price="20.00", stock=9, sku="RED"), make_product(price="20.00", stock=9)
    promote_mixed((6, None, 5))
    assert len(look(client, offer=1)["wines"]) == 2
    Promotion.objects.update(skus="RED")
    assert [each["variation_id"] for each in look(client, offer=1)["wines"]] == [id_of(red)]
    Promotion.objects.create(title="More", badge="Any two", counting=CountingChoices.TOGETHER)
    Tier.objects.create(promotion=Promotion.objects.get(title="More"), at_least=2, value=Decimal(5))
    page = look(client, offer=1)
    assert (page["offer_label"], len(page["wines"])) == ("Only wines with an offer", 2)


def test_a_tier_that_the_case_has_no_room_for_is_not_promised(client: Client) -> None:
    counted, other = make_product(price="20.00", stock=99), make_product(price="10.00", stock=99)
    promote_mixed((6, None, 5))
    Promotion.objects.get().products.set([counted])
    assert look(client, box=case_of((counted, 2), (other, 2)))["hint"] == "Add 2 more bottles to fill the case."


def test_without_a_promotion_nothing_is_promised(client: Client) -> None:
    wine = make_product(price="20.00", stock=99)
    page = look(client, box=case_of((wine, 6)))
    assert (page["before"], page["saved"], page["hint"]) == ("", "", "Your case is full.")


@pytest.mark.parametrize(("stock", "gifts"), [(1, ["Plus a free bottle of Syrah."]), (0, [])])
def test_what_is_given_beside_the_case_is_listed_as_the_cart_gives_it(
    client: Client, stock: int, gifts: list[str]
) -> None:
    wine, syrah = make_product(price="20.00", stock=9), make_product(name="Syrah", price="9.00", stock=stock)
    promotion = Promotion.objects.create(title="A present", kind=PromotionKind.OTHER)
    promotion.products.add(wine)
    promotion.targets.add(syrah)
    Tier.objects.create(promotion=promotion, at_least=6, units=1, measure=MeasureChoices.FREE)
    assert look(client, box=case_of((wine, 5)))["gifts"] == []
    page = look(client, box=case_of((wine, 6)))
    assert (page["gifts"], page["count"], page["total"]) == (gifts, 6, "$120.00")
    shopper = Shopper()
    add(shopper, case_of((wine, 6)))
    given = [line for line in quote_cart(shopper.cart, now=timezone.now()).lines if line.gift]
    assert len(given) == len(gifts)


def test_the_cart_asks_what_the_case_said() -> None:
    red, white = make_product(price="20.00", stock=99), make_product(price="10.00", stock=99)
    promote_mixed((6, None, 5))
    shopper, box = Shopper(), case_of((red, 2), (white, 4))
    answer = add(shopper, box)
    assert (answer.status_code, answer["Location"]) == (302, "/cart/")
    assert set(shopper.cart.lines.values_list("variation_id", "quantity")) == {(id_of(red), 2), (id_of(white), 4)}
    total = look(shopper.client, box=box)["total"]
    cart = shopper.client.get("/cart/", headers=JSON).json()
    assert total == "$76.00"
    assert total in str(cart)


def test_all_or_nothing_and_every_wine_that_is_short_says_so() -> None:
    there, short, gone = (make_product(name=name, stock=9) for name in ("There", "Short", "Gone"))
    shopper = Shopper().puts(there)
    set_stock(only_variation(short), 1)
    set_stock(only_variation(gone), 0)
    answer = add(shopper, case_of((there, 2), (short, 2), (gone, 2)))
    page = answer.json()  # type: ignore[attr-defined]
    assert answer.status_code == 409
    assert [each["problem"] for each in page["chosen"]] == [
        "",
        "We have only 1 of “Short” left.",
        "“Gone” is sold out.",
    ]
    assert not page["can_add"]
    assert list(shopper.cart.lines.values_list("quantity", flat=True)) == [1]


def test_bottles_that_are_in_the_cart_already_count() -> None:
    wine = make_product(name="Last", stock=7)
    shopper = Shopper().puts(wine, 2)
    page = add(shopper, case_of((wine, 6))).json()  # type: ignore[attr-defined]
    assert "2 of them are in your cart already" in page["chosen"][0]["problem"]
    assert shopper.cart.lines.get().quantity == 2


def test_a_guest_without_a_cart_has_none_after_a_refusal() -> None:
    wine = make_product(stock=2)
    assert add(Shopper(), case_of((wine, 6))).status_code == 409
    assert not CartLine.objects.exists()


@pytest.mark.parametrize("box", ["", "999999-6", "x"])
def test_what_is_no_full_case_is_not_added(box: str) -> None:
    answer = add(Shopper(), box)
    assert answer.status_code == 409
    assert answer.json()["problems"]  # type: ignore[attr-defined]
    assert not CartLine.objects.exists()


def test_other_sites_cannot_add_a_case() -> None:
    wine = make_product(stock=9)
    foreign = {"Origin": "https://evil.example"}
    assert Client().post("/mixed-case/", {"box": case_of((wine, 6))}, headers=foreign).status_code == 403
    assert not CartLine.objects.exists()


def coming(wine: Product) -> None:
    set_stock(only_variation(wine), 0)


def unpublished(wine: Product) -> None:
    Product.objects.filter(pk=wine.pk).update(published=False)


def subscribed(wine: Product) -> None:
    Product.objects.filter(pk=wine.pk).update(plan=Plan.objects.create(name="Monthly"))


@pytest.mark.parametrize("change", [coming, unpublished, subscribed])
def test_only_what_can_be_bought_is_offered(client: Client, change: Callable[[Product], None]) -> None:
    wine, other = make_product(stock=9), make_product(stock=9)
    change(wine)
    assert [each["variation_id"] for each in look(client)["wines"]] == [id_of(other)]


def test_a_wine_that_is_no_longer_sold_leaves_the_case_and_is_told(client: Client) -> None:
    wine, other = make_product(stock=9), make_product(stock=9)
    unpublished(wine)
    page = look(client, box=case_of((wine, 2), (other, 1)))
    assert (page["count"], page["problems"]) == (
        1,
        ["A wine of your case is no longer sold. Choose another in its place."],
    )


def test_every_vintage_is_a_bottle_of_its_own(client: Client) -> None:
    wine = make_variable_product()
    for each in wine.variations.all():
        set_stock(each, 9)
    assert len(look(client)["wines"]) == wine.variations.count()


def test_wines_are_found_by_words_and_the_case_stays(client: Client) -> None:
    riesling, other = make_product(name="Riesling", stock=9), make_product(name="Syrah", stock=9)
    page = look(client, box=case_of((other, 2)), q="riesling")
    assert [each["name"] for each in page["wines"]] == [riesling.name]
    assert (page["count"], page["search"]) == (2, "riesling")
    assert press(client, page, more=id_of(riesling))["search"] == "riesling"


def test_where_nothing_is_found_the_case_stays(client: Client) -> None:
    wine = make_product(stock=9)
    page = look(client, box=case_of((wine, 2)), q="nosuchwine", page=7)
    assert (page["wines"], page["count"], page["previous_url"]) == ([], 2, "")
    assert client.get(page["clear_url"], headers=JSON).json()["count"] == 2


def test_only_the_empty_case_is_for_search_engines(client: Client) -> None:
    wine = make_product(stock=9)
    hidden = b'content="noindex'
    assert hidden not in client.get("/mixed-case/").content
    assert hidden in client.get("/mixed-case/", {"box": case_of((wine, 1))}).content


def test_the_queries_are_the_same_for_any_number_of_wines(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    promote_mixed((6, None, 5))
    wines = [make_product(stock=9) for _ in range(12)]
    box = case_of(*((wine, 1) for wine in wines[:11]))
    look(client, size=12, box=box)  # what is read once for each process
    with django_assert_max_num_queries(16):
        look(client, size=12, box=box)
