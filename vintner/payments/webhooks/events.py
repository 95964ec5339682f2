"""A webhook event, and what it reports of a payment."""

from dataclasses import dataclass

from vintner.money import Money


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedPayment:
    """A payment as an event describes it: on its way without a fault, or made.

    Whatever else an event may say of a payment (declined, canceled, authorized, refunded, disputed) has no report.
    """

    intent_id: str
    amount: Money
    received: Money
    currency: str
    customer_id: str
    charge_id: str
    is_made: bool
    """Whether the money was taken. Before that nothing is `received`, and there may be no charge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookEvent:
    """A verified webhook event. `object_id` is the id of an intent, a setup intent, a card, a customer, a dispute or a
    review; for other objects it is blank. Only events that mean no harm to a payment have a `report`.
    """

    id: str
    type: str
    object_id: str
    report: ReportedPayment | None = None
