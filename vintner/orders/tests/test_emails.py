"""What shopper and merchant are told, and the outbox."""

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from vintner.money import Money
from vintner.orders import notes, orders
from vintner.orders.emails import delivery, emails
from vintner.orders.emails.emails import EmailKind, email_kinds_for_move
from vintner.orders.emails.kinds import OF_MOVES
from vintner.orders.models import Email, Refund, RefundLine
from vintner.orders.rules import Status
from vintner.orders.stock import reserve
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.email_words import words_of
from vintner.testing.orders import new_order
from vintner.testing.written_emails import written_email

pytestmark = pytest.mark.django_db


STOCK = (EmailKind.LOW_STOCK, EmailKind.OUT_OF_STOCK, EmailKind.BACKORDERED)


@pytest.mark.parametrize("kind", list(EmailKind))
def test_every_kind_reads_well_in_text_and_html(kind: EmailKind) -> None:
    order = orders.create(new_order())
    orders.add_note(order, "Look <here>", alert=True)
    refund = Refund(order=order, amount=Money(2145), reason="Corked <all>", intent_id="pi_1")
    part = RefundLine(refund=refund, line=order.lines.get(), quantity=1, amount=Money(2000), tax=Money(145))
    wine = {"wine": "Côte <Vieille>", "sku": "CV-1", "free": 2, "short": 3}
    more = wine if kind in OF_MOVES else {"refund": refund, "refunded_lines": [part], "note": "Look <here>"}
    emails.queue(order, kind, more=more)
    email = written_email()
    assert "{" not in email.subject
    for body in (email.text, email.html):
        assert order.number in body
        assert ("Côte" if kind in STOCK else "$21.45") in body
        assert "{" not in body.split("</head>")[-1]
    assert "&lt;" not in email.text
    assert "<here>" not in email.html
    assert "<all>" not in email.html
    assert "<Vieille>" not in email.html


def test_every_e_mail_a_move_calls_for_is_written_once() -> None:
    order = orders.create(new_order())
    staff = make_user(is_staff=True)
    for to in (Status.PROCESSING, Status.COMPLETED, Status.PROCESSING, Status.COMPLETED):
        orders.move(order, to, by=staff)
    assert sorted(order.emails.values_list("kind", flat=True)) == ["completed", "new_order", "processing"]
    assert set(order.emails.exclude(to=order.email).values_list("kind", flat=True)) == {"new_order"}


@pytest.mark.parametrize(
    ("was", "to", "kinds"),
    [
        (Status.PENDING, Status.ON_HOLD, {EmailKind.ON_HOLD, EmailKind.NEW_ORDER}),
        (Status.PENDING, Status.COMPLETED, {EmailKind.COMPLETED, EmailKind.NEW_ORDER}),
        (Status.ON_HOLD, Status.CANCELLED, {EmailKind.CANCELLED, EmailKind.CANCELLED_ORDER}),
        (Status.PROCESSING, Status.CANCELLED, {EmailKind.CANCELLED, EmailKind.CANCELLED_ORDER}),
        (Status.PENDING, Status.CANCELLED, set()),
        (Status.PROCESSING, Status.ON_HOLD, set()),
        (Status.PROCESSING, Status.REFUNDED, set()),
    ],
)
def test_who_is_told_of_a_move(was: Status, to: Status, kinds: set[EmailKind]) -> None:
    assert set(email_kinds_for_move(was, to)) == kinds


def test_the_details_carry_a_link_to_pay_while_that_is_open_and_go_out_as_often_as_asked() -> None:
    order = orders.create(new_order())
    emails.send_details(order)
    emails.send_details(order)
    first, second = order.emails.order_by("id")
    link = f"/checkout/order-pay/{order.pk}/?pay_for_order=true&"
    assert link in first.text
    assert first.message_id != second.message_id
    orders.move(order, Status.CANCELLED)
    emails.send_details(order)
    assert link not in order.emails.latest("id").text


def test_an_e_mail_can_be_sent_again_word_for_word() -> None:
    order = orders.create(new_order())
    emails.queue(order, EmailKind.PROCESSING)
    first = Email.objects.get()
    for _ in range(2):
        emails.resend(first)
    copies = Email.objects.exclude(pk=first.pk)
    assert {copy.text for copy in copies} == {first.text}
    assert len({copy.message_id for copy in Email.objects.all()}) == 3


def test_a_note_to_the_customer_is_mailed_and_one_to_staff_is_not() -> None:
    order, staff = orders.create(new_order()), make_user(is_staff=True)
    notes.add(order, "Rang twice, nobody there.", by=staff)
    notes.add(order, "We come again on Monday.", by=staff, to_customer=True)
    notes.add(order, "And on Tuesday.", by=staff, to_customer=True)
    assert [event.note for event in notes.customer_notes(order)] == ["And on Tuesday.", "We come again on Monday."]
    assert list(Email.objects.order_by("id").values_list("kind", "to")) == [("note", "jane@example.com")] * 2
    for text in (" ", "x" * 2001):
        with pytest.raises(Refusal):
            notes.add(order, text, by=staff)


@pytest.mark.parametrize(
    ("stock", "low_at", "sold", "told"),
    [
        (5, None, 2, []),
        (5, None, 3, ["low_stock"]),
        (2, None, 1, []),
        (9, 6, 3, ["low_stock"]),
        (3, None, 3, ["out_of_stock"]),
        (3, None, 5, ["backordered", "out_of_stock"]),
        (0, None, 2, ["backordered"]),
    ],
    ids=["enough", "low now", "low before", "low as its maker says", "the last", "beyond", "on backorder"],
)
def test_the_merchant_is_told_when_a_sale_makes_a_wine_few(
    stock: int, low_at: int | None, sold: int, told: list[str]
) -> None:
    wine = make_product(stock=stock, backorders="notify", low_stock_threshold=low_at)
    order = orders.create(new_order())
    reserve(order, {only_variation(wine).pk: sold}, timezone.now())
    orders.mark_paid(order, "paid")
    about = Email.objects.filter(about__startswith="variation").order_by("kind")
    assert [email.kind for email in about] == told
    assert {email.to for email in about} <= {"cellar@vintner.example"}
    assert all(wine.name in email.subject for email in about)


def test_an_order_has_each_e_mail_once_and_it_is_sent_once() -> None:
    order = orders.create(new_order())
    emails.queue(order, EmailKind.PROCESSING)
    emails.queue(order, EmailKind.PROCESSING)
    email = Email.objects.get()
    assert delivery.send(email.pk)
    assert not delivery.send(email.pk)
    [sent] = mail.outbox
    assert (sent.subject, sent.to) == ("Your Vintner order has been received!", ["jane@example.com"])
    assert sent.message()["Message-ID"] == email.message_id
    email.refresh_from_db()
    assert email.sent_at is not None


def test_the_demo_shows_its_e_mails(client: Client) -> None:
    order = orders.create(new_order())
    emails.queue(order, EmailKind.PROCESSING)
    email = Email.objects.get()
    assert email.subject.encode().replace(b"'", b"&#x27;") in client.get("/outbox/").content
    assert b"Thank you, Jane" in client.get(f"/outbox/{email.pk}/").content
    body = client.get(f"/outbox/{email.pk}/body/")
    assert "Thank you, Jane" in words_of(body.content.decode())
    assert "frame-ancestors 'self'" in body["Content-Security-Policy"]
