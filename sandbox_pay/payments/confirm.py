"""Confirming a PaymentIntent: the bank is asked, the shopper may be, and the answer is written down."""

from sandbox_pay.call import Call
from sandbox_pay.objects import wire
from sandbox_pay.objects.ids import token
from sandbox_pay.objects.records import Challenge, Intent, PaymentMethod, Status
from sandbox_pay.payments import charges, machine, methods
from sandbox_pay.payments.declines import AUTHENTICATION_REQUIRED, Decline
from sandbox_pay.payments.machine import Attempt, Step
from sandbox_pay.protocol.errors import DOC_URL, ApiError, invalid, unexpected_state
from sandbox_pay.protocol.json import Json, as_json
from sandbox_pay.storage.table import INTENTS, METHODS
from sandbox_pay.webhooks.events import emit

AUTHENTICATION_FAILED = "payment_intent_authentication_failure"
AUTHENTICATION_FAILED_TEXT = (
    "We are unable to authenticate your payment method. Please choose a different payment method and try again."
)


def confirm(call: Call, intent: Intent) -> Intent:
    """Try to pay. Raises `ApiError`: 402 when the bank declines (what was written stays), 400 for a wrong call."""
    _check_open(call, intent)
    intent = _with_details(call, intent)
    method = _method(call, intent)
    intent = intent.model_copy(update={"payment_method": method.id, "last_payment_error": None})
    verdict = machine.judge(methods.behaviour_of(method), _attempt(call, intent, method))
    if verdict.ask and call.flag("error_on_requires_action"):
        verdict = machine.Verdict(decline=AUTHENTICATION_REQUIRED)
    if verdict.ask:
        return _ask_shopper(call, intent)
    settled = settle(call, intent, method, verdict.decline, authenticated=False)
    if settled.last_payment_error is not None:
        raise _declined(call, settled)
    return settled


def _check_open(call: Call, intent: Intent) -> None:
    if intent.status in machine.OPEN:
        return
    message = f"You cannot confirm this PaymentIntent because it has a status of {intent.status}."
    if intent.status is Status.SUCCEEDED:
        message = (
            "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
        )
    shown = wire.payment_intent(intent, call.public_url)
    raise unexpected_state(message, wire.seen_by_browser(shown) if call.browser else shown)


def _with_details(call: Call, intent: Intent) -> Intent:
    """Take over what may be given at confirmation. A browser may not change where receipts or goods go once set."""
    changes: dict[str, object] = {}
    for name in ("setup_future_usage", "receipt_email", "return_url"):
        if call.given(name):
            changes[name] = call.text(name)
    for name in ("shipping", "payment_method_options"):
        if call.given(name):
            changes[name] = call.map(name) or ({} if name == "payment_method_options" else None)
    return intent.model_copy(update=changes)


def _method(call: Call, intent: Intent) -> PaymentMethod:
    method_id = call.text("payment_method") or intent.payment_method
    if method_id is None:
        message = (
            "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the "
            "PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a "
            "payment method."
        )
        raise unexpected_state(message, wire.payment_intent(intent, call.public_url))
    redirects = intent.allowed_types is None and intent.redirects == "always"
    if redirects and not (intent.return_url or call.browser or call.flag("use_stripe_sdk") or _off_session(call)):
        raise invalid(
            "This PaymentIntent accepts payment methods that might redirect your customer off of your page, so you "
            "must provide a `return_url`, or set `automatic_payment_methods[allow_redirects]` to `never`.",
            "return_url",
        )
    return methods.usable(call, method_id, intent.customer)


def _attempt(call: Call, intent: Intent, method: PaymentMethod) -> Attempt:
    wanted = as_json(intent.payment_method_options.get("card")).get("request_three_d_secure")
    return Attempt(
        off_session=_off_session(call),
        set_up=method.used_off_session,
        authentication_wanted=wanted in {"any", "challenge"},
    )


def _off_session(call: Call) -> bool:
    return call.value("off_session") not in {None, False, ""}


