"""A checkout that is filled in and valid."""

from vintner.checkout.forms import CheckoutForm
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.shipping.regions import Address

ADDRESS = Address(
    first_name="Jane",
    last_name="Doe",
    country="US",
    state="CA",
    city="Ojai",
    postcode="93023",
    address_1="1 Main St",
    phone="5",
)


def filled_in(card: str) -> CheckoutForm:
    return CheckoutForm(
        billing=ADDRESS,
        shipping=ADDRESS,
        separate=False,
        email="jane@example.com",
        note="",
        rate_id=None,
        payment_input=PaymentInput(card),
        shown_total=None,
        age_fields={"of_age": "1"},
    )
