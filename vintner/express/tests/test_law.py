"""What a sheet accepts is what an order accepts: the same places, deliveries, limits, ages and totals."""

from itertools import count, product
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from vintner.cart.models import Cart
from vintner.cart.rows import rows_of
from vintner.checkout import forms
from vintner.checkout.place_order import place_order
from vintner.express.addresses import place_problem
from vintner.express.tests.sheet import SheetBrowser
from vintner.orders.models import Order
from vintner.refusal import Refusal, Refusals
from vintner.shipping.models import Destination, Method
from vintner.shipping.sent_places import read_place
from vintner.testing.builders import make_product
from vintner.testing.provider import GOOD
from vintner.testing.shopper import FORM
from vintner.testing.store import open_store

PLACES = (
    ("US", "CA", "94110", "San Francisco"),
    ("US", "California", "94110-1234", "Ojai"),
    ("US", "NY", "10001", "New York"),
    ("US", "New York", "10001", "Albany"),
    ("US", "UT", "84101", "Salt Lake City"),
    ("US", "TX", "78701", "Austin"),
    ("US", "AE", "09001", "APO"),
    ("US", "CA", "84101", "Salt Lake City"),
    ("US", "NY", "", "New York"),
    ("CA", "BC", "M5V 2T6", "Toronto"),
    ("US", "", "94110", "Nowhere"),
    ("US", "Atlantis", "94110", "Nowhere"),
    ("CA", "ON", "M5V 2T6", "Toronto"),
    ("CA", "Québec", "H2X 1Y4", "Montréal"),
    ("CA", "BC", "V6B 1A1", "Vancouver"),
    ("FR", "", "75001", "Paris"),
    ("XX", "CA", "94110", "Nowhere"),
)
CARTS = (
    ((1, True),),
    ((6, True), (2, False)),
    ((13, True),),
    ((3, False),),
)
"""Of each line how many, and whether it is wine."""
_PEOPLE = count()


@pytest.fixture
def _law(transactional_db: None) -> None:
    """California limits wine to twelve bottles a month; Canada lets nothing be picked up."""
    open_store()
    Destination.objects.filter(state="CA").update(most_bottles=12)


def order_of(cart: Cart, place: tuple[str, str, str, str], rate_id: str, shown: int | None) -> str:
    """Place the wallet's order for the total that its sheet showed. Return the code of the refusal, "" for none."""
    number = next(_PEOPLE)
    region = dict(zip(("country", "state", "postcode", "city"), place, strict=True))
    values = {
        **FORM,
        **{f"billing_{name}": text for name, text in region.items()},
        "billing_first_name": f"Jane{number}",
        "billing_address_1": f"{number} Main St",
        "billing_email": f"jane{number}@example.com",
        "billing_phone": "",
        "wc-stripe-payment-method": GOOD,
        "shipping_method[0]": rate_id,
        forms.SHOWN_TOTAL: str(shown or ""),
    }
    try:
        form = forms.read_values(values, None, optional=frozenset({"phone"}))
        place_order(cart.pk, form, user=None, now=timezone.now())
    except (Refusal, Refusals) as refused:
        return refused.code if isinstance(refused, Refusal) else refused.items[0].code
    return ""


def price(sheet: SheetBrowser, place: tuple[str, str, str, str], **fields: str) -> dict[str, Any]:
    region = dict(zip(("country", "state", "postcode", "city"), place, strict=True))
    return sheet.call("get_shipping_options", **{**region, **fields})


@pytest.mark.slow
@pytest.mark.usefixtures("_law")
@pytest.mark.parametrize("has_pickup", [True, False])
def test_what_the_sheet_accepts_is_what_an_order_accepts(has_pickup: bool) -> None:
    if not has_pickup:
        Method.objects.filter(kind="local_pickup").delete()
    goods = {True: make_product(stock=9999), False: make_product(stock=9999, alcoholic=False)}
    seen = {True: 0, False: 0}
    for lines, place in product(CARTS, PLACES):
        sheet = SheetBrowser()
        for quantity, is_wine in lines:
            sheet.puts(goods[is_wine], quantity)
        answer = price(sheet, place)
        cart = Cart.objects.latest("created_at")
        accepted = answer["result"] == "success"
        seen[accepted] += 1
        if not accepted:
            assert answer["message"]
            for rate in [f"{method.kind}:{method.pk}" for method in Method.objects.exclude(kind="local_pickup")]:
                assert order_of(cart, place, rate, None), (lines, place, rate)
            continue
        for option in answer["shipping_options"]:
            chosen = sheet.call("update_shipping_method", **{"shipping_method[]": option["id"]})
            assert chosen["result"] == "success"
            copy = Cart.objects.create()
            for row in rows_of(cart).lines:
                copy.lines.create(variation=row.line.variation, quantity=row.line.quantity)
            full = (place[0], answer_state(sheet, place), place[2], place[3])
            assert order_of(copy, full, option["id"], chosen["total"]["amount"]) == "", (lines, place, option)
            assert Order.objects.latest("id").total.minor == chosen["total"]["amount"]
    assert min(seen.values()) > 5


