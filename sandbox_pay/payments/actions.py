"""Begins payments with methods other than cards, which wait for an action of the shopper."""

import secrets
from collections.abc import Callable, Mapping

from sandbox_pay.call import Call
from sandbox_pay.objects.ids import token
from sandbox_pay.objects.records import Action, ActionKind, IntentRecord, IntentRecordStatus, MethodRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.payments import timers
from sandbox_pay.payments.customers import methods
from sandbox_pay.payments.machine import IntentStep
from sandbox_pay.payments.settlement import begin_debit, move_intent, settle
from sandbox_pay.payments.types import accounts
from sandbox_pay.payments.types.accounts import LATER
from sandbox_pay.payments.types.table import BY_NAME, DAY, Ending, Family, PaymentType
from sandbox_pay.protocol.errors import invalid, missing_parameter
from sandbox_pay.protocol.json import as_json
from sandbox_pay.storage.table import METHODS

CODE_SECONDS = 3
"""How long a BLIK code with a fixed answer takes, as if a shopper took up her phone."""
BLIK_CODES: Mapping[str, Ending] = {"111111": Ending.SUCCEED, "222222": Ending.DECLINE}
"""Codes that answer themselves; 333333 and all others wait for the phone page, or for their time to run out."""
EMAILS: tuple[tuple[str, Ending, int | None], ...] = (
    ("succeed_immediately", Ending.SUCCEED, 0),
    ("expire_immediately", Ending.EXPIRE, 0),
    ("expire_with_delay", Ending.EXPIRE, LATER),
    ("fill_never", Ending.EXPIRE, None),
)
"""What a voucher does when the billing e-mail's name holds these words, and after how many seconds; None is on its
last day.
"""
VOUCHER_DAYS: Mapping[str, tuple[int, int]] = {"boleto": (0, 60), "oxxo": (1, 7)}
"""After how many days a voucher may end, where the store may say so."""
NEEDS_RETURN_URL = frozenset({ActionKind.REDIRECT, ActionKind.ALIPAY})


def begin_action(call: Call, intent: IntentRecord, method: MethodRecord) -> IntentRecord:
    """Begin the payment. Raises `ProviderError` (400) when something is missing that the type needs."""
    kind = BY_NAME[method.type]
    if kind.family is Family.DEBIT:
        return (
            _verify(call, intent, method) if _needs_verification(kind, intent, method) else debit(call, intent, method)
        )
    if kind.family is Family.INSTANT or method.used_off_session:
        # A wallet that was saved pays without asking again.
        return settle(call, intent, method, None, authenticated=False)
    if methods.without_shopper(call):
        raise invalid(f"A payment by {kind.name} needs the shopper: it can't be made `off_session`.", "off_session")
    return _ask_shopper(call, intent, method, kind)


def debit(call: Call, intent: IntentRecord, method: MethodRecord) -> IntentRecord:
    """Debit the account. Its test number decides about the bank's answer and its time."""
    begun = begin_debit(call, intent, method)
    account = accounts.find(method.type, method.account or "")
    if account is not None and not account.never:
        timers.plan(call, begun, Ending.DECLINE if account.failure else Ending.SUCCEED, account.seconds)
    return begun


def _needs_verification(kind: PaymentType, intent: IntentRecord, method: MethodRecord) -> bool:
    wanted = as_json(intent.payment_method_options.get(kind.name)).get("verification_method")
    return kind.action is ActionKind.MICRODEPOSITS and not method.verified and wanted != "instant"


def _verify(call: Call, intent: IntentRecord, method: MethodRecord) -> IntentRecord:
    return _open_action(call, intent, BY_NAME[method.type], {})


