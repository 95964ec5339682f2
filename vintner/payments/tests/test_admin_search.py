"""Orders are found by whatever staff has of them, and quickly in a shop that has many."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from vintner.money import Money
from vintner.orders import orders
from vintner.orders.addresses import Address
from vintner.orders.models import Order
from vintner.orders.tests.test_guards import new_order
from vintner.payments.models import Payment
from vintner.testing import big_orders
from vintner.testing.builders import make_user
from vintner.web import bounded_list

pytestmark = pytest.mark.django_db
LIST = "/admin/orders/order/"
LEDGER = "/admin/shipping/sent/"
MANY = 5000
MANY_ROWS = "orders_order|orders_orderline|payments_payment|shipping_sent"


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def order() -> Order:
    billing = Address(
        first_name="Zoë",
        last_name="O'Hara",
        company="Half 50% Ltd",
        country="CA",
        state="ON",
        address_1="77 Cannery Row",
        address_2="Unit 4b",
        city="Niagara-on-the-Lake",
        postcode="L0S 1J0",
        phone="+1 (905) 555-0147",
    )
    order = orders.create(replace(new_order(), billing=billing))
    Payment.objects.create(
        order=order,
        attempt=1,
        amount=Money(2145),
        idempotency_key="key",
        intent_id="pi_3MtwBwLkdIwHu7ix",
        charge_id="ch_3MmlLrLkdIwHu7ix",
    )
    return order


@pytest.fixture
def many(order: Order) -> Order:
    big_orders.fill(MANY)
    big_orders.analyze()
    return order


def found(staff: Client, text: str) -> list[int]:
    return list(found_numbers(staff.get(LIST, {"q": text}).content.decode()))


def found_numbers(html: str) -> dict[int, None]:
    """Return the orders of a list, in its sequence."""
    return dict.fromkeys(int(number) for number in re.findall(r"/admin/orders/order/(\d+)/change/", html))


@pytest.mark.parametrize(
    "text",
    [
        *("905 555 0147", "(905) 555-0147", "+1 905-555-0147", "9055550147", "19055550147", "555-0147"),
        *("L0S 1J0", "l0s1j0", "77 cannery row", "unit 4b", "niagara-on-the-lake", "zoë o'hara", "ltd 50%"),
        *("pi_3MtwBwLkdIwHu7ix", "ch_3MmlLrLkdIwHu7ix", "jane@example.com", "cannery niagara 9055550147"),
    ],
)
def test_an_order_is_found_by(staff: Client, order: Order, text: str) -> None:
    other = orders.create(new_order())
    Order.objects.filter(pk=other.pk).update(email="other@example.com")
    assert found(staff, text) == [order.pk]


def test_an_order_is_found_by_its_number_and_its_wine(staff: Client, order: Order) -> None:
    line = order.lines.get()
    for text in (order.number, line.sku, line.name):
        assert order.pk in found(staff, text)


@pytest.mark.parametrize("text", ["nobody", "50_ ltd", "cannery reno", "pi_3Mt", "9" * 40, "\\"])
def test_nothing_else_is_found(staff: Client, order: Order, text: str) -> None:
    assert found(staff, text) == []


def test_drafts_are_neither_listed_nor_offered(staff: Client, order: Order) -> None:
    html = staff.get(LIST).content.decode()
    assert 'value="processing"' in html
    assert 'value="checkout-draft"' not in html


@pytest.mark.parametrize(
    ("address", "asked"),
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
    ],
    ids=lambda value: "&".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else value,
)
def test_a_list_reads_no_table_of_many_rows_whole(
    staff: Client, many: Order, address: str, asked: dict[str, str]
) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert staff.get(address, asked).status_code == 200
    assert len(queries) <= 16
    for query in queries.captured_queries:
        if not query["sql"].startswith("SELECT") or ("COUNT(*)" in query["sql"] and not asked):
            continue
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {query['sql']}")
            plan = "\n".join(row[0] for row in cursor.fetchall())
        assert not re.search(r"Seq Scan on (orders_order|orders_orderline|payments_payment|shipping_sent)\b", plan), (
            plan
        )


def pages(html: str) -> set[int]:
    """Return the pages that a list leads to."""
    return {int(number) for number in re.findall(r'href="\?[^"]*\bp=(\d+)', html)}


@pytest.mark.parametrize("text", ["estate", "mill", "estate mill"])
def test_of_a_common_word_a_few_pages_are_counted(staff: Client, many: Order, text: str) -> None:
    first = staff.get(LIST, {"q": text}).content.decode()
    assert "More than 100 orders" in re.sub(r"\s+", " ", first)
    assert max(pages(first)) == 5
    assert "all=" not in first
    assert len(found_numbers(staff.get(LIST, {"q": text, "all": ""}).content.decode())) == 20
    fifth = staff.get(LIST, {"q": text, "p": "5"}).content.decode()
    assert max(pages(fifth)) == 9
    assert found_numbers(fifth)
    assert not found_numbers(first).keys() & found_numbers(fifth).keys()


def test_a_search_finds_what_has_one_word_in_its_wine_and_another_in_its_address(staff: Client, many: Order) -> None:
    one = Order.objects.get(key="wc_order_big_1234")
    text = f"{one.billing['last_name']} reserve {one.lines.get().sku}"
    assert found(staff, text) == [one.pk]
    assert found(staff, f"{text} riesling") == []


def test_a_list_says_how_many_there_are(staff: Client, order: Order) -> None:
    html = re.sub(r"\s+", " ", staff.get(LIST).content.decode())
    assert ">1 order<" in html
    assert "More than" not in html


def test_a_long_list_is_counted_to_a_bound(staff: Client, many: Order, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_list, "MOST", 1000)
    html = staff.get(LIST).content.decode()
    assert "More than 1000 orders" in re.sub(r"\s+", " ", html)
    assert max(pages(html)) == 50
    assert found_numbers(staff.get(LIST, {"p": "50"}).content.decode())


def test_an_order_is_found_by_its_number_as_e_mails_write_it(staff: Client, order: Order) -> None:
    assert f"/admin/orders/order/{order.pk}/change/" in staff.get(LIST, {"q": f"#{order.pk}"}).content.decode()


@pytest.mark.parametrize("lookup", ["key__startswith", "key__regex", "key", "pk__regex", "status__regex"])
def test_a_list_is_filtered_by_nothing_but_its_filters(staff: Client, order: Order, lookup: str) -> None:
    assert staff.get(LIST, {lookup: "wc_order_"}).status_code == 400


def test_a_list_is_filtered_by_number_and_by_its_filters(staff: Client, order: Order) -> None:
    assert staff.get(LIST, {"id": order.pk}).status_code == 200
    assert staff.get("/admin/catalogue/review/", {"status__exact": "pending"}).status_code == 200
