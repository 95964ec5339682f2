"""Staff change the stock, and see how it came about."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from vintner.catalogue.models import StockMovement, Variation
from vintner.catalogue.stock import stock_movements
from vintner.catalogue.stock.stock_movements import Reason
from vintner.orders import orders
from vintner.testing.builders import make_box_wine, make_plan, make_product, make_user, only_variation
from vintner.testing.html_forms import read_form
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db
MOVEMENTS = "/admin/catalogue/stockmovement/"


@pytest.fixture
def wine() -> Variation:
    return only_variation(make_product(name="Alder Ridge", sku="ALD", stock=130))


def page(wine: Variation) -> str:
    return f"/admin/catalogue/variation/{wine.pk}/change/"


def fill_in(staff: Client, wine: Variation, reason: str, quantity: str, note: str = "") -> dict[str, list[str]]:
    """Open the page and fill its form in; nothing is sent."""
    form = read_form(staff.get(page(wine)).content.decode(), "stock_form")
    return form | {"reason": [reason], "quantity": [quantity], "note": [note]}


@pytest.mark.parametrize(
    ("reason", "quantity", "left"),
    [("received", "12", 142), ("broken", "2", 128), ("returned", "1", 131), ("corrected", "-3", 127),
     ("counted", "128", 128), ("counted", "130", 130)],
)  # fmt: skip
def test_each_reason_moves_the_stock_its_way(
    staff: Client, wine: Variation, reason: str, quantity: str, left: int
) -> None:
    assert staff.post(page(wine), fill_in(staff, wine, reason, quantity, "Cellar B")).status_code == 302
    wine.refresh_from_db()
    last = wine.movements.first()
    assert last is not None
    assert (wine.on_hand, last.reason, last.on_hand, last.note) == (left, reason, left, "Cellar B")
    assert str(last.by) == "manager@example.com"


def test_the_stock_of_a_box_says_what_it_counts(staff: Client) -> None:
    box = only_variation(make_box_wine(make_plan(bottles=6)))
    html = staff.get(page(box)).content.decode()
    assert html.count("Boxes of 6 bottles") == 2
    assert "the 50 boxes of 6 bottles on hand by the books" in html
    for each in ("/admin/catalogue/variation/", MOVEMENTS):
        assert "(boxes of 6 bottles)" in staff.get(each).content.decode()
    product = staff.get(f"/admin/catalogue/product/{box.product_id}/change/").content.decode()
    assert "Boxes of 6 bottles on hand" in product
    assert "Bottles on hand" not in product


@pytest.mark.parametrize(
    ("bottles", "on_hand", "words"),
    [
        (1, 1, "Only 1 bottle is on hand."),
        (6, 1, "Only 1 box of 6 bottles is on hand."),
        (6, 4, "Only 4 boxes of 6 bottles are on hand."),
    ],
)
def test_what_is_refused_is_counted_in_the_units_of_the_stock(
    staff: Client, bottles: int, on_hand: int, words: str
) -> None:
    wine = only_variation(make_box_wine(make_plan(bottles=bottles), stock=on_hand))
    assert words in staff.post(page(wine), fill_in(staff, wine, "broken", "5")).content.decode()


def test_a_count_shows_what_was_sold_since_and_can_then_be_saved(staff: Client, wine: Variation) -> None:
    form = fill_in(staff, wine, "counted", "128")
    order = orders.create(new_order())
    stock_movements.move(Reason.SOLD, {wine.pk: -5}, order_id=order.pk)
    html = staff.post(page(wine), form).content.decode()
    assert "The books had 130 bottles on hand when this form was opened, and have 125 now." in html
    assert f"Order {order.pk}" in html
    again = read_form(html, "stock_form")
    assert (again["quantity"], again["against"]) == (["128"], ["125"])
    assert staff.post(page(wine), again | {"quantity": ["123"]}).status_code == 302
    wine.refresh_from_db()
    assert wine.on_hand == 123
    assert "123 counted, against 125" in staff.get(page(wine)).content.decode()


def test_the_same_form_sent_twice_counts_once(staff: Client, wine: Variation) -> None:
    form = fill_in(staff, wine, "received", "12")
    assert [staff.post(page(wine), form).status_code for _ in range(2)] == [302, 302]
    wine.refresh_from_db()
    assert wine.on_hand == 142


@pytest.mark.parametrize(
    ("reason", "quantity", "words"),
    [
        ("received", "-1", "without a minus"),
        ("received", "0", "at least one."),
        ("received", "many", "Enter a whole number"),
        ("sold", "1", "Select a valid choice"),
        ("broken", "131", "Only 130 bottles are on hand"),
        ("received", "99999999999", "less than or equal"),
    ],
)
def test_what_cannot_be_is_told_in_the_form(
    staff: Client, wine: Variation, reason: str, quantity: str, words: str
) -> None:
    answer = staff.post(page(wine), fill_in(staff, wine, reason, quantity))
    assert words in answer.content.decode()
    wine.refresh_from_db()
    assert wine.on_hand == 130


@pytest.mark.parametrize(("reason", "quantity"), [("broken", "11"), ("corrected", "-11"), ("counted", "119")])
def test_bottles_that_unpaid_orders_hold_are_not_taken_away(
    staff: Client, wine: Variation, reason: str, quantity: str
) -> None:
    Variation.objects.filter(pk=wine.pk).update(reserved=120)
    answer = staff.post(page(wine), fill_in(staff, wine, reason, quantity))
    words = (
        "120 of the 130 bottles on hand are held by unpaid orders or for shoppers who waited, and no fewer can be "
        "left. Cancel an order first, or wait until the hold ends."
    )
    assert answer.context["form"].errors == {"quantity": [words]}
    wine.refresh_from_db()
    assert (wine.on_hand, wine.movements.count()) == (130, 1)


@pytest.mark.parametrize(("reason", "quantity"), [("broken", "10"), ("corrected", "-10"), ("counted", "120")])
def test_all_bottles_that_nobody_holds_can_be_taken_away(
    staff: Client, wine: Variation, reason: str, quantity: str
) -> None:
    Variation.objects.filter(pk=wine.pk).update(reserved=120)
    assert staff.post(page(wine), fill_in(staff, wine, reason, quantity)).status_code == 302
    wine.refresh_from_db()
    assert (wine.on_hand, wine.reserved) == (120, 120)


def test_the_movements_are_found_by_wine_sku_and_reason(staff: Client, wine: Variation) -> None:
    stock_movements.move(Reason.SOLD, {only_variation(make_product(name="Other")).pk: -1})
    for query in ("q=alder", f"q={wine.sku}", "reason__exact=opening&q=ald", f"variation__id__exact={wine.pk}"):
        html = staff.get(f"{MOVEMENTS}?{query}").content.decode()
        assert ("Alder Ridge" in html, "Other" in html) == (True, False), query
    assert staff.get(f"{MOVEMENTS}{StockMovement.objects.latest('pk').pk}/change/").status_code == 200
    assert staff.get(f"{MOVEMENTS}add/").status_code == 403


def test_the_list_of_the_stock_leads_to_it(staff: Client, wine: Variation) -> None:
    html = staff.get("/admin/catalogue/variation/?q=alder").content.decode()
    assert page(wine) in html
    assert page(wine) in staff.get(f"/admin/catalogue/product/{wine.product_id}/change/").content.decode()
    assert staff.get("/admin/catalogue/variation/0/change/").status_code == 404


def test_who_may_only_look_changes_nothing(client: Client, wine: Variation) -> None:
    clerk = make_user("clerk@example.com", is_staff=True)
    client.force_login(clerk)
    assert client.get(page(wine)).status_code == 403
    clerk.user_permissions.add(Permission.objects.get(codename="view_variation"))
    html = client.get(page(wine)).content.decode()
    assert "stock_form" not in html
    assert client.post(page(wine), {"reason": "received", "quantity": "1"}).status_code == 403


def test_a_wine_with_movements_can_be_deleted(staff: Client, wine: Variation) -> None:
    assert staff.post(f"/admin/catalogue/product/{wine.product_id}/delete/", {"post": "yes"}).status_code == 302
    assert not Variation.objects.exists()


@pytest.mark.parametrize(
    "days",
    [
        "at__year=99999999999",
        "at__year=9999",
        "at__year=9999&at__month=12",
        "at__year=9999&at__month=12&at__day=31",
        "at__year=2026&at__month=99999999999999999999",
        "at__year=2026&at__month=13",
    ],
)
def test_movements_are_filtered_by_days_from_and_to_alone(staff: Client, days: str) -> None:
    assert staff.get(f"{MOVEMENTS}?{days}").headers["Location"] == MOVEMENTS


def test_movements_of_days_that_no_calendar_has(staff: Client, wine: Variation) -> None:
    answer = staff.get(f"{MOVEMENTS}?at_from=2026-13-01&at_to=99999-01-01")
    assert wine.product.name in answer.content.decode(), "the filter is dropped"


def test_movements_of_some_days(staff: Client, wine: Variation) -> None:
    day = timezone.localdate()
    for first, found in ((day, True), (day + timedelta(days=1), False)):
        html = staff.get(MOVEMENTS, {"at_from": first.isoformat(), "at_to": "2999-01-01"}).content.decode()
        assert (wine.product.name in html) == found
