"""Who pays an intent, and with what: the customer and the payment method that a call gives to an intent."""

from sandbox_pay.call import Call
from sandbox_pay.objects.records import IntentRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.payments import machine
from sandbox_pay.payments.customers import customers, methods
from sandbox_pay.payments.machine import IntentStep, SetupIntentStep


def read_payer(call: Call, intent: IntentRecord | SetupIntentRecord) -> dict[str, object]:
    """Return the checked changes. A new method voids the question about the one before."""
    is_setup = isinstance(intent, SetupIntentRecord)
    kind, step = ("SetupIntent", SetupIntentStep.METHOD_SET) if is_setup else ("PaymentIntent", IntentStep.METHOD_SET)
    changes: dict[str, object] = {}
    if customer_id := call.text("customer"):
        changes["customer"] = customers.of_intent(call, intent.customer, customer_id, kind)
    if method_id := call.text("payment_method"):
        owner = changes.get("customer", intent.customer)
        method = methods.find_usable(call, method_id, None if owner is None else str(owner), intent=kind)
        changes |= {"payment_method": method.id, "status": machine.after(intent.status, step)}
        changes |= {"challenge": None, "action": None}
    return changes
