"""Confirms SetupIntents: asks the bank and perhaps the shopper, and saves the method."""

from sandbox_pay.call import Call
from sandbox_pay.objects import setup_wire
from sandbox_pay.objects.records import IntentRecordStatus, MethodRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.payments import account, challenges, confirmation_tokens, machine
from sandbox_pay.payments.customers import methods
from sandbox_pay.payments.machine import SetupIntentStep
from sandbox_pay.payments.setups import setup_actions, setup_attempts, setup_types
from sandbox_pay.payments.setups.setup_settlement import move_intent, settle
from sandbox_pay.payments.types import checks
from sandbox_pay.protocol.errors import ProviderError, declined
from sandbox_pay.protocol.json import Json

MISSING_METHOD = (
    "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent "
    "with a payment method and then confirm it again, or confirm it again directly with a payment method or "
    "ConfirmationToken."
)


def confirm(call: Call, intent: SetupIntentRecord) -> SetupIntentRecord:
    """Set the method up. Raises `ProviderError`: 402 when the bank declines (what was written stays), 400 else."""
    _check_open(call, intent)
    call = confirmation_tokens.use_token(call, setup_intent=intent.id)
    intent = _with_details(call, intent)
    method = _method(call, intent)
    agreed = call.browser or method.customer is not None or call.has("mandate_data")
    setup_types.check_method(intent, method, account.country(call.connection), agreed=agreed)
    attempt = setup_attempts.begin(call, intent, method)
    fresh = {"last_setup_error": None, "challenge": None, "action": None}
    changes = {"payment_method": method.id, "latest_attempt": attempt.id}
    intent = intent.model_copy(update={**changes, **fresh})
    if setup_types.needs_the_shopper(intent, method):
        return setup_actions.ask(call, intent, method)
    wanted = challenges.is_requested(intent.payment_method_options)
    verdict = machine.judge_setup(methods.behaviour_of(method), authentication_wanted=wanted)
    if verdict.ask:
        return _ask_shopper(call, intent)
    settled = settle(call, intent, method, verdict.decline, authenticated=False)
    if settled.last_setup_error is not None:
        raise _decline_error(call, settled)
    return settled


def _check_open(call: Call, intent: SetupIntentRecord) -> None:
    if intent.status in machine.OPEN:
        return
    reasons = {
        IntentRecordStatus.SUCCEEDED: "it has already succeeded",
        IntentRecordStatus.CANCELED: "it has been canceled",
    }
    reason = reasons.get(intent.status, f"it has a status of {intent.status}")
    raise unexpected_state_error(call, intent, f"You cannot confirm this SetupIntent because {reason}.")


def unexpected_state_error(call: Call, intent: SetupIntentRecord, message: str) -> ProviderError:
    """Return the error for a step that the SetupIntent's status does not allow. It contains the SetupIntent."""
    return ProviderError(
        400, message, code="setup_intent_unexpected_state", extra={"setup_intent": render_for_caller(call, intent)}
    )


def render_for_caller(call: Call, intent: SetupIntentRecord) -> Json:
    """Return the SetupIntent's JSON, reduced for a browser."""
    rendered = setup_wire.setup_intent(intent, call.public_url)
    return setup_wire.render_for_browser(rendered) if call.browser else rendered


def _with_details(call: Call, intent: SetupIntentRecord) -> SetupIntentRecord:
    changes: dict[str, object] = {}
    if call.has("return_url"):
        changes["return_url"] = call.text("return_url")
    if call.has("payment_method_options"):
        changes["payment_method_options"] = call.map("payment_method_options") or {}
    if types := call.texts(checks.TYPES):
        setup_types.check_types(types, account.country(call.connection))
        changes["allowed_types"] = types
    return intent.model_copy(update=changes)


def _method(call: Call, intent: SetupIntentRecord) -> MethodRecord:
    method_id = methods.read_or_make_method(call) or intent.payment_method
    if method_id is None:
        raise unexpected_state_error(call, intent, MISSING_METHOD)
    methods.check_return_url(call, intent, "SetupIntent")
    return methods.find_usable(call, method_id, intent.customer, intent="SetupIntent")


def _ask_shopper(call: Call, intent: SetupIntentRecord) -> SetupIntentRecord:
    waiting = {"challenge": challenges.open_challenge(call, intent.return_url)}
    return move_intent(call, intent.model_copy(update=waiting), SetupIntentStep.ACTION_REQUIRED)


def _decline_error(call: Call, intent: SetupIntentRecord) -> ProviderError:
    return declined(intent.last_setup_error or {}, setup_intent=render_for_caller(call, intent))
