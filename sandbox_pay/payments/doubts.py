"""What follows a payment by itself with some test cards: a dispute, an inquiry, a review."""

from sandbox_pay.call import Call
from sandbox_pay.objects.records import Charge
from sandbox_pay.payments import disputes, reviews
from sandbox_pay.payments.behaviours import Behaviour


def follow(call: Call, charge: Charge, behaviour: Behaviour) -> None:
    """Dispute or review a charge that was just taken. What is only set aside can't be disputed."""
    if behaviour.disputed_as and charge.taken:
        disputes.begin(call, charge, behaviour.disputed_as, inquiry=behaviour.inquiry)
    if behaviour.reviewed:
        reviews.begin(call, charge, "rule")
