"""Confirming a SetupIntent: the bank is asked, the shopper may be, and the method is kept for its customer."""

from sandbox_pay.call import Call
from sandbox_pay.objects import setup_wire
from sandbox_pay.objects.records import PaymentMethod
from sandbox_pay.objects.setup_records import SetupIntent, SetupStatus
from sandbox_pay.payments import account, challenges, confirmation_tokens
from sandbox_pay.payments.customers import methods
from sandbox_pay.payments.setups import setup_actions, setup_attempts, setup_machine, setup_types
from sandbox_pay.payments.setups.setup_machine import SetupStep
from sandbox_pay.payments.setups.setup_settlement import moved, settle
from sandbox_pay.payments.types import checks
from sandbox_pay.protocol.errors import ApiError, declined
from sandbox_pay.protocol.json import Json

MISSING_METHOD = (
    "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent "
    "with a payment method and then confirm it again, or confirm it again directly with a payment method or "
    "ConfirmationToken."
)


def confirm(call: Call, intent: SetupIntent) -> SetupIntent:
    """Try to keep the method. Raises `ApiError`: 402 when the bank declines (what was written stays), 400 else."""
    _check_open(call, intent)
    call = confirmation_tokens.unfolded(call, setup_intent=intent.id)
    intent = _with_details(call, intent)
    method = _method(call, intent)
    agreed = call.browser or method.customer is not None or call.given("mandate_data")
    setup_types.check_method(intent, method, account.country(call.connection), agreed=agreed)
    attempt = setup_attempts.begin(call, intent, method)
    fresh = {"last_setup_error": None, "challenge": None, "action": None}
    changes = {"payment_method": method.id, "latest_attempt": attempt.id}
    intent = intent.model_copy(update={**changes, **fresh})
    if setup_types.needs_the_shopper(intent, method):
        return setup_actions.ask(call, intent, method)
    wanted = challenges.wanted(intent.payment_method_options)
    verdict = setup_machine.judge(methods.behaviour_of(method), authentication_wanted=wanted)
    if verdict.ask:
        return _ask_shopper(call, intent)
    settled = settle(call, intent, method, verdict.decline, authenticated=False)
    if settled.last_setup_error is not None:
        raise _declined(call, settled)
    return settled


def _check_open(call: Call, intent: SetupIntent) -> None:
    if intent.status in setup_machine.OPEN:
        return
    reasons = {
        SetupStatus.SUCCEEDED: "it has already succeeded",
        SetupStatus.CANCELED: "it has been canceled",
    }
    reason = reasons.get(intent.status, f"it has a status of {intent.status}")
    raise unexpected(call, intent, f"You cannot confirm this SetupIntent because {reason}.")


def unexpected(call: Call, intent: SetupIntent, message: str) -> ApiError:
    """Return the refusal of a step that the SetupIntent's status does not allow; it carries the SetupIntent."""
    return ApiError(400, message, code="setup_intent_unexpected_state", extra={"setup_intent": seen(call, intent)})


def seen(call: Call, intent: SetupIntent) -> Json:
    """Return the SetupIntent as the caller may see it."""
    shown = setup_wire.setup_intent(intent, call.public_url)
    return setup_wire.seen_by_browser(shown) if call.browser else shown


def _with_details(call: Call, intent: SetupIntent) -> SetupIntent:
    changes: dict[str, object] = {}
    if call.given("return_url"):
        changes["return_url"] = call.text("return_url")
    if call.given("payment_method_options"):
        changes["payment_method_options"] = call.map("payment_method_options") or {}
    if types := call.texts(checks.TYPES):
        setup_types.check_types(types, account.country(call.connection))
        changes["allowed_types"] = types
    return intent.model_copy(update=changes)


def _method(call: Call, intent: SetupIntent) -> PaymentMethod:
    method_id = methods.given(call) or intent.payment_method
    if method_id is None:
        raise unexpected(call, intent, MISSING_METHOD)
    methods.check_way_back(call, intent, "SetupIntent")
    return methods.usable(call, method_id, intent.customer, intent="SetupIntent")


def _ask_shopper(call: Call, intent: SetupIntent) -> SetupIntent:
    asked = {"challenge": challenges.opened(call, intent.return_url)}
    return moved(call, intent.model_copy(update=asked), SetupStep.AUTHENTICATION_ASKED)


def _declined(call: Call, intent: SetupIntent) -> ApiError:
    return declined(intent.last_setup_error or {}, setup_intent=seen(call, intent))
