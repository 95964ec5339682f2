"""What the bodies of control calls hold; what they do not know is refused."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from sandbox_pay import WEBHOOK_SECRET
from sandbox_pay.call import Call
from sandbox_pay.objects.records import IntentRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.operations import OPERATIONS
from sandbox_pay.payments.types.table import Ending
from sandbox_pay.protocol.errors import ProviderError, no_such
from sandbox_pay.protocol.faults import ApiFault
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import INTENTS, SETUP_INTENTS

HUNDRED_YEARS = 3_155_760_000


class ControlBody(BaseModel):
    """The body of a control call. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Advance(ControlBody):
    seconds: int = Field(ge=0, le=HUNDRED_YEARS)


class AccountCountry(ControlBody):
    """The new country of the store's account, which decides about the types of payment methods."""

    country: str = Field(pattern="^[A-Z]{2}$")


class IntentBody(ControlBody):
    """Names a payment or a setup."""

    payment_intent: str = ""
    setup_intent: str = ""

    def find(self, call: Call) -> IntentRecord | SetupIntentRecord:
        """Return the intent, or refuse with 404."""
        payment = INTENTS.find(call.connection, self.payment_intent)
        found = payment or SETUP_INTENTS.find(call.connection, self.setup_intent)
        if found is None:
            raise no_such("intent", self.payment_intent or self.setup_intent)
        return found


class EndPayment(IntentBody):
    """How a payment ends that waits for the shopper, the bank or the lender."""

    ending: Ending


class Resend(ControlBody):
    event: str


class ChallengeAnswer(IntentBody):
    """The shopper's answer to the bank."""

    result: Literal["complete", "fail"] = "complete"


class CardChange(ControlBody):
    """Lets a card behave like the test card with this number."""

    payment_method: str
    number: str


class Renewal(ControlBody):
    """A bank replaced a saved card: it has another date, and perhaps another number."""

    payment_method: str
    exp_month: int = Field(ge=1, le=12)
    exp_year: int = Field(ge=2000, le=2100)
    number: str | None = None


class OperationBody(ControlBody):
    operation: str = "*"

    @field_validator("operation")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in {"*", *(operation.name for operation in OPERATIONS)}:
            raise ValueError("there is no such operation")
        return name


class PlannedFault(OperationBody):
    fault: ApiFault
    times: int = Field(default=1, ge=1, le=10_000)


class PlannedRefusal(OperationBody):
    """A refusal before any work: nothing is written, and it is not stored under the idempotency key."""

    status: int = Field(default=402, ge=400, le=599)
    type: Literal["card_error", "invalid_request_error", "api_error", "idempotency_error"] = "card_error"
    code: str = ""
    decline_code: str = ""
    param: str = ""
    times: int = Field(default=1, ge=1, le=10_000)

    def error(self) -> ProviderError:
        extra: Json = {"decline_code": self.decline_code} if self.decline_code else {}
        message = f"The sandbox was told to refuse this request: {self.code or self.type}."
        return ProviderError(self.status, message, self.type, self.code or None, self.param or None, extra)


class WebhookDestination(ControlBody):
    url: str
    secret: str = WEBHOOK_SECRET


class ChaosSwitches(ControlBody):
    """Each switch: false is off, true is on until a reset, a number is for that many deliveries; `delay` is seconds."""

    drop: bool | int = 0
    duplicate: bool | int = 0
    bad_signature: bool | int = 0
    stale_timestamp: bool | int = 0
    shuffle: bool | int = 0
    early: bool | int = 0
    delay: int = Field(default=0, ge=0, le=HUNDRED_YEARS)
