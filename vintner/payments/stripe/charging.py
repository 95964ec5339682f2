"""Builds the parameters of payment intents (docs/behaviour/payments.md#who-confirms-an-intent)."""

from typing import TYPE_CHECKING

from vintner.payments.gateway import Charge, NewIntent
from vintner.payments.stripe.claims import write_claim
from vintner.shipping.regions import Address

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
    """Return the parameters of a new intent. They are the same each time for an attempt, or its key would be
    refused.
    """
    params: PaymentIntentCreateParams = {
        "amount": charge.amount.minor,
        "currency": charge.currency.lower(),
        "allowed_payment_method_types": [charge.type],
        "description": charge.description,
        "metadata": write_claim(charge.claim),
        "expand": ["latest_charge"],
    }
    if charge.recipient is not None:
        params["shipping"] = _shipping(charge.recipient)
    if charge.customer_id:
        params["customer"] = charge.customer_id
    if charge.save and not charge.token:  # a token has it itself
        params["setup_future_usage"] = "off_session"
    if charge.capture_later:
        params["capture_method"] = "manual"
    if options := _method_options(charge.type, charge.code):
        params["payment_method_options"] = options
    if charge.token:
        params["confirmation_token"] = charge.token
    else:
        params["payment_method"] = charge.method
    if charge.confirm:
        _add_confirmation(params, charge)
    return params


def _add_confirmation(params: "PaymentIntentCreateParams", charge: Charge) -> None:
    """Add the parameters that are allowed only together with the confirmation."""
    params["confirm"] = True
    if charge.off_session:
        params["off_session"] = True
        return
    params["use_stripe_sdk"] = True
    if charge.return_url:
        params["return_url"] = charge.return_url
    if charge.browser is not None:
        params["mandate_data"] = _mandate_data(*charge.browser)


def update_params(charge: Charge) -> "PaymentIntentUpdateParams":
    """Return the update of an intent that the browser opened: its order and its amount."""
    params: PaymentIntentUpdateParams = {
        "amount": charge.amount.minor,
        "currency": charge.currency.lower(),
        "description": charge.description,
        "metadata": write_claim(charge.claim),
        "expand": ["latest_charge"],
    }
    if charge.recipient is not None:
        params["shipping"] = _shipping(charge.recipient)
    if charge.customer_id:
        params["customer"] = charge.customer_id
    if charge.save:
        params["setup_future_usage"] = "off_session"
    return params


def open_params(new: NewIntent) -> "PaymentIntentCreateParams":
    """Return the parameters of an intent without a method and an order."""
    params: PaymentIntentCreateParams = {
        "amount": new.amount.minor,
        "currency": new.currency.lower(),
        "allowed_payment_method_types": [new.type],
    }
    if options := _method_options(new.type, ""):
        params["payment_method_options"] = options
    return params


def _method_options(type_name: str, code: str) -> "PaymentIntentCreateParamsPaymentMethodOptions":
    """Return the options that a type needs."""
    match type_name:
        case "wechat_pay":
            return {"wechat_pay": {"client": "web"}}
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
