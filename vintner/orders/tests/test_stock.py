"""Holding, selling and giving back bottles."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.models import Product, StockMovement, UncountedSale, Variation
from vintner.orders import jobs, orders, stock
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, only_variation
from vintner.testing.orders import new_order
from vintner.testing.races import LONGEST_WAIT

pytestmark = pytest.mark.django_db
SOON = timedelta(hours=1)


def order_of(wine: Product, quantity: int) -> Order:
    """An order that holds so many bottles of a wine."""
    order = orders.create(new_order())
    with transaction.atomic():
        stock.reserve(order, {only_variation(wine).pk: quantity}, timezone.now() + SOON)
    return order


def counts(wine: Product) -> tuple[int, int]:
    variation = only_variation(wine)
    return variation.on_hand, variation.reserved


@pytest.mark.parametrize(
    ("bottles", "backorders", "wanted", "held"),
    [
        (3, "no", 3, True),
        (3, "no", 4, False),
        (0, "no", 1, False),
        (0, "notify", 5, True),
        (0, "yes", 5, True),
        (None, "no", 500, True),
    ],
    ids=["the last ones", "one too many", "none", "backorder with notice", "backorder", "not counted"],
)
def test_only_free_bottles_are_held(bottles: int | None, backorders: str, wanted: int, held: bool) -> None:
    wine = make_product(stock=bottles, backorders=backorders)
    if held:
        order_of(wine, wanted)
        assert counts(wine) == (bottles or 0, wanted)
        return
    with pytest.raises(Refusal) as refusal:
        order_of(wine, wanted)
    assert refusal.value.code == "out_of_stock"
    assert counts(wine) == (bottles, 0)


def test_a_wine_flagged_as_sold_out_is_not_held() -> None:
    wine = make_product(stock=None)
    Variation.objects.filter(product=wine).update(available=False)
    with pytest.raises(Refusal):
        order_of(wine, 1)


def test_bottles_are_sold_once_and_counted() -> None:
    wine = make_product(stock=5)
    order = order_of(wine, 2)
    assert stock.sell(order)
    assert stock.sell(order)
    assert counts(wine) == (3, 0)


def uncounted(order: Order) -> list[int]:
    """What orders have sold of the order's product, as the rows that the job adds up."""
    product_id = order.lines.get().product_id
    return list(UncountedSale.objects.filter(product_id=product_id).order_by("pk").values_list("quantity", flat=True))


