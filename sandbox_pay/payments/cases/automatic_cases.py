"""Opens the case that some test cards cause: a dispute, an inquiry, a fraud warning or a review."""

from sandbox_pay.call import Call
from sandbox_pay.objects.records import ChargeRecord, IntentRecord
from sandbox_pay.payments.behaviours import Behaviour
from sandbox_pay.payments.cases import disputes, fraud_warnings, reviews


def start_cases(call: Call, intent: IntentRecord, charge: ChargeRecord, behaviour: Behaviour) -> IntentRecord:
    """Open the case of a new charge, and return its intent.

    An authorization cannot be disputed.
    """
    if behaviour.disputed_as and charge.taken:
        disputes.begin(call, charge, behaviour.disputed_as, inquiry=behaviour.inquiry)
    if behaviour.warned:
        fraud_warnings.begin(call, charge)
    if behaviour.reviewed:
        return intent.model_copy(update={"review": reviews.begin(call, charge, "rule").id})
    return intent
