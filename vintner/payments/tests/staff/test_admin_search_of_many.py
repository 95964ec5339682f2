"""The admin's lists in a shop with many orders: found quickly, and counted no further than needed."""

import re
from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from vintner.orders.models import Order
from vintner.payments.tests.staff.order_search import LIST, read_numbers, search_orders
from vintner.payments.tests.staff.order_search import order as order
from vintner.testing import big_orders
from vintner.web.admin import bounded_list

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]
LEDGER = "/admin/shipping/sent/"
MANY = 5000
PAYMENTS = "/admin/payments/payment/"
EMAILS = "/admin/orders/email/"
MANY_ROWS = "orders_order|orders_orderline|payments_payment|shipping_sent|orders_email"


@pytest.fixture(scope="module")
def _many(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Write many orders once for all tests of the file, in a transaction that is rolled back after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        big_orders.fill(MANY)
        big_orders.analyze()
        yield
        transaction.set_rollback(True)


@pytest.fixture
def many(_many: None, order: Order) -> Order:
    return order


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("address", "query"),
    [
        (LIST, {}),
        (LIST, {"status__in": "processing"}),
        (LIST, {"refund": "partly"}),
        (LIST, {"q": "9055550147"}),
        (LIST, {"q": "niagara-on-the-lake"}),
        (LIST, {"q": "pi_3MtwBwLkdIwHu7ix"}),
        (LIST, {"q": "4711 mill lane"}),
        (LIST, {"q": "hugo napa"}),
        (LIST, {"placed_at_from": "2020-01-01", "placed_at_to": "2020-02-01"}),
        (LEDGER, {}),
        (LEDGER, {"q": "buyer4711@example.com"}),
        (PAYMENTS, {}),
        (PAYMENTS, {"q": "pi_big4711"}),
        (PAYMENTS, {"q": "4711"}),
        (PAYMENTS, {"wallet__exact": "link"}),
        (EMAILS, {}),
        (EMAILS, {"q": "buyer4711@example.com"}),
        (EMAILS, {"q": "Order 4711"}),
        (EMAILS, {"state": "waiting"}),
    ],
    ids=lambda value: "&".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else value,
)
def test_a_list_reads_no_table_of_many_rows_whole(
    staff: Client, many: Order, address: str, query: dict[str, str]
) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert staff.get(address, query).status_code == 200
    assert len(queries) <= 16
    for each in queries.captured_queries:
        if not each["sql"].startswith("SELECT") or ("COUNT(*)" in each["sql"] and not query):
            continue
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {each['sql']}")
            plan = "\n".join(row[0] for row in cursor.fetchall())
        assert not re.search(rf"Seq Scan on ({MANY_ROWS})\b", plan), plan


def test_twenty_orders_are_a_page_of_less_than_100_kb(staff: Client, many: Order) -> None:
    """The theme alone would write 250 KB."""
    html = staff.get(LIST, {"placed_at_from": "2020-01-01"}).content
    assert html.count(b"data-row") == 20
    assert len(html) < 100_000


def pages(html: str) -> set[int]:
    """Return the pages that a list leads to."""
    return {int(number) for number in re.findall(r'href="\?[^"]*\bp=(\d+)', html)}


@pytest.mark.parametrize("text", ["estate", "mill", "estate mill"])
def test_of_a_common_word_a_few_pages_are_counted(staff: Client, many: Order, text: str) -> None:
    first = staff.get(LIST, {"q": text}).content.decode()
    assert "More than 100 orders" in re.sub(r"\s+", " ", first)
    assert max(pages(first)) == 5
    assert "all=" not in first
    assert len(read_numbers(staff.get(LIST, {"q": text, "all": ""}).content.decode())) == 20
    fifth = staff.get(LIST, {"q": text, "p": "5"}).content.decode()
    assert max(pages(fifth)) == 9
    assert read_numbers(fifth)
    assert not read_numbers(first).keys() & read_numbers(fifth).keys()


def test_a_search_finds_what_has_one_word_in_its_wine_and_another_in_its_address(staff: Client, many: Order) -> None:
    one = Order.objects.get(key="wc_order_big_1234")
    text = f"{one.billing['last_name']} reserve {one.lines.get().sku}"
    assert search_orders(staff, text) == [one.pk]
    assert search_orders(staff, f"{text} riesling") == []


def test_a_long_list_is_counted_to_a_bound(staff: Client, many: Order, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_list, "MOST", 1000)
    html = staff.get(LIST).content.decode()
    assert "More than 1000 orders" in re.sub(r"\s+", " ", html)
    assert max(pages(html)) == 50
    assert read_numbers(staff.get(LIST, {"p": "50"}).content.decode())