def test_a_sale_adds_a_row_once_and_leaves_the_product_alone(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    order = order_of(make_product(stock=5), 2)
    stock.sell(order)
    stock.sell(order)
    assert uncounted(order) == [1]
    assert Product.objects.filter(sales_count=0).count() == 2
    with django_assert_num_queries(1):
        stock._count_sales(order, 1)


@pytest.mark.django_db(transaction=True)
def test_a_sale_waits_for_nobody_who_has_locked_the_product() -> None:
    order = order_of(make_product(stock=5), 2)

    def sell() -> bool:
        try:
            with transaction.atomic():
                return stock.sell(order)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        assert len(Product.objects.select_for_update()) == 2
        assert pool.submit(sell).result(timeout=LONGEST_WAIT)
    assert uncounted(order) == [1]


def test_a_sale_that_is_undone_is_taken_back_once() -> None:
    order = order_of(make_product(stock=5), 2)
    orders.put_on_hold(order, "bank at work")
    orders.fail(order, "bank said no")
    assert uncounted(order) == [1, -1]
    stock.unsell(order)
    assert uncounted(order) == [1, -1]
    stock.sell(order)
    orders.cancel(order, "customer")
    stock.restock_unsold(order)
    assert uncounted(order) == [1, -1, 1, -1]


def test_bottles_are_given_back_once() -> None:
    wine = make_product(stock=5)
    order = order_of(wine, 2)
    stock.release(order)
    stock.release(order)
    assert counts(wine) == (5, 0)


def test_sold_bottles_are_not_given_back() -> None:
    wine = make_product(stock=5)
    order = order_of(wine, 2)
    stock.sell(order)
    stock.release(order)
    assert counts(wine) == (3, 0)


def test_money_that_comes_late_takes_bottles_only_if_they_are_free() -> None:
    wine = make_product(stock=2)
    late, quick = order_of(wine, 2), orders.create(new_order())
    stock.release(late)
    stock.reserve(quick, {only_variation(wine).pk: 1}, timezone.now() + SOON)
    orders.mark_paid(late, "late")
    assert (late.status, counts(wine)) == (Status.ON_HOLD, (2, 1))
    assert late.events.filter(alert=True).exists()
    assert set(late.emails.values_list("kind", flat=True)) == {"alert"}


def test_money_that_never_came_gives_the_bottles_back_to_the_hold() -> None:
    wine = make_product(stock=5)
    order = order_of(wine, 2)
    orders.put_on_hold(order, "bank at work")
    assert counts(wine) == (3, 0)
    orders.fail(order, "bank said no")
    assert counts(wine) == (5, 2)


def test_the_hold_of_a_failed_order_ends_with_its_time() -> None:
    wine = make_product(stock=5)
    order = order_of(wine, 2)
    orders.fail(order, "declined")
    jobs.expire_holds(0)
    assert counts(wine) == (5, 2)
    order.reservations.update(expires_at=timezone.now())
    jobs.expire_holds(0)
    assert counts(wine) == (5, 0)


def test_trying_again_holds_the_bottles_anew() -> None:
    wine = make_product(stock=2)
    order = order_of(wine, 2)
    orders.fail(order, "declined")
    stock.release(order)
    stock.reserve(order, {only_variation(wine).pk: 2}, timezone.now() + SOON)
    assert counts(wine) == (2, 2)
    assert stock.sell(order)
    assert counts(wine) == (0, 0)


def test_listings_are_told_when_the_last_bottle_goes_and_the_first_comes_back() -> None:
    wine = make_product(stock=2)
    order = order_of(wine, 2)
    jobs.refresh_product(wine.pk)
    wine.refresh_from_db()
    assert not wine.in_stock
    stock.release(order)
    jobs.refresh_product(wine.pk)
    wine.refresh_from_db()
    assert wine.in_stock


def test_a_new_order_holds_any_number_of_wines_by_three_statements(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    order = orders.create(replace(new_order(), cart_id=uuid4()))
    wines = [only_variation(make_product(stock=9)).pk for _ in range(4)]
    with django_assert_num_queries(3):  # what is held for its cart, the bottles, the holds
        stock.reserve_first(order, dict.fromkeys(wines, 2), timezone.now())
    assert set(Variation.objects.filter(pk__in=wines).values_list("reserved", flat=True)) == {2}


def test_one_wine_too_few_is_named_and_what_is_left_of_others_does_not_matter() -> None:
    order = orders.create(new_order())
    plenty, few, fewer = (make_product(stock=stock, name=name) for stock, name in ((9, "A"), (1, "B"), (0, "C")))
    wanted = {only_variation(wine).pk: 2 for wine in (fewer, few, plenty)}
    with pytest.raises(Refusal, match="Only 1 of “B” are left"), transaction.atomic():
        stock.reserve_first(order, wanted, timezone.now())
    assert not Variation.objects.exclude(reserved=0).exists()
    assert not order.reservations.exists()


def test_bottles_are_moved_once_whatever_plan_the_database_makes() -> None:
    """The function has a step of its own. In a join the database may call it again for each line: it does so when its
    statistics are old.
    """
    order = orders.create(new_order())
    with connection.cursor() as cursor:
        cursor.execute(
            f"EXPLAIN (COSTS off) {stock._SELL_HELD}", {"order": order.pk, "reason": "sold", "now": timezone.now()}
        )
        plan = "\n".join(line for (line,) in cursor.fetchall())
    _, _, own_step = plan.partition("CTE moved")
    step, called, _ = own_step.partition("Function Scan on catalogue_move_stock")
    assert "Aggregate" in step, "it is called for the one row that sums up what was held"
    assert (called != "", plan.count("Function Scan")) == (True, 1)


def test_a_sale_of_several_wines_takes_each_once() -> None:
    order = orders.create(new_order())
    wines = [only_variation(make_product(stock=9)).pk for _ in range(4)]
    stock.reserve(order, dict.fromkeys(wines, 2), timezone.now())
    assert stock.sell(order)
    assert set(Variation.objects.filter(pk__in=wines).values_list("on_hand", "reserved")) == {(7, 0)}
    assert StockMovement.objects.filter(order_id=order.pk).count() == len(wines)
