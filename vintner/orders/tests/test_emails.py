"""What shopper and merchant are told, and the outbox."""

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from vintner.orders import emails, orders
from vintner.orders.emails import Kind
from vintner.orders.models import Email
from vintner.orders.tests.test_guards import new_order
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_reads_well_in_text_and_html(kind: Kind) -> None:
    order = orders.create(new_order())
    orders.note(order, "Look <here>", alert=True)
    emails.queue(order, kind)
    email = Email.objects.get()
    for body in (email.text, email.html):
        assert order.number in body
        assert "$21.45" in body
        assert "{" not in body.split("</style>")[-1]
    assert "&lt;here&gt;" not in email.text
    assert "<here>" not in email.html


def test_an_order_has_each_e_mail_once_and_it_is_sent_once() -> None:
    order = orders.create(new_order())
    emails.queue(order, Kind.PROCESSING)
    emails.queue(order, Kind.PROCESSING)
    email = Email.objects.get()
    assert emails.send(email.pk)
    assert not emails.send(email.pk)
    [sent] = mail.outbox
    assert (sent.subject, sent.to) == ("Your Vintner order has been received!", ["jane@example.com"])
    assert sent.message()["Message-ID"] == email.message_id
    email.refresh_from_db()
    assert email.sent_at is not None


def test_the_demo_shows_its_e_mails(client: Client) -> None:
    order = orders.create(new_order())
    emails.queue(order, Kind.PROCESSING)
    email = Email.objects.get()
    assert email.subject.encode().replace(b"'", b"&#x27;") in client.get("/outbox/").content
    assert b"Thank you, Jane" in client.get(f"/outbox/{email.pk}/").content
    body = client.get(f"/outbox/{email.pk}/body/")
    assert b"<h1>Thank you, Jane</h1>" in body.content
    assert "frame-ancestors 'self'" in body["Content-Security-Policy"]


def test_outside_the_demo_only_staff_reads_the_outbox(client: Client, settings: Settings) -> None:
    settings.SANDBOX = False
    assert client.get("/outbox/").status_code == 403
    client.force_login(make_user(is_staff=True))
    assert client.get("/outbox/").status_code == 200
