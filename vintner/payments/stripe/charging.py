"""What Stripe is asked to charge: an intent of one type, confirmed here or left to the browser (payments 1.3, 8)."""

from typing import TYPE_CHECKING

from vintner.orders.addresses import Address
from vintner.payments.gateway import Charge, NewIntent

if TYPE_CHECKING:  # as in gateway.py
    from stripe.params import (
        PaymentIntentCreateParams,
        PaymentIntentCreateParamsMandateData,
        PaymentIntentCreateParamsPaymentMethodOptions,
        PaymentIntentCreateParamsShipping,
        PaymentIntentUpdateParams,
    )

KLARNA_LOCALE = "en-US"


def create_params(charge: Charge) -> "PaymentIntentCreateParams":
    """Return a new intent. The same each time for the same attempt, or its key would not fit."""
    order: PaymentIntentCreateParams = {
        "amount": charge.amount.minor,
        "currency": charge.currency.lower(),
        "allowed_payment_method_types": [charge.type],
        "description": charge.description,
        "metadata": _metadata(charge),
        "expand": ["latest_charge"],
    }
    if charge.recipient is not None:
        order["shipping"] = _shipping(charge.recipient)
    if charge.customer_id:
        order["customer"] = charge.customer_id
    if charge.save and not charge.token:  # a token carries it by itself
        order["setup_future_usage"] = "off_session"  # spec 9, payment appearance
    if charge.capture_later:
        order["capture_method"] = "manual"
    if options := _method_options(charge.type, charge.code):
        order["payment_method_options"] = options
    if charge.token:
        order["confirmation_token"] = charge.token
    else:
        order["payment_method"] = charge.method
    if charge.confirm:
        _add_confirmation(order, charge)
    return order


def _add_confirmation(order: "PaymentIntentCreateParams", charge: Charge) -> None:
    """Add what may only be said along with the confirmation."""
    order["confirm"] = True
    order["use_stripe_sdk"] = True
    if charge.return_url:
        order["return_url"] = charge.return_url
    if charge.browser is not None:
        order["mandate_data"] = _mandate_data(*charge.browser)


def update_params(charge: Charge) -> "PaymentIntentUpdateParams":
    """Return what the browser's intent is told: whose it is from now on, and over what."""
    told: PaymentIntentUpdateParams = {
        "amount": charge.amount.minor,
        "currency": charge.currency.lower(),
        "description": charge.description,
        "metadata": _metadata(charge),
        "expand": ["latest_charge"],
    }
    if charge.recipient is not None:
        told["shipping"] = _shipping(charge.recipient)
    if charge.customer_id:
        told["customer"] = charge.customer_id
    if charge.save:
        told["setup_future_usage"] = "off_session"
    return told


def open_params(new: NewIntent) -> "PaymentIntentCreateParams":
    """Return an intent that waits for its method and its order."""
    order: PaymentIntentCreateParams = {
        "amount": new.amount.minor,
        "currency": new.currency.lower(),
        "allowed_payment_method_types": [new.type],
    }
    if options := _method_options(new.type, ""):
        order["payment_method_options"] = options
    return order


def _metadata(charge: Charge) -> dict[str, str]:
    return {
        "order_id": str(charge.claim.order_id),
        "attempt": str(charge.claim.attempt),
        "signature": charge.claim.signature,
    }


def _method_options(type_name: str, code: str) -> "PaymentIntentCreateParamsPaymentMethodOptions":
    """Return what a type wants to know besides (payments 1.3, step 8)."""
    match type_name:
        case "wechat_pay":
            return {"wechat_pay": {"client": "web"}}  # spec 9, payment appearance
        case "klarna":
            return {"klarna": {"preferred_locale": KLARNA_LOCALE}}
        case "blik":
            return {"blik": {"code": code}}
        case "acss_debit":
            terms = {"payment_schedule": "sporadic", "transaction_type": "personal"}
            return {"acss_debit": {"mandate_options": terms}}  # type: ignore[typeddict-item]
    return {}


def _mandate_data(address: str, user_agent: str) -> "PaymentIntentCreateParamsMandateData":
    return {"customer_acceptance": {"type": "online", "online": {"ip_address": address, "user_agent": user_agent}}}


def _shipping(address: Address) -> "PaymentIntentCreateParamsShipping":
    return {
        "name": address.name,
        "address": {
            "line1": address.address_1,
            "line2": address.address_2,
            "city": address.city,
            "state": address.state,
            "postal_code": address.postcode,
            "country": address.country,
        },
    }
