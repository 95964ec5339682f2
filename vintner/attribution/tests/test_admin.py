"""What staff sees of where orders and customers came from."""

import csv

import pytest
from django.test import Client

from vintner.attribution.attributions import record_customer, record_order
from vintner.attribution.models import TEXTS
from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.testing.builders import make_user
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db
EVIL = "<script>alert(1)</script>"


def make_order(email: str, **fields: str) -> Order:
    order = Order.objects.create(email=email, billing={})
    record_order(order, fields)
    return order


def test_the_list_shows_origins_and_is_filtered_by_them(staff: Client) -> None:
    make_order("a@example.com", source_type="organic", utm_source="google")
    make_order("b@example.com", source_type="typein", utm_source="(direct)")
    make_order("c@example.com")
    text = staff.get("/admin/orders/order/").content.decode()
    assert all(label in text for label in ("Organic: Google", "Direct", "Unknown"))
    for chosen, email in (("organic", "a@"), ("typein", "b@"), ("unknown", "c@")):
        text = staff.get(f"/admin/orders/order/?origin={chosen}").content.decode()
        assert [other for other in ("a@", "b@", "c@") if f"{other}example.com" in text] == [email]
    assert staff.get("/admin/orders/order/?origin=%00").status_code < 500


def test_an_order_shows_all_that_is_known_and_escapes_it(staff: Client) -> None:
    order = make_order(
        "a@example.com", source_type="utm", utm_source=EVIL, session_pages="4", user_agent="Phone Mobile"
    )
    text = staff.get(f"/admin/orders/order/{order.pk}/change/").content.decode()
    assert "Source: &lt;script&gt;" in text
    assert EVIL not in text
    assert "Pages in this visit" in text
    assert "Mobile" in text
    assert "Unknown" in staff.get(f"/admin/orders/order/{make_order('b@example.com').pk}/change/").content.decode()


def test_no_field_of_an_order_is_markup_or_a_formula(staff: Client) -> None:
    texts = {name: f"={name}<script>\r\n" for name in TEXTS} | {"source_type": "utm", "user_agent": "=agent<script>"}
    order = orders.create(new_order())
    record_order(order, texts)
    orders.mark_paid(order, "Paid.")
    record_customer(make_user("ana@example.com"), texts)
    customer = User.objects.get(email="ana@example.com")
    page = staff.get(f"/admin/orders/order/{order.pk}/change/").content.decode()
    account = staff.get(f"/admin/customers/user/{customer.pk}/change/").content.decode()
    listing, reports = (staff.get(f"/admin/{path}/").content.decode() for path in ("orders/order", "analytics/reports"))
    for text in (page, account):
        assert all(f"={name}&lt;script&gt;" in text for name in (*TEXTS[1:], "agent"))
    assert "&lt;script&gt;" in listing
    assert "&lt;script&gt;" in reports
    for text in (page, account, listing, reports):
        assert not any(f"{name}<script>" in text for name in (*TEXTS, "agent"))
    answer = staff.get("/admin/analytics/reports/revenue.csv")
    rows = list(csv.reader(answer.getvalue().decode("utf-8-sig").splitlines()))
    assert any("utm_source<script>" in cell for row in rows for cell in row)
    assert not any(cell.startswith("=") for row in rows for cell in row)


def test_a_customer_shows_what_led_to_the_registration(staff: Client) -> None:
    customer = make_user("ana@example.com")
    record_customer(customer, {"source_type": "referral", "utm_source": EVIL})
    text = staff.get(f"/admin/customers/user/{customer.pk}/change/").content.decode()
    assert "Referral: &lt;script&gt;" in text
    assert EVIL not in text
