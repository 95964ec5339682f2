"""The invoice and the packing slip, read back from their PDF."""

import io
from dataclasses import replace
from unicodedata import normalize

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader
from pytest_django import Settings

from vintner.money import Money
from vintner.orders import orders
from vintner.orders.documents.documents import has_invoice, invoice, packing_slip
from vintner.orders.models import Order, OrderAdjustment, Refund
from vintner.orders.orders import NewAdjustment, NewOrder
from vintner.orders.rules import GiftOptions, Status
from vintner.shipping.regions import Address
from vintner.testing.builders import make_user
from vintner.testing.orders import new_order
from vintner.testing.papers import drawn_lines, read_lines

pytestmark = pytest.mark.django_db

JANE = Address(
    first_name="Jane",
    last_name="Doe",
    country="US",
    address_1="1 Main St",
    city="Los Angeles",
    state="CA",
    postcode="90001",
    phone="555 0100",
)


def a_full_order() -> NewOrder:
    """Two bottles for $40 less a coupon of $4, delivery $10, a fee of $5, tax $2.90."""
    kinds = OrderAdjustment.Kind
    return replace(
        new_order(),
        adjustments=(
            NewAdjustment(kind=kinds.COUPON, label="SAVE10", rate="", amount=Money(400)),
            NewAdjustment(kind=kinds.FEE, label="Adult signature", rate="", amount=Money(500)),
            NewAdjustment(kind=kinds.TAX, label="CA Tax", rate="7.25%", amount=Money(290)),
        ),
        discount=Money(400),
        shipping_total=Money(1000),
        shipping_title="Flat rate",
        fee_total=Money(500),
        tax_total=Money(290),
        total=new_order().subtotal - Money(400) + Money(1000) + Money(500) + Money(290),
        billing=JANE,
        shipping=JANE,
        customer_note="Ring twice",
    )


def paid(new: NewOrder) -> Order:
    order = orders.create(new)
    orders.move(order, Status.PROCESSING, "Paid.", quietly=True)
    return order


def test_the_number_of_the_page_stands_in_the_middle() -> None:
    page = PdfReader(io.BytesIO(invoice(paid(new_order())))).pages[0]
    found: dict[str, float] = {}
    page.extract_text(visitor_text=lambda text, _, at, *__: found.update({text.strip(): at[4]}))
    half = float(page.mediabox.width) / 2 - found["Page 1 of 1"]
    assert half == pytest.approx(19, abs=0.5), "points: half of the words in 8 pt"


def test_the_invoice_says_who_bought_what_and_what_it_cost(settings: Settings) -> None:
    order = paid(a_full_order())
    text = read_lines(invoice(order))
    for words in (
        f"Invoice {order.number}",
        settings.STORE_STREET,
        "San Francisco, CA 94110",
        "Jane Doe",
        "Los Angeles, CA 90001",
        order.lines.get().name,
        "Coupon: SAVE10",
        "−$4.00",
        "Shipping (Flat rate)",
        "$10.00",
        "Adult signature",
        "CA Tax (7.25%)",
        "$2.90",
        order.total.text,
    ):
        assert words in text
    assert "Amount due" not in text


def test_the_letterhead_has_the_mark_of_the_house_and_of_no_other_store(settings: Settings) -> None:
    order = paid(a_full_order())
    ours = len(invoice(order))
    settings.HAS_HOUSE_MARK = False
    assert ours > len(invoice(order)) + 100


def test_what_has_gone_back_stands_on_the_invoice_and_what_failed_does_not() -> None:
    order = paid(a_full_order())
    for amount, state in ((700, Refund.State.DONE), (123, Refund.State.FAILED)):
        asked = Refund.objects.create(order=order, amount=Money(amount), key=str(amount))
        Refund.objects.filter(pk=asked.pk).update(state=state, ended_at=timezone.now())
    text = read_lines(invoice(order))
    assert "−$7.00" in text
    assert "Refunded on" in text
    assert (order.total - Money(700)).text in text
    assert "$1.23" not in text


def test_an_unpaid_order_has_no_invoice_but_the_one_that_staff_sends() -> None:
    order = orders.create(a_full_order())
    assert not has_invoice(order)
    text = read_lines(invoice(order))
    assert "Amount due" in text
    assert "Not paid yet" in text


@pytest.mark.parametrize("status", [Status.PROCESSING, Status.COMPLETED, Status.REFUNDED])
def test_what_was_paid_has_an_invoice(status: Status) -> None:
    assert has_invoice(Order(status=status))


def test_the_packing_slip_has_everything_to_pack_and_no_price() -> None:
    order = paid(a_full_order())
    text = read_lines(packing_slip(order))
    line = order.lines.get()
    for words in (f"Packing slip {order.number}", line.name, line.sku, "Flat rate", "Ring twice", "555 0100"):
        assert words in text
    assert "an adult must sign" in text
    assert "$" not in text


