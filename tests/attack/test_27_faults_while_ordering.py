"""27. What fails while an order is placed leaves no order behind, and says nothing of the program."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from django.test import Client

from tests.attack.attack import Tries, attack, replaced
from vintner.cart.models import CartLine
from vintner.catalogue.models import Variation
from vintner.customers.models import User
from vintner.orders.models import Order, Redemption
from vintner.payments.models import Payment
from vintner.shipping.models import Sent
from vintner.testing.builders import make_product
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import FORM, Shopper

pytestmark = pytest.mark.usefixtures("store")
PLACE = "vintner.checkout.place_order."
STEPS = (
    *(
        "carts.lock",
        "price_inputs.save_price_inputs",
        "carts.quote_cart",
        "shipping_problem",
        "age.refuse_unless_of_age",
    ),
    *("prepare_form", "refuse_wine", "_find_unpaid_and_draft", "make_account", "keep_first_addresses", "snapshot"),
    *("orders.create", "record_order", "open_subscriptions", "write_to_ledger", "redemptions.hold"),
    *("attempts.create_attempt", "stock.reserve_first", "hold_until"),
)
ACCOUNT = {"createaccount": "1", "account_password": "violet tractor seven moons"}
NO_TRANSACTION = SimpleNamespace(atomic=lambda **_: nullcontext())


class _Fault(Exception):
    """Something that nobody has thought of, with a secret in its words."""


def _fail(*_: object, **__: object) -> None:
    raise _Fault("secret-of-the-program")


@attack(without=replaced(f"{PLACE}transaction", NO_TRANSACTION))
def test_a_fault_at_each_step(provider: ProviderDouble) -> Tries:
    for number, step in enumerate(STEPS):
        shopper = Shopper(Client(enforce_csrf_checks=True, raise_request_exception=False)).puts(make_product())
        token, before = shopper.token(), _count()
        fields = {
            **FORM,
            **ACCOUNT,
            "billing_email": f"jane{number}@example.com",
            "wc-stripe-payment-method": "pm_good",
        }
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(f"{PLACE}{step}", _fail)
            posted = fields | {"woocommerce-process-checkout-nonce": token, "wc-stripe-payment-method": "pm_good"}
            answer = shopper.client.post("/?wc-ajax=checkout", posted)
        says = answer.content.decode()
        yield f"{step}: something is left", _count() != before
        yield f"{step}: {answer.status_code}", answer.status_code < 500 and '"success"' in says
        yield f"{step}: tells of the program", "secret-of-the-program" in says or "Traceback" in says
        yield (
            f"{step}: the cart is gone",
            not CartLine.objects.filter(cart_id=shopper.cart_id, removed_at=None).exists(),
        )


def _count() -> tuple[int, ...]:
    rows = (Order, Payment, Redemption, Sent, User)
    held = Variation.objects.filter(reserved__gt=0).count()
    return (*(row.objects.count() for row in rows), held)
