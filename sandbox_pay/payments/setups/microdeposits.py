"""Small deposits by which a shopper proves that a bank account is hers; the test values are Stripe's own."""

from sandbox_pay.call import Call
from sandbox_pay.objects.records import ActionKind, IntentRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.payments import confirm, endings, timers
from sandbox_pay.payments.intents import find
from sandbox_pay.payments.setups import setup_actions, setup_confirm, setup_intents
from sandbox_pay.payments.types.table import Ending
from sandbox_pay.protocol.errors import ProviderError, unexpected_state
from sandbox_pay.protocol.json import Json

CODE = "SM11AA"
AMOUNTS = ["32", "45"]


def verify(call: Call) -> Json:
    """Take the code, or the two amounts in minor units, of the deposits."""
    intent = find(call, call.target)
    if not _waits_for_deposits(intent):
        message = "This PaymentIntent waits for no verification of a bank account."
        raise unexpected_state(message, confirm.render_for_caller(call, intent))
    _check_given(call)
    return confirm.render_for_caller(call, endings.end_payment(call, intent, Ending.SUCCEED))


def verify_setup(call: Call) -> Json:
    """Take the same for a bank account that is set up."""
    intent = setup_intents.find(call, call.target)
    if not _waits_for_deposits(intent):
        message = "This SetupIntent waits for no verification of a bank account."
        raise setup_confirm.unexpected_state_error(call, intent, message)
    _check_given(call)
    return setup_confirm.render_for_caller(call, setup_actions.end(call, intent, Ending.SUCCEED))


def _check_given(call: Call) -> None:
    code, amounts = call.text("descriptor_code"), call.texts("amounts")
    if code is not None and not is_right(code):
        raise _mismatch("descriptor_code", "payment_method_microdeposit_verification_descriptor_code_mismatch")
    if code is None and amounts != AMOUNTS:
        raise _mismatch("amounts", "payment_method_microdeposit_verification_amounts_mismatch")


def _waits_for_deposits(intent: IntentRecord | SetupIntentRecord) -> bool:
    waits = bool(timers.waits_for(intent))
    return waits and intent.action is not None and intent.action.kind is ActionKind.MICRODEPOSITS


def is_right(code: str) -> bool:
    return code.strip().upper() == CODE


def _mismatch(param: str, code: str) -> ProviderError:
    return ProviderError(
        400, "This is not what was deposited. Look again at the bank statement.", code=code, param=param
    )
