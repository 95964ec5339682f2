"""Whether the store has recorded a payment as an event reports it (decision 109)."""

from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.models import Payment
from vintner.payments.webhooks.events import ReportedPayment


def is_recorded(report: ReportedPayment) -> bool:
    """Return whether a payment has succeeded here as an event reports it, or after what the event reports.

    Locks nothing: a payment that has succeeded stays so. While the page of the provider is still offered to the
    shopper, the intent has to be read.
    """
    succeeded = Payment.objects.filter(
        intent_id=report.intent_id,
        status=PaymentStatus.SUCCEEDED,
        closed_at__isnull=False,
        provider_page="",
        amount=report.amount,
        currency=report.currency,
        customer_id=report.customer_id,
    )
    if report.is_made:
        succeeded = succeeded.filter(captured=report.received, charge_id=report.charge_id)
    return succeeded.exists()