def _ask_shopper(call: Call, intent: Intent) -> Intent:
    by_sdk = call.browser or call.flag("use_stripe_sdk") or not intent.return_url
    challenge = Challenge(token=token(32), by_redirect=not by_sdk, return_url=intent.return_url)
    status = machine.after(intent.status, Step.AUTHENTICATION_ASKED)
    return _moved(call, intent.model_copy(update={"challenge": challenge, "status": status}), Step.AUTHENTICATION_ASKED)


def settle(
    call: Call, intent: Intent, method: PaymentMethod, decline: Decline | None, *, authenticated: bool
) -> Intent:
    """Write the charge, paid or failed, and move the intent on; the answer tells by `last_payment_error`."""
    charge = charges.make(call, intent, method, decline, authenticated=authenticated)
    aside = intent.capture_method == "manual"
    step = Step.FAILED if decline else Step.SET_ASIDE if aside else Step.PAID
    changes: dict[str, object] = {
        "status": machine.after(intent.status, step),
        "latest_charge": charge.id,
        "challenge": None,
    }
    if decline:
        changes |= {"payment_method": None, "last_payment_error": _error(decline, charge.id, method)}
    else:
        changes["amount_received"] = 0 if aside else intent.amount
        _keep_method(call, intent, method)
    return _moved(call, intent.model_copy(update=changes), step)


def _keep_method(call: Call, intent: Intent, method: PaymentMethod) -> None:
    """Save the card for its customer when that was asked for; a card of nobody has paid its one time."""
    changes: dict[str, object] = {}
    if intent.setup_future_usage and intent.customer:
        if method.customer is None:
            changes["customer"] = intent.customer
        changes["used_off_session"] = method.used_off_session or intent.setup_future_usage == "off_session"
    elif method.customer is None:
        changes["spent"] = True
    saved = METHODS.save(call.connection, method.model_copy(update=changes))
    if "customer" in changes:
        emit(call, "payment_method.attached", wire.payment_method(saved))


def fail_authentication(call: Call, intent: Intent, method: PaymentMethod) -> Intent:
    """Write down that the shopper did not prove who she is."""
    error: Json = {
        "code": AUTHENTICATION_FAILED,
        "doc_url": DOC_URL + AUTHENTICATION_FAILED.replace("_", "-"),
        "message": AUTHENTICATION_FAILED_TEXT,
        "payment_method": wire.payment_method(method),
        "type": "invalid_request_error",
    }
    changes: dict[str, object] = {
        "status": machine.after(intent.status, Step.FAILED),
        "payment_method": None,
        "challenge": None,
        "last_payment_error": error,
    }
    return _moved(call, intent.model_copy(update=changes), Step.FAILED)


def _moved(call: Call, intent: Intent, step: Step) -> Intent:
    INTENTS.save(call.connection, intent)
    emit(call, machine.EVENTS[step], wire.payment_intent(intent, call.public_url))
    return intent


def _error(decline: Decline, charge_id: str, method: PaymentMethod) -> Json:
    error: Json = {
        "advice_code": decline.advice,
        "charge": charge_id,
        "code": decline.code,
        "decline_code": decline.decline_code,
        "doc_url": DOC_URL + decline.code.replace("_", "-"),
        "message": decline.message,
        "payment_method": wire.payment_method(method),
        "type": "card_error",
    }
    return error | ({"param": "cvc"} if decline.code == "incorrect_cvc" else {})


def _declined(call: Call, intent: Intent) -> ApiError:
    """Return the 402 that carries the intent as it now is (payments, a decline is 402)."""
    error = dict(intent.last_payment_error or {})
    shown = wire.payment_intent(intent, call.public_url)
    error["payment_intent"] = wire.seen_by_browser(shown) if call.browser else shown
    kind, message, code = (str(error.pop(name)) for name in ("type", "message", "code"))
    error.pop("doc_url")
    return ApiError(402, message, type=kind, code=code, extra=error, keeps_work=True)
