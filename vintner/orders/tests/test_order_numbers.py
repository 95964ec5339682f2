"""Numbers that do not tell how many orders there are: the merchant's prefix and start."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from vintner.orders import orders
from vintner.orders.emails import emails, mailed_link
from vintner.orders.models import Email, Order, OrderNumbering
from vintner.orders.numbers.order_numbers import begin_anew, read_number
from vintner.testing.html_forms import read_form
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db
PAGE = "/admin/orders/ordernumbering/"


def begin(prefix: str, start: int) -> None:
    numbering = OrderNumbering(prefix=prefix, start=start)
    begin_anew(numbering)
    OrderNumbering.objects.update_or_create(
        pk=1, defaults={"prefix": numbering.prefix, "start": start, "added": numbering.added}
    )


def test_without_a_setting_the_number_is_the_id() -> None:
    order = orders.create(new_order())
    assert order.number == Order.objects.get().number == str(order.pk)


def test_orders_go_on_from_the_chosen_number_and_older_ones_keep_theirs() -> None:
    before = orders.create(new_order())
    begin("v", 10001)
    assert [orders.create(new_order()).number for _ in range(2)] == ["V10001", "V10002"]
    begin("WINE-", 1)
    assert orders.create(new_order()).number == "WINE-1"
    before.refresh_from_db()
    assert before.number == str(before.pk)


def test_no_number_is_given_twice() -> None:
    orders.create(new_order())
    begin("V", 500)
    orders.create(new_order())
    for prefix, start in (("V", 500), ("v", 1), ("", 1)):
        with pytest.raises(ValidationError, match="was given already"):
            begin(prefix, start)
    begin("V", 501)
    assert orders.create(new_order()).number == "V501"


def test_the_database_keeps_the_number() -> None:
    order = orders.create(new_order())
    with pytest.raises(IntegrityError, match="does not change"), transaction.atomic():
        Order.objects.filter(pk=order.pk).update(number="V1")


def test_e_mail_look_up_and_staff_know_the_order_by_its_number(admin_client: Client) -> None:
    begin("V", 10001)
    order = orders.create(new_order())
    other = orders.create(new_order())
    emails.queue(order, emails.EmailKind.NEW_ORDER)
    assert Email.objects.get().subject == "[Vintner]: You've got a new order: #V10001"
    mailed_link.send(read_number(" #v10001 "), order.email)
    assert Email.objects.get(kind="link").order == order
    for searched in ("V10001", "#v10001", "Order V10001", "order #v10001"):
        found = admin_client.get("/admin/orders/order/", {"q": searched}).context["cl"].result_list
        assert [each.pk for each in found] == [order.pk], searched
    assert admin_client.get(f"/admin/orders/order/{other.pk}/change/").content.count(b"Order V10002")


@pytest.mark.parametrize(
    ("typed", "number"),
    [("#58", "58"), (" v10001", "V10001"), ("WINE-7", "WINE-7"), ("twelve", ""), ("9" * 19, ""), ("1 2", ""), ("", "")],
)
def test_numbers_are_read_as_people_type_them(typed: str, number: str) -> None:
    assert read_number(typed) == number


@pytest.mark.parametrize(
    ("prefix", "start", "refused"),
    [
        ("V1", "5", "end with no digit"),
        ("1V", "5", "Begin with a letter"),
        ("V_", "5", "Begin with a letter"),
        ("TOOLONG--", "5", "at most 8 characters"),
        ("V", "0", "greater than or equal to 1"),
    ],
)
def test_the_admin_refuses_what_cannot_be_beside_its_field(
    admin_client: Client, prefix: str, start: str, refused: str
) -> None:
    orders.create(new_order())
    form = read_form(admin_client.get(f"{PAGE}add/").content.decode(), "ordernumbering_form")
    page = admin_client.post(f"{PAGE}add/", {**form, "prefix": prefix, "start": start})
    assert refused in page.content.decode()
    assert not OrderNumbering.objects.exists()


def test_the_merchant_chooses_it_in_the_admin(admin_client: Client) -> None:
    orders.create(new_order())
    form = read_form(admin_client.get(f"{PAGE}add/").content.decode(), "ordernumbering_form")
    assert admin_client.post(f"{PAGE}add/", {**form, "prefix": "v", "start": "10001"}).status_code == 302
    assert orders.create(new_order()).number == "V10001"
    change = f"{PAGE}1/change/"
    assert admin_client.get(f"{PAGE}add/").status_code == 403
    form = read_form(admin_client.get(change).content.decode(), "ordernumbering_form")
    assert admin_client.post(change, {**form, "start": "20000"}).status_code == 302
    assert orders.create(new_order()).number == "V20000"
