"""Orders are found by whatever staff has of them."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client

from vintner.back_office.order_list_admin import OrderList
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.payments.tests.staff.order_search import LIST, search_orders
from vintner.payments.tests.staff.order_search import order as order
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "text",
    [
        *("905 555 0147", "(905) 555-0147", "+1 905-555-0147", "9055550147", "19055550147", "555-0147"),
        *("L0S 1J0", "l0s1j0", "77 cannery row", "unit 4b", "niagara-on-the-lake", "zoë o'hara", "ltd 50%"),
        *("zoe", "Zoé", "ZOË O'HARA", "zoe ohara", "O’Hara", "cannery röw"),
        *("pi_3MtwBwLkdIwHu7ix", "ch_3MmlLrLkdIwHu7ix", "jane@example.com", "cannery niagara 9055550147"),
    ],
)
def test_an_order_is_found_by(staff: Client, order: Order, text: str) -> None:
    other = orders.create(new_order())
    Order.objects.filter(pk=other.pk).update(email="other@example.com")
    assert search_orders(staff, text) == [order.pk]


def test_an_order_is_found_by_its_wine_with_its_accents_and_without(staff: Client) -> None:
    new = new_order()
    orders.create(new)
    line = replace(new.lines[0], name="Château Grüner Höhe", producer="Müller & Söhne")
    order = orders.create(replace(new, lines=(line,)))
    for text in ("Chateau Gruner", "château grüner", "muller", "Müller", "sohne höhe"):
        assert search_orders(staff, text) == [order.pk], text
    assert search_orders(staff, "mueller") == []


def test_the_searched_texts_of_orders_have_an_index(order: Order) -> None:
    asked = {
        "orders_by_searched_text": f"SELECT id FROM orders_order WHERE {OrderList.text} LIKE plain_text(%s)",  # noqa: S608 - ours
        "order_lines_by_searched_text": next(each.sql for each in OrderList.sources if "orderline" in each.sql),
    }
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        for index, sql in asked.items():
            cursor.execute(f"EXPLAIN {sql}", ["%müller%"])
            assert index in str(cursor.fetchall())


def test_an_order_is_found_by_its_number_and_its_wine(staff: Client, order: Order) -> None:
    line = order.lines.get()
    for text in (order.number, line.sku, line.name):
        assert order.pk in search_orders(staff, text)


@pytest.mark.parametrize("text", ["nobody", "50_ ltd", "cannery reno", "pi_3Mt", "9" * 40, "\\"])
def test_nothing_else_is_found(staff: Client, order: Order, text: str) -> None:
    assert search_orders(staff, text) == []


def test_drafts_are_neither_listed_nor_offered(staff: Client, order: Order) -> None:
    html = staff.get(LIST).content.decode()
    assert 'value="processing"' in html
    assert 'value="checkout-draft"' not in html


def test_a_list_says_how_many_there_are(staff: Client, order: Order) -> None:
    html = re.sub(r"\s+", " ", staff.get(LIST).content.decode())
    assert ">1 order<" in html
    assert "More than" not in html


def test_an_order_is_found_by_its_number_as_e_mails_write_it(staff: Client, order: Order) -> None:
    assert f"/admin/orders/order/{order.pk}/change/" in staff.get(LIST, {"q": f"#{order.pk}"}).content.decode()


@pytest.mark.parametrize("lookup", ["key__startswith", "key__regex", "key", "pk__regex", "status__regex"])
def test_a_list_is_filtered_by_nothing_but_its_filters(staff: Client, order: Order, lookup: str) -> None:
    assert staff.get(LIST, {lookup: "wc_order_"}).headers["Location"] == LIST


def test_a_list_is_filtered_by_number_and_by_its_filters(staff: Client, order: Order) -> None:
    assert staff.get(LIST, {"id": order.pk}).status_code == 200
    assert staff.get("/admin/catalogue/review/", {"status__exact": "pending"}).status_code == 200
