"""Erased orders stay, and name nobody."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from vintner.orders import orders
from vintner.orders.emails import emails
from vintner.orders.emails.emails import EmailKind
from vintner.orders.erase_orders import ERASED_NOTE, erase_orders
from vintner.orders.invariants import audit
from vintner.orders.models import Email, Order, OrderEdit, OrderEvent
from vintner.orders.ownership import has_key
from vintner.orders.rules import Status
from vintner.testing.builders import make_user
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def order() -> Order:
    order = orders.create(new_order())
    edit = OrderEdit.objects.create(order=order, by=make_user())
    OrderEdit.objects.filter(pk=edit.pk).update(closed_at=timezone.now())
    orders.add_note(order, "Jane rang")
    emails.queue(order, EmailKind.DETAILS)
    orders.move(order, Status.FAILED, quietly=True)
    return order


def erase(order: Order) -> Order:
    erase_orders([order.pk], timezone.now(), people="erased:1")
    return Order.objects.get(pk=order.pk)


def test_names_go_and_amounts_stay(order: Order) -> None:
    erased = erase(order)
    assert (erased.email, erased.billing) == ("", {"country": "US", "state": "CA", "postcode": ""})
    assert (erased.total, erased.lines.count(), erased.status) == (order.total, 1, Status.CANCELLED)
    assert [each.note for each in erased.events.exclude(note="")] == [ERASED_NOTE] * 2
    edit = erased.edits.get()
    assert set(edit.was) == {"order", "lines", "adjustments"}
    assert "billing" not in edit.was["order"]
    assert audit() == []


def test_e_mails_lose_text_and_recipient_and_are_not_sent(order: Order) -> None:
    erase(order)
    mail = Email.objects.get(order=order, kind=EmailKind.DETAILS)
    assert (mail.to, mail.subject, mail.state) == ("", "", "could not be delivered")
    assert "Jane" not in mail.text + mail.html


def test_later_e_mails_go_to_nobody_and_the_key_opens_nothing(order: Order) -> None:
    assert has_key(order, order.key)
    erased = erase(order)
    emails.queue(erased, EmailKind.NOTE, about="late")
    assert Email.objects.get(about="late").given_up_at is not None
    assert not has_key(erased, erased.key)


def test_the_database_lets_notes_and_names_go_only_from_erased_orders(order: Order) -> None:
    notes = OrderEvent.objects.filter(order=order).exclude(note="")
    edits = OrderEdit.objects.filter(order=order)
    assert is_refused(notes, note="other")
    assert is_refused(edits, was={})
    erase(order)
    assert is_refused(notes, became="completed")
    assert is_refused(edits, was={})
    assert is_refused(edits, seal_after="other")


@pytest.mark.parametrize(
    "change",
    [
        {"email": "a@example.com"},
        {"billing": {"city": "Town"}},
        {"customer_note": "Jane"},
        {"is_gift": True, "gift_message": "Jane"},
        {"erased_at": None},
    ],
)
def test_the_database_lets_no_name_back_in(change: dict[str, object], order: Order) -> None:
    erase(order)
    assert is_refused(Order.objects.filter(pk=order.pk), **change)


def is_refused(rows: QuerySet[Any], **values: object) -> bool:
    try:
        with transaction.atomic():
            rows.update(**values)
    except IntegrityError:
        return True
    return False
