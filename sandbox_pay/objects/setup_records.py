"""The records of setup intents and confirmation tokens."""

from pydantic import Field

from sandbox_pay.objects.records import Action, Challenge, IntentRecordStatus, MethodRecord, Record
from sandbox_pay.protocol.json import Json


class SetupIntentRecord(Record):
    status: IntentRecordStatus
    client_secret: str
    usage: str = "off_session"
    customer: str | None = None
    payment_method: str | None = None
    latest_attempt: str | None = None
    allowed_types: list[str] | None = None
    redirects: str = "always"
    description: str | None = None
    return_url: str | None = None
    payment_method_options: Json = Field(default_factory=dict)
    last_setup_error: Json | None = None
    challenge: Challenge | None = None
    action: Action | None = None
    cancellation_reason: str | None = None
    mandate: str | None = None


class SetupAttempt(Record):
    """One confirmation of a SetupIntent. `method` is the payment method as it was then.

    `generated` is the SEPA debit that some types generate: that one is saved.
    """

    setup_intent: str
    method: MethodRecord
    status: str
    usage: str
    customer: str | None = None
    authenticated: bool = False
    generated: str | None = None
    error: Json | None = None


class ConfirmationToken(Record):
    """The details that a browser collected for one confirmation by the store's server.

    A payment method that was given with it comes into being when the token is used: until then it is `unborn`.
    """

    expires_at: int
    payment_method: str | None = None
    unborn: MethodRecord | None = None
    return_url: str | None = None
    setup_future_usage: str | None = None
    shipping: Json | None = None
    amount: int | None = None
    """What the wallet showed the shopper, in minor units of `currency`. None for tokens of the payment element."""
    currency: str | None = None
    payment_intent: str | None = None
    setup_intent: str | None = None

    @property
    def used(self) -> bool:
        return self.payment_intent is not None or self.setup_intent is not None
