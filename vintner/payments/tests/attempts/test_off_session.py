"""A renewal is charged without its shopper: nobody can be asked, and no earlier attempt is charged after all."""

from dataclasses import replace

import pytest
from django.utils import timezone

from vintner.orders.models import Order
from vintner.payments.attempts import attempts
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import PaymentFailed, charge_attempt
from vintner.payments.models import Payment, SavedMethod
from vintner.payments.stripe.charging import create_params
from vintner.payments.types import BY_NAME
from vintner.testing.builders import make_product
from vintner.testing.sandbox import THREE_D_SECURE, Sandbox
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
SET_UP_FIRST = "4000002500003155"


def unpaid_order() -> Order:
    """Return another order of that customer, which nobody has paid."""
    order = only_order()
    order.pk, order.key, order.number = None, "wc_order_2", ""
    order.status, order.cart_id, order._state.adding = "pending", None, True
    order.save()
    return order


def attempt(order: Order, method: SavedMethod) -> Payment:
    given = PaymentInput(method.method_id, method.customer.customer_id, off_session=True)
    return attempts.create_next_attempt(order, given, timezone.now())


@pytest.fixture
def method(sandbox: Sandbox) -> SavedMethod:
    account = {"createaccount": "1", "account_password": "violet tractor seven moons"}
    keep = {"wc-stripe-new-payment-method": "true"}
    assert Shopper().puts(make_product()).pays(sandbox.card(), **account, **keep).result == "success"
    return SavedMethod.objects.get()


def test_it_is_confirmed_without_anything_that_needs_a_browser(method: SavedMethod) -> None:
    payment = attempt(unpaid_order(), method)
    params = create_params(attempts.build_charge(payment))
    assert (params["confirm"], params["off_session"]) == (True, True)
    assert (params["customer"], params["payment_method"]) == (method.customer.customer_id, method.method_id)
    assert not {"use_stripe_sdk", "return_url", "mandate_data", "setup_future_usage"} & set(params)
    assert create_params(attempts.build_charge(Payment.objects.get(pk=payment.pk))) == params


@pytest.mark.parametrize("kind", ["sepa_debit", "us_bank_account", "cashapp", "amazon_pay"])
def test_types_that_otherwise_leave_the_page_stay_here(method: SavedMethod, kind: str) -> None:
    payment = attempt(unpaid_order(), method)
    payment.type = BY_NAME[kind].name
    charge = attempts.build_charge(payment)
    assert (charge.return_url, charge.browser, charge.confirm, charge.off_session) == ("", None, True, True)


@pytest.mark.parametrize("number", [SET_UP_FIRST, THREE_D_SECURE])
def test_a_bank_that_wants_to_ask_declines(sandbox: Sandbox, method: SavedMethod, number: str) -> None:
    other = sandbox.card(number)
    sandbox.attach(other, method.customer.customer_id)
    method.method_id = other
    payment = attempt(unpaid_order(), method)
    with pytest.raises(PaymentFailed) as failed:
        charge_attempt(payment.pk)
    payment.refresh_from_db()
    assert failed.value.declined
    assert (payment.status, payment.error_code) == ("declined", "authentication_required")
    assert sandbox.charges(payment.order_id) == 0


def test_an_attempt_that_never_reached_the_provider_is_not_sent_by_a_later_one(
    sandbox: Sandbox, method: SavedMethod
) -> None:
    order = unpaid_order()
    lost = attempt(order, method)
    later = attempts.create_next_attempt(order, PaymentInput(sandbox.card()), timezone.now())
    charge_attempt(later.pk)
    lost.refresh_from_db()
    assert (lost.status, lost.intent_id) == ("cancelled", None)
    assert sandbox.charges(order.pk) == 1


@pytest.mark.parametrize("off_session", [True, False])
def test_without_an_answer_only_a_charge_that_may_be_sent_again_is_not_waited_for(
    method: SavedMethod, off_session: bool
) -> None:
    order, now = unpaid_order(), timezone.now()
    given = PaymentInput(method.method_id, method.customer.customer_id, off_session=off_session)
    lost = attempts.create_next_attempt(order, given, now)
    assert attempts.is_awaited(order, now)
    attempts.end_turn(lost)
    assert attempts.is_awaited(order, now) is off_session
    assert attempts.is_in_progress(order, now)


def test_a_saved_card_that_its_owner_pays_with_may_be_asked_about(method: SavedMethod) -> None:
    charge = replace(attempts.build_charge(attempt(unpaid_order(), method)), off_session=False)
    params = create_params(charge)
    assert params["use_stripe_sdk"] is True
    assert "off_session" not in params
