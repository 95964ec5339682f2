"""The texts of the demo store that a purchase rests on."""

from vintner.notices.models import Policy

TERMS = """\
Wine is sold and handed over only to people of legal drinking age: 21 in the United States, 18 or 19 in Canada. \
Somebody of that age has to sign for the parcel; the driver asks for proof.

We charge your card when you place the order and pack within two working days. Bottles are yours as soon as they are \
handed over; until then, broken or lost ones are our loss.

A corked or faulty bottle is replaced or refunded, whichever you prefer: write to us within 60 days and keep the rest \
of the wine. Unopened bottles can be sent back within 30 days.

This is an invented store: nothing is charged, and nothing is sent."""
PRIVACY = """\
We use your name, addresses, phone number and email address to deliver your order and to write to you about it. The \
law makes us keep invoices, and in some states a record of how much wine went to whom.

Your card goes straight to our payment service; we never see its number. We sell nothing that we know about you.

Write to us to see, correct or delete what we hold."""


def write_policies() -> None:
    for kind, text in ((Policy.Kind.TERMS, TERMS), (Policy.Kind.PRIVACY, PRIVACY)):
        Policy.objects.get_or_create(kind=kind, defaults={"text": text})