def answer_state(sheet: SheetBrowser, place: tuple[str, str, str, str]) -> str:
    """Return the state's code, as the browser asks for it before it sends the order."""
    sent = {f"data[shipping_address][{name}]": text for name, text in zip(("country", "state"), place, strict=False)}
    return str(sheet.call("normalize_address", **sent)["shipping_address"]["state"])


@pytest.mark.usefixtures("_law")
def test_wine_that_may_not_be_sent_may_be_picked_up() -> None:
    answer = price(SheetBrowser().puts(make_product(), 1), ("US", "Utah", "84101", "Provo"))
    assert [option["displayName"] for option in answer["shipping_options"]] == ["Local pickup"]
    assert (answer["result"], answer["message"]) == ("success", "Sorry, we cannot ship wine to Utah.")
    Method.objects.filter(kind="local_pickup").delete()
    refused = price(SheetBrowser().puts(make_product(), 1), ("US", "Utah", "84101", "Provo"))
    assert (refused["result"], refused["shipping_options"]) == ("invalid_shipping_address", [])
    assert "Utah" in refused["message"]


@pytest.mark.usefixtures("_law")
@pytest.mark.parametrize(
    ("place", "words"),
    [
        (("US", "California", "84101", "Provo"), "84101 is not a valid ZIP code for California."),
        (("CA", "BC", "M5V", "Toronto"), "M5V is not a valid postal code for British Columbia."),
        (("US", "CA", "", "Ojai"), "Please choose an address with a ZIP code."),
        (("CA", "ON", "", "Toronto"), "Please choose an address with a postal code."),
    ],
)
def test_an_address_that_cannot_be_right_is_told_before_anything_is_paid(
    place: tuple[str, str, str, str], words: str
) -> None:
    sheet = SheetBrowser().puts(make_product(), 1)
    answer = price(sheet, place)
    assert (answer["result"], answer["message"]) == ("invalid_shipping_address", words)
    assert answer["shipping_options"] == []
    assert "quote" not in answer


@pytest.mark.usefixtures("_law")
def test_a_postcode_is_asked_for_only_where_addresses_have_one(settings: Settings) -> None:
    settings.STORE_COUNTRIES = ["US", "HK"]
    place = read_place({"country": "HK", "state": "Kowloon", "postcode": "", "city": "Mong Kok"})
    assert place_problem(place) == ""


@pytest.mark.usefixtures("_law")
def test_a_pickup_that_nothing_else_leaves_is_no_choice() -> None:
    sheet = SheetBrowser().puts(make_product(), 1)
    first = price(sheet, PLACES[0])["shipping_options"]
    price(sheet, ("US", "Utah", "84101", "Provo"))
    again = price(sheet, PLACES[0])
    assert again["shipping_options"] == first
    assert "message" not in again


@pytest.mark.usefixtures("_law")
def test_a_delivery_that_may_not_carry_wine_cannot_be_chosen() -> None:
    sheet = SheetBrowser().puts(make_product(), 1)
    price(sheet, ("US", "Utah", "84101", "Provo"))
    flat = Method.objects.get(kind="flat_rate", zone__name="United States")
    answer = sheet.call("update_shipping_method", **{"shipping_method[]": f"flat_rate:{flat.pk}"})
    assert answer["result"] == "invalid_shipping_address"
    assert "Utah" in answer["message"]


@pytest.mark.usefixtures("_law")
def test_the_month_s_limit_is_told_at_the_address() -> None:
    Method.objects.filter(kind="local_pickup").delete()
    answer = price(SheetBrowser().puts(make_product(stock=50), 13), PLACES[0])
    assert answer["result"] == "invalid_shipping_address"
    assert "12 bottles" in answer["message"]


@pytest.mark.usefixtures("_law")
def test_who_is_too_young_for_the_place_is_told_at_the_address(settings: Settings) -> None:
    settings.AGE_CHECK = "date_of_birth"
    sheet = SheetBrowser().puts(make_product(), 1)
    born = {"born_year": str(timezone.now().year - 20), "born_month": "1", "born_day": "1"}
    assert price(sheet, PLACES[0], **born)["result"] == "invalid_shipping_address"
    old_enough = {**born, "born_year": "1970"}
    assert price(sheet, PLACES[0], **old_enough)["result"] == "success"