def test_the_packing_slip_of_a_gift_has_its_message_and_the_invoice_does_not() -> None:
    message = "Dear Bea,\nhappy birthday! 🥂❤\ufe0f\nПоздравляю\nمی\u200cخواهم"
    gift = GiftOptions(is_gift=True, message=message, without_prices=True)
    order = paid(replace(a_full_order(), gift=gift))
    text = read_lines(packing_slip(order))
    assert "A message for you" in text
    assert "Dear Bea,\nhappy birthday!" in text
    assert "Поздравляю" in text
    assert "🥂❤" in text
    assert "\ufe0f" not in text
    assert "\ufee2\ufeeb\ufe8d\ufeee\ufea7\ufbfd\ufee3" in drawn_lines(packing_slip(order)), "two words, one sign"
    assert "$" not in text
    assert "Dear Bea" not in read_lines(invoice(order))


def test_a_message_of_many_lines_goes_on_over_pages() -> None:
    order = paid(replace(a_full_order(), gift=GiftOptions(is_gift=True, message="\n".join(["a"] * 149))))
    assert len(PdfReader(io.BytesIO(packing_slip(order))).pages) > 1


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["Zoë Łukaszewicz", "Дмитрий Щукин", "Γιώργος", "Đặng Thị Ánh", "山田太郎", "김철수"])
def test_names_of_any_alphabet_can_be_read(name: str) -> None:
    order = paid(replace(a_full_order(), shipping=replace(JANE, first_name=name)))
    assert name in read_lines(packing_slip(order))
    assert name in read_lines(invoice(order))


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [("דוד", "Doe דוד"), ("محمد", "Doe دمحم"), ("Zoe\u0308", "Zoë Doe")],
)
def test_papers_have_names_of_any_script_in_their_order(typed: str, drawn: str) -> None:
    order = paid(replace(a_full_order(), billing=replace(JANE, first_name=typed), shipping=JANE))
    assert drawn in normalize("NFKC", "\n".join(drawn_lines(invoice(order)))).splitlines()


def test_whatever_a_paper_tells_is_drawn_in_a_font_that_has_it() -> None:
    order = paid(replace(a_full_order(), payment_title="بطاقة"))
    assert "ةقاطب" in normalize("NFKC", "\n".join(drawn_lines(invoice(order))))


def test_a_long_order_goes_on_over_pages_with_its_headings() -> None:
    new = new_order()
    lines = tuple(replace(new.lines[0], name=f"Wine {number}") for number in range(80))
    order = paid(replace(new, lines=lines))
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(invoice(order))).pages]
    assert len(pages) > 1
    assert all("Quantity" in page for page in pages[:-1])
    assert "Wine 79" in "".join(pages)


def test_what_a_customer_writes_is_printed_as_it_is() -> None:
    order = paid(replace(a_full_order(), customer_note="Ring at {nb}, {total}"))
    text = read_lines(packing_slip(order))
    assert "Ring at {nb}, {total}" in text
    assert "Page 1 of 1" in text


@pytest.mark.parametrize("paper", ["invoice", "packing-slip"])
def test_staff_who_may_look_at_orders_get_the_papers(client: Client, paper: str) -> None:
    order = orders.create(a_full_order())
    path = f"/admin/orders/order/{order.pk}/{paper}.pdf"
    assert client.get(path).headers["Location"].startswith("/admin/login/")
    client.force_login(make_user("jane@example.com"))
    assert client.get(path).status_code == 302
    packer = make_user("packer@example.com", is_staff=True)
    client.force_login(packer)
    assert client.get(path).status_code == 403
    packer.user_permissions.add(Permission.objects.get(codename="view_order"))
    response = client.get(path)
    assert response.headers["Content-Type"] == "application/pdf"
    assert order.lines.get().name in read_lines(response.content)
    assert f"{paper}.pdf".encode() in client.get(f"/admin/orders/order/{order.pk}/change/").content


def test_drafts_have_no_papers(client: Client) -> None:
    client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    draft = Order.objects.create(status=Status.DRAFT, email="jane@example.com", billing={})
    assert client.get(f"/admin/orders/order/{draft.pk}/invoice.pdf").status_code == 404


def test_a_box_is_packed_and_billed_as_its_bottles() -> None:
    new = new_order()
    [line] = new.lines
    order = paid(replace(new, lines=(replace(line, quantity=2, bottles_each=3), replace(line, quantity=2))))
    for text in (read_lines(packing_slip(order)), read_lines(invoice(order))):
        assert "2 boxes (6 bottles)" in text.replace("\n", " ")
    assert "Bottles in all 8" in read_lines(packing_slip(order)).replace("\n", " ")
