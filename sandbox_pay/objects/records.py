"""The provider's records. Amounts are integers in minor units, times are sandbox seconds since 1970."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from sandbox_pay.protocol.json import Json


class Record(BaseModel):
    model_config = ConfigDict(frozen=True)

    id: str
    created: int
    metadata: dict[str, str] = Field(default_factory=dict)


class Customer(Record):
    email: str | None = None
    name: str | None = None
    phone: str | None = None
    description: str | None = None
    address: Json | None = None
    shipping: Json | None = None
    preferred_locales: list[str] = Field(default_factory=list)
    deleted: bool = False


class CardRecord(BaseModel):
    """A card without its number. `behaviour` names the test card that it is."""

    model_config = ConfigDict(frozen=True)

    brand: str
    last4: str
    exp_month: int
    exp_year: int
    fingerprint: str
    funding: str
    country: str
    behaviour: str
    has_cvc: bool = True
    wallet: str | None = None
    """The wallet that the shopper paid with: apple_pay or google_pay."""


class MethodRecord(Record):
    """A payment method. Cards have a `card`; all other types have the object under their name in `details`."""

    type: str = "card"
    card: CardRecord | None = None
    details: Json = Field(default_factory=dict)
    account: str | None = None
    """For bank debits: the test account it was made from (payments/types/accounts.py)."""
    verified: bool = False
    """For bank accounts: whether the shopper proved that it is hers."""
    billing_details: Json
    customer: str | None = None
    allow_redisplay: str = "unspecified"
    used_off_session: bool = False
    """Whether the bank agreed to later charges without the shopper (setup_future_usage=off_session)."""
    spent: bool = False
    """Whether it has paid without a customer, or was detached: it cannot pay again."""


class IntentRecordStatus(StrEnum):
    """The statuses of a PaymentIntent or a SetupIntent, in Stripe's words. Only a payment can be captured."""

    REQUIRES_PAYMENT_METHOD = "requires_payment_method"
    REQUIRES_CONFIRMATION = "requires_confirmation"
    REQUIRES_ACTION = "requires_action"
    PROCESSING = "processing"
    REQUIRES_CAPTURE = "requires_capture"
    SUCCEEDED = "succeeded"
    CANCELED = "canceled"


class Challenge(BaseModel):
    """A 3-D Secure question that waits for the shopper."""

    model_config = ConfigDict(frozen=True)

    token: str
    by_redirect: bool
    return_url: str | None = None


class ActionKind(StrEnum):
    """What a method other than a card asks of the shopper: the types of `next_action`, in Stripe's words."""

    REDIRECT = "redirect_to_url"
    ALIPAY = "alipay_handle_redirect"
    BOLETO = "boleto_display_details"
    OXXO = "oxxo_display_details"
    MULTIBANCO = "multibanco_display_details"
    WECHAT_PAY = "wechat_pay_display_qr_code"
    CASHAPP = "cashapp_handle_redirect_or_display_qr_code"
    BLIK = "blik_authorize"
    MICRODEPOSITS = "verify_with_microdeposits"


class Action(BaseModel):
    """The shopper's action before a method other than a card pays; `token` opens its hosted page."""

    model_config = ConfigDict(frozen=True)

    token: str
    kind: ActionKind
    expires_at: int
    begun_at: int = 0
    return_url: str | None = None
    numbers: dict[str, str] = Field(default_factory=dict)
    """What a voucher shows: its number, or entity and reference."""


class IntentRecord(Record):
    status: IntentRecordStatus
    amount: int
    currency: str
    client_secret: str
    amount_received: int = 0
    customer: str | None = None
    payment_method: str | None = None
    latest_charge: str | None = None
    allowed_types: list[str] | None = None
    redirects: str = "always"
    capture_method: str = "automatic_async"
    confirmation_method: str = "automatic"
    description: str | None = None
    receipt_email: str | None = None
    return_url: str | None = None
    setup_future_usage: str | None = None
    shipping: Json | None = None
    statement_descriptor: str | None = None
    statement_descriptor_suffix: str | None = None
    payment_method_options: Json = Field(default_factory=dict)
    last_payment_error: Json | None = None
    challenge: Challenge | None = None
    action: Action | None = None
    canceled_at: int | None = None
    cancellation_reason: str | None = None
    review: str | None = None


class ChargeRecord(Record):
    payment_intent: str
    payment_method: str
    type: str = "card"
    card: CardRecord | None = None
    details: Json = Field(default_factory=dict)
    billing_details: Json
    amount: int
    currency: str
    succeeded: bool
    pending: bool = False
    """Whether a bank debit is under way: neither paid nor failed yet."""
    amount_captured: int | None = None
    """None for the whole amount; 0 while it is only authorized, or after the authorization was released."""
    amount_refunded: int = 0
    customer: str | None = None
    description: str | None = None
    receipt_email: str | None = None
    shipping: Json | None = None
    statement_descriptor: str | None = None
    statement_descriptor_suffix: str | None = None
    balance_transaction: str | None = None
    authenticated: bool = False
    frictionless: bool = False
    """Whether the bank authenticated the shopper without a question."""
    failure_code: str | None = None
    failure_message: str | None = None
    decline_code: str | None = None
    blocked: bool = False
    advice_code: str | None = None
    """What the bank says to do next, where it says anything."""
    risk_level: str = "normal"
    reviewed: bool = False
    """Whether a rule wanted a person to look at it."""
    disputed: bool = False
    review: str | None = None

    @property
    def taken(self) -> int:
        """The captured amount, without refunds."""
        if not self.succeeded:
            return 0
        return self.amount if self.amount_captured is None else self.amount_captured


class BalanceTransaction(Record):
    source: str
    amount: int
    currency: str
    fee: int
    kind: str


class RefundRecord(Record):
    charge: str
    payment_intent: str
    amount: int
    currency: str
    balance_transaction: str
    method_type: str = "card"
    reason: str | None = None
    status: str = "succeeded"
    failure_reason: str | None = None
    failure_balance_transaction: str | None = None


class Timer(Record):
    """An automatic ending. It is valid while its subject still waits for the action that `token` names.

    A subject is an intent of either kind, or a refund.
    """

    due_at: int
    subject: str
    token: str
    ending: str


class Event(Record):
    type: str
    data: Json
    request_id: str | None = None
    idempotency_key: str | None = None


class Endpoint(Record):
    """Where events are sent. `enabled_events` may hold `*`."""

    url: str
    secret: str
    enabled_events: list[str]
    description: str | None = None
    enabled: bool = True
    api_version: str | None = None


class Delivery(Record):
    """One event on its way to one endpoint. `attempts` counts tries; `due_at` is when the next one is due."""

    event: str
    endpoint: str
    due_at: int
    attempts: int = 0
    done: bool = False
    delivered: bool = False
    last_answer: str = ""
