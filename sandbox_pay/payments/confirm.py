"""Confirms PaymentIntents: asks the bank and perhaps the shopper, and stores the result."""

from sandbox_pay.call import Call
from sandbox_pay.objects import wire
from sandbox_pay.objects.records import IntentRecord, IntentRecordStatus, MethodRecord
from sandbox_pay.payments import account, actions, challenges, confirmation_tokens, machine
from sandbox_pay.payments.customers import methods
from sandbox_pay.payments.declines import AUTHENTICATION_REQUIRED
from sandbox_pay.payments.machine import Attempt, IntentStep
from sandbox_pay.payments.settlement import future_usage, move_intent, settle
from sandbox_pay.payments.types import checks
from sandbox_pay.payments.types.table import BY_NAME, Family
from sandbox_pay.protocol.errors import ProviderError, declined, invalid, unexpected_state
from sandbox_pay.protocol.json import Json


def confirm(call: Call, intent: IntentRecord) -> IntentRecord:
    """Try to pay. Raises `ProviderError`: 402 when the bank declines (what was written stays), 400 for a wrong call."""
    _check_open(call, intent)
    confirmation_tokens.check_sum(call, intent)
    call = confirmation_tokens.use_token(call, payment_intent=intent.id)
    intent = _with_details(call, intent)
    method = _method(call, intent)
    # A question that is still open is void: the shopper pays another way now.
    fresh = {"payment_method": method.id, "last_payment_error": None, "challenge": None, "action": None}
    intent = intent.model_copy(update=fresh)
    _check_type(call, intent, method)
    if method.card is None:
        return _begin(call, intent, method)
    verdict = machine.judge(methods.behaviour_of(method), _attempt(call, intent, method))
    if verdict.ask and call.flag("error_on_requires_action"):
        verdict = machine.Judgement(decline=AUTHENTICATION_REQUIRED)
    if verdict.ask:
        return _ask_shopper(call, intent)
    settled = settle(call, intent, method, verdict.decline, authenticated=False)
    if settled.last_payment_error is not None:
        raise _decline_error(call, settled)
    return settled


def _check_open(call: Call, intent: IntentRecord) -> None:
    if intent.status in machine.OPEN:
        return
    message = f"You cannot confirm this PaymentIntent because it has a status of {intent.status}."
    if intent.status is IntentRecordStatus.SUCCEEDED:
        message = (
            "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
        )
    raise unexpected_state(message, render_for_caller(call, intent))


def render_for_caller(call: Call, intent: IntentRecord) -> Json:
    """Return the intent's JSON, reduced for a browser."""
    rendered = wire.payment_intent(intent, call.public_url)
    return wire.render_for_browser(rendered) if call.browser else rendered


def _with_details(call: Call, intent: IntentRecord) -> IntentRecord:
    """Apply the parameters that are allowed at confirmation."""
    changes: dict[str, object] = {}
    for name in ("capture_method", "setup_future_usage", "receipt_email", "return_url"):
        if call.has(name):
            changes[name] = call.text(name)
    for name in ("shipping", "payment_method_options"):
        if call.has(name):
            changes[name] = call.map(name) or ({} if name == "payment_method_options" else None)
    if types := call.texts(checks.TYPES):
        changes["allowed_types"] = types
        checks.check_types(types, account.country(call.connection), intent.currency, intent.amount)
    return intent.model_copy(update=changes)


def _method(call: Call, intent: IntentRecord) -> MethodRecord:
    method_id = methods.read_or_make_method(call) or intent.payment_method
    if method_id is None:
        message = (
            "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the "
            "PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a "
            "payment method."
        )
        raise unexpected_state(message, render_for_caller(call, intent))
    methods.check_return_url(call, intent, "PaymentIntent")
    return methods.find_usable(call, method_id, intent.customer, intent="PaymentIntent")


def _check_type(call: Call, intent: IntentRecord, method: MethodRecord) -> None:
    """Refuse a payment that the method's type does not support."""
    kind, home = BY_NAME[method.type], account.country(call.connection)
    if method.card is not None and intent.statement_descriptor:
        raise invalid(
            "A card charge takes no `statement_descriptor`. Use `statement_descriptor_suffix` instead.",
            "statement_descriptor",
            "payment_intent_invalid_parameter",
        )
    checks.check_allowed(method, intent.allowed_types or ["card"])
    checks.check_types([method.type], home, intent.currency, intent.amount)
    checks.check_use(kind, manual=intent.capture_method == "manual", saved=bool(future_usage(intent, method)))
    checks.check_buyer(kind, method.billing_details, home, intent.currency)
    agreed = call.browser or method.customer is not None or call.map("mandate_data") is not None
    if kind.family is Family.DEBIT and not agreed:
        raise invalid(
            f"A {kind.name} payment needs the shopper's agreement: send `mandate_data` with the confirmation.",
            "mandate_data",
            "payment_intent_mandate_invalid",
        )


def _begin(call: Call, intent: IntentRecord, method: MethodRecord) -> IntentRecord:
    begun = actions.begin_action(call, intent, method)
    if begun.status is IntentRecordStatus.REQUIRES_ACTION and call.flag("error_on_requires_action"):
        raise ProviderError(
            402,
            "This payment needs the shopper, and `error_on_requires_action` says that it may not.",
            code="payment_intent_action_required",
        )
    return begun


def _attempt(call: Call, intent: IntentRecord, method: MethodRecord) -> Attempt:
    return Attempt(
        off_session=methods.without_shopper(call),
        set_up=method.used_off_session,
        authentication_wanted=challenges.is_requested(intent.payment_method_options),
    )


def _ask_shopper(call: Call, intent: IntentRecord) -> IntentRecord:
    waiting = {"challenge": challenges.open_challenge(call, intent.return_url)}
    return move_intent(call, intent.model_copy(update=waiting), IntentStep.ACTION_REQUIRED)


def _decline_error(call: Call, intent: IntentRecord) -> ProviderError:
    return declined(intent.last_payment_error or {}, payment_intent=render_for_caller(call, intent))