def _ask_shopper(call: Call, intent: IntentRecord, method: MethodRecord, kind: PaymentType) -> IntentRecord:
    if kind.action in NEEDS_RETURN_URL and not intent.return_url:
        raise invalid(
            f"To confirm this PaymentIntent with {kind.name} you must provide a `return_url`: the shopper leaves your "
            "page and has to find back.",
            "return_url",
        )
    code = _blik_code(intent) if kind.action is ActionKind.BLIK else ""
    waiting = _open_action(call, intent, kind, NUMBERS[kind.action]() if kind.action in NUMBERS else {})
    if kind.family is Family.VOUCHER:
        _plan_voucher(call, waiting, str(method.billing_details.get("email") or ""))
    elif fixed := BLIK_CODES.get(code):
        timers.plan(call, waiting, fixed, CODE_SECONDS)
    return waiting


def _open_action(call: Call, intent: IntentRecord, kind: PaymentType, numbers: dict[str, str]) -> IntentRecord:
    """Open the action, and let it expire when nothing happens."""
    patience = _expiry_seconds(kind, intent)
    action = build_action(call, intent, kind, patience).model_copy(update={"numbers": numbers})
    changes = {"action": action, "payment_method_options": _without_code(intent)}
    waiting = move_intent(call, intent.model_copy(update=changes), IntentStep.ACTION_REQUIRED)
    timers.plan(call, waiting, Ending.EXPIRE, patience)
    return waiting


def build_action(call: Call, intent: IntentRecord | SetupIntentRecord, kind: PaymentType, patience: int) -> Action:
    """Return the type's action, which may stay open for some seconds."""
    if kind.action is None:
        raise RuntimeError(f"{kind.name} has no action to ask for.")
    return Action(
        token=token(),
        kind=kind.action,
        expires_at=call.now + patience,
        begun_at=call.now,
        return_url=intent.return_url,
    )


def _expiry_seconds(kind: PaymentType, intent: IntentRecord) -> int:
    days = as_json(intent.payment_method_options.get(kind.name)).get("expires_after_days")
    if not isinstance(days, int):
        return kind.patience
    least, most = VOUCHER_DAYS[kind.name]
    if not least <= days <= most:
        param = f"payment_method_options[{kind.name}][expires_after_days]"
        raise invalid(f"This value must be from {least} to {most}.", param, "parameter_invalid_integer")
    return days * DAY


def _without_code(intent: IntentRecord) -> dict[str, object]:
    """Return the options without the BLIK code, which is valid for one try."""
    options: dict[str, object] = {**intent.payment_method_options}
    blik = as_json(intent.payment_method_options.get("blik"))
    if blik:
        options["blik"] = {name: value for name, value in blik.items() if name != "code"}
    return options


def _blik_code(intent: IntentRecord) -> str:
    param = "payment_method_options[blik][code]"
    code = as_json(intent.payment_method_options.get("blik")).get("code")
    if not code:
        raise missing_parameter(param)
    if not (isinstance(code, str) and code.isascii() and code.isdigit() and len(code) == 6):
        raise invalid("A BLIK code has six digits.", param, "payment_method_invalid_parameter")
    return code


def _plan_voucher(call: Call, intent: IntentRecord, email: str) -> None:
    name = email.lower().split("@")[0]
    for words, ending, seconds in EMAILS:
        if words in name:
            if seconds is not None:
                timers.plan(call, intent, ending, seconds)
            return
    timers.plan(call, intent, Ending.SUCCEED, LATER)


def _digits(count: int) -> str:
    return "".join(secrets.choice("0123456789") for _ in range(count))


def _boleto() -> dict[str, str]:
    return {"number": _digits(47)}


def _oxxo() -> dict[str, str]:
    return {"number": _digits(30)}


def _multibanco() -> dict[str, str]:
    return {"entity": "12345", "reference": _digits(9)}


NUMBERS: Mapping[ActionKind | None, Callable[[], dict[str, str]]] = {
    ActionKind.BOLETO: _boleto,
    ActionKind.OXXO: _oxxo,
    ActionKind.MULTIBANCO: _multibanco,
}


def confirm_verified(call: Call, intent: IntentRecord, method: MethodRecord) -> IntentRecord:
    """Continue after the shopper has verified the bank account."""
    known = METHODS.save(call.connection, method.model_copy(update={"verified": True}))
    return debit(call, intent.model_copy(update={"status": IntentRecordStatus.REQUIRES_CONFIRMATION}), known)
