"""Confirmation tokens: the details that a browser collected for one confirmation by the store."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from sandbox_pay.call import Call
from sandbox_pay.lookup import find_record
from sandbox_pay.objects import setup_wire
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import IntentRecord, MethodRecord
from sandbox_pay.objects.setup_records import ConfirmationToken
from sandbox_pay.payments.currencies import format_for_page
from sandbox_pay.payments.customers import methods
from sandbox_pay.protocol.errors import forbidden, invalid, missing_parameter
from sandbox_pay.protocol.json import Json, as_json
from sandbox_pay.storage.table import CONFIRMATION_TOKENS, METHODS

LIFETIME = 12 * 3600
"""Seconds for which a token can be used, as at Stripe."""
PARAM = "confirmation_token"
OF_WALLETS = ("express_wallet", "express_amount", "express_currency")
"""What the express checkout element's sheet sends besides: the wallet, and the amount and currency that it showed."""
CARD_WALLETS = frozenset({"apple_pay", "google_pay"})
"""The wallets that hold cards. The others are types of payment methods."""


def collect(call: Call) -> Json:
    """Create a token from the payment element. Servers use the test helper instead."""
    if not call.browser:
        raise forbidden("Confirmation tokens are made in the browser. In tests, use the test helper.")
    return create(call)


def create(call: Call) -> Json:
    token = ConfirmationToken(
        id=new_id("ctoken"),
        created=call.now,
        expires_at=call.now + LIFETIME,
        return_url=call.text("return_url"),
        setup_future_usage=call.text("setup_future_usage"),
        shipping=call.map("shipping"),
    ).model_copy(update=_shown(call))
    data = call.map("payment_method_data")
    if data is not None:
        unborn = _in_wallet(call, methods.make_method(replace(call, params={**data})))
        token = token.model_copy(update={"unborn": unborn})
    elif method_id := call.text("payment_method"):
        token = token.model_copy(update={"payment_method": methods.resolve(call, method_id).id})
    else:
        raise missing_parameter("payment_method_data")
    return _render(call, CONFIRMATION_TOKENS.save(call.connection, token))


def _shown(call: Call) -> dict[str, object]:
    """Return the sum that the wallet showed. Raises `ProviderError` (400) for one that is no whole number."""
    amount, currency = call.text("express_amount"), call.text("express_currency")
    if amount is None:
        return {}
    if not (amount.isascii() and amount.isdigit()) or currency is None:
        raise invalid("A wallet's sum is a whole number of minor units of a currency.", "express_amount")
    return {"amount": int(amount), "currency": currency.lower()}


def _in_wallet(call: Call, method: MethodRecord) -> MethodRecord:
    """Return the method with the wallet that holds its card, if one does."""
    wallet = call.text("express_wallet")
    if wallet is None or method.card is None:
        return method
    if wallet not in CARD_WALLETS:
        raise invalid(f"{wallet[:40]} is no wallet that holds cards.", "express_wallet")
    return method.model_copy(update={"card": method.card.model_copy(update={"wallet": wallet})})


def check_sum(call: Call, intent: IntentRecord) -> None:
    """Refuse (400) a payment of another sum than the one that the shopper agreed to in her wallet."""
    token_id = call.text(PARAM)
    token = find(call, token_id) if token_id else None
    if token is None or token.amount is None or token.currency is None:
        return
    if (token.amount, token.currency) != (intent.amount, intent.currency):
        shown = format_for_page(token.amount, token.currency)
        raise invalid(
            f"The wallet showed {shown}, but this PaymentIntent is for "
            f"{format_for_page(intent.amount, intent.currency)}. Use a ConfirmationToken of the same amount and "
            "currency: elements.update() changes those of the elements.",
            PARAM,
        )


def retrieve(call: Call) -> Json:
    return _render(call, find(call, call.target))


def find(call: Call, token_id: str) -> ConfirmationToken:
    return find_record(call, CONFIRMATION_TOKENS, token_id, "confirmationtoken", PARAM)


def _render(call: Call, token: ConfirmationToken) -> Json:
    return setup_wire.confirmation_token(token, _method(call, token))


def _method(call: Call, token: ConfirmationToken) -> MethodRecord:
    if token.payment_method is not None:
        return methods.find(call, token.payment_method)
    if token.unborn is None:
        raise RuntimeError(f"{token.id} holds no payment method.")
    return token.unborn


def use_token(call: Call, **user: str) -> Call:
    """Use the token of the call, if there is one, and return the call with the token's contents as parameters.

    `user` is the confirmed object, as in `payment_intent="pi_…"`. The call's own parameters override the token's.
    """
    token_id = call.text(PARAM)
    if token_id is None:
        return call
    token = find(call, token_id)
    _check_usable(call, token)
    method = _method(call, token)
    if token.unborn is not None:
        METHODS.save(call.connection, token.unborn)
    born: Mapping[str, object] = {"payment_method": method.id, "unborn": None, **user}
    CONFIRMATION_TOKENS.save(call.connection, token.model_copy(update=born))
    carried: Json = {"payment_method": method.id, "use_stripe_sdk": True}
    for name in ("return_url", "setup_future_usage"):
        if value := getattr(token, name):
            carried[name] = value
    if token.shipping is not None:
        carried["shipping"] = as_json(token.shipping)
    return replace(call, params={**carried, **call.params})


def _check_usable(call: Call, token: ConfirmationToken) -> None:
    if token.used:
        raise invalid(
            "This ConfirmationToken was used for an earlier confirmation. Make a new one for each try.", PARAM
        )
    if call.now >= token.expires_at:
        since = datetime.fromtimestamp(token.expires_at, UTC).isoformat()
        raise invalid(f"This ConfirmationToken expired at {since}. Make a new one.", PARAM)
