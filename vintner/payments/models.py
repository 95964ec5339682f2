"""Attempts to pay, saved methods, disputes and webhook events."""

from datetime import datetime

from django.db import models
from django.db.models import Q

from vintner.customers.models import User
from vintner.money import ZERO, MoneyField
from vintner.orders.models import Order
from vintner.payments.attempts.rules import PaymentStatus, status_choices
from vintner.payments.brands import brand_name
from vintner.payments.returns.models import PlannedReturn as PlannedReturn
from vintner.payments.saved_methods.rules import SetupStatus
from vintner.payments.types import BY_NAME, CARD, MethodType
from vintner.payments.wallets.models import StoreDomain as StoreDomain
from vintner.payments.wallets.rules import Wallet, name_payment
from vintner.payments.webhooks.models import ProviderEvent as ProviderEvent
from vintner.payments.webhooks.models import RefusedEvent as RefusedEvent

MAX_PAGE_LENGTH = 500


class Payment(models.Model):
    """One attempt to pay one order. Its idempotency key is stored before the provider is called."""

    class Page(models.TextChoices):
        """The page on which the shopper pays, and to which a failed payment leads back."""

        CHECKOUT = "checkout"
        BLOCK = "block"
        ORDER = "order"
        EXPRESS = "express"

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="payments")
    attempt = models.PositiveSmallIntegerField()
    amount = MoneyField()
    currency = models.CharField(max_length=3)
    captured = MoneyField(default=ZERO, help_text="What the provider really took.")
    type = models.CharField("type of payment method", max_length=30, default="card")
    wallet = models.CharField(
        max_length=12, choices=[(each.value, each.label) for each in Wallet], blank=True, default="", db_default=""
    )
    method = models.CharField("provider's payment method", max_length=80, blank=True)
    token = models.CharField("provider's confirmation token", max_length=80, blank=True)
    code = models.CharField(max_length=6, blank=True, help_text="What the shopper's bank app said; good for minutes.")
    page = models.CharField(max_length=8, choices=Page, default=Page.CHECKOUT)
    sent_from = models.CharField("internet address", max_length=45, blank=True, help_text="Of who agreed to a debit.")
    user_agent = models.CharField(max_length=300, blank=True)
    origin = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="A mark of the internet address, by which declines are counted.",
    )
    provider_page = models.CharField(
        max_length=MAX_PAGE_LENGTH,
        blank=True,
        help_text="Where the shopper sees a voucher, or proves that an account is theirs.",
    )
    customer_id = models.CharField("provider's customer", max_length=80, blank=True)
    keep_for = models.ForeignKey(
        "customers.User",
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="Whose account is to keep the card.",
    )
    capture_later = models.BooleanField(
        default=False, help_text="The card is only asked to set the money aside; staff takes it."
    )
    off_session = models.BooleanField(
        default=False, db_default=False, help_text="A renewal: the saved method is charged without its owner."
    )
    idempotency_key = models.CharField(max_length=120, unique=True)
    intent_id = models.CharField(max_length=80, unique=True, null=True)
    charge_id = models.CharField(max_length=80, unique=True, null=True)
    status = models.CharField(
        max_length=16, choices=status_choices(PaymentStatus), default=PaymentStatus.CREATED, db_index=True
    )
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.CharField(max_length=500, blank=True)
    card = models.CharField("brand and last four digits", max_length=60, blank=True)
    busy_until = models.DateTimeField(
        null=True, help_text="Until then a request may still be waiting for the provider's answer."
    )
    unanswered_at = models.DateTimeField(
        null=True, help_text="When its call ended without an answer: nobody waits, but the charge may still arrive."
    )
    given_up_at = models.DateTimeField(
        null=True, help_text="Since then the order waits for another payment: this one's end is not the order's."
    )
    closed_at = models.DateTimeField(null=True, help_text="Since then this attempt can take no money, or no more.")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]
        permissions = [("move_money", "Can capture, void and refund payments")]
        indexes = [models.Index(fields=["wallet", "-id"], condition=~Q(wallet=""), name="payments_by_wallet")]
        constraints = [
            models.UniqueConstraint(fields=["order", "attempt"], name="payment_attempt_once"),
            models.UniqueConstraint(fields=["order"], condition=Q(status="succeeded"), name="paid_at_most_once"),
        ]

    def __str__(self) -> str:
        return f"Attempt {self.attempt} to pay order {self.order_id}"

    @property
    def method_type(self) -> MethodType:
        """The row of the payment method's type."""
        return BY_NAME[self.type]

    @property
    def paid_by(self) -> str:
        """What paid or tried to: 'Google Pay (Visa •••• 4242)', a card, the name of another type; '' while unknown."""
        method = self.card or ("" if self.method_type is CARD else self.method_type.label)
        return name_payment(self.wallet, method) if self.wallet else method

    @property
    def is_of_open_intent(self) -> bool:
        """Whether the browser opened the intent before the order, and adds the method to it."""
        return self.intent_id is not None and not (self.method or self.token)

    @property
    def saves_for(self) -> User | None:
        """The user in whose account the payment saves its method, None if it saves none."""
        return self.keep_for


class ProviderCustomer(models.Model):
    """The provider's number for one of our customers."""

    user = models.OneToOneField("customers.User", on_delete=models.CASCADE, related_name="provider_customer")
    customer_id = models.CharField(max_length=80, unique=True)

    def __str__(self) -> str:
        return self.customer_id


class SavedMethod(models.Model):
    """A card, bank account or wallet that the provider stores for a customer. The store knows no more of it."""

    customer = models.ForeignKey(ProviderCustomer, on_delete=models.CASCADE, related_name="methods")
    method_id = models.CharField(max_length=80, unique=True)
    type = models.CharField("type of payment method", max_length=30, default="card")
    fingerprint = models.CharField(max_length=80)
    brand = models.CharField(max_length=30, blank=True)
    last_four = models.CharField(max_length=4, blank=True)
    account = models.CharField("bank, e-mail address or cashtag", max_length=254, blank=True)
    mandate = models.CharField(
        "provider's mandate", max_length=80, blank=True, help_text="By which its owner has agreed to debits."
    )
    expires_year = models.PositiveSmallIntegerField(null=True)
    expires_month = models.PositiveSmallIntegerField(null=True)
    is_default = models.BooleanField(default=False)
    saved_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["customer", "fingerprint"], name="saved_card_once"),
            models.UniqueConstraint(fields=["customer"], condition=Q(is_default=True), name="one_default_card"),
            models.CheckConstraint(
                condition=Q(last_four__regex="^[0-9]{4}$")
                | (~Q(type="card") & Q(last_four__regex="^[0-9A-Za-z]{0,4}$")),  # some IBANs end in letters
                name="last_four_digits_only",
            ),
            models.CheckConstraint(
                condition=Q(
                    expires_month__isnull=False, expires_month__gte=1, expires_month__lte=12, expires_year__isnull=False
                )
                | (~Q(type="card") & Q(expires_month=None, expires_year=None)),
                name="expires_in_a_month",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} •••• {self.last_four}" if self.last_four else self.label

    @property
    def method_type(self) -> MethodType:
        """The row of the payment method's type."""
        return BY_NAME[self.type]

    @property
    def name(self) -> str:
        """The brand of a card, the name of any other type."""
        return brand_name(self.brand) if self.method_type is CARD else self.method_type.label

    @property
    def label(self) -> str:
        ending = f" ending in {self.last_four}" if self.last_four else ""
        account = f" ({self.account})" if self.account else ""
        return f"{self.name}{ending}{account}"

    @property
    def expiry(self) -> str:
        """Month and year of a card, '12/40'; '' for what has no date."""
        if self.expires_year is None or self.expires_month is None:
            return ""
        return f"{self.expires_month:02}/{self.expires_year % 100:02}"

    def has_expired(self, now: datetime) -> bool:
        """Return whether a card's month is over. Methods without a date do not expire."""
        if self.expires_year is None or self.expires_month is None:
            return False
        return (self.expires_year, self.expires_month) < (now.year, now.month)


class CardSetup(models.Model):
    """One attempt to save a payment method without paying. Its idempotency key is stored before the call."""

    user = models.ForeignKey("customers.User", on_delete=models.CASCADE, related_name="card_setups")
    order = models.ForeignKey(Order, null=True, on_delete=models.SET_NULL, related_name="card_setups")
    attempt = models.PositiveIntegerField()
    customer_id = models.CharField("provider's customer", max_length=80, blank=True)
    type = models.CharField("type of payment method", max_length=30, default="card")
    method = models.CharField(
        "provider's payment method", max_length=80, blank=True, help_text="Blank when the browser brings it."
    )
    provider_page = models.CharField(
        max_length=MAX_PAGE_LENGTH, blank=True, help_text="Where the customer proves that a bank account is theirs."
    )
    subscription_number = models.PositiveBigIntegerField(
        null=True, help_text="The subscription that is charged to this method once it is saved."
    )
    for_all_subscriptions = models.BooleanField(
        default=False, db_default=False, help_text="All subscriptions of the account are charged to it."
    )
    chosen_at = models.DateTimeField(
        null=True, help_text="When it was chosen for subscriptions the last time, if not at the beginning."
    )
    sent_from = models.CharField("internet address", max_length=45, blank=True, default="", db_default="")
    user_agent = models.CharField(max_length=300, blank=True, default="", db_default="")
    idempotency_key = models.CharField(max_length=120, unique=True)
    intent_id = models.CharField("provider's setup intent", max_length=80, unique=True, null=True)
    status = models.CharField(
        max_length=16, choices=status_choices(SetupStatus), default=SetupStatus.CREATED, db_index=True
    )
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.CharField(max_length=500, blank=True)
    busy_until = models.DateTimeField(
        null=True, help_text="Until then a request may still be waiting for the provider's answer."
    )
    closed_at = models.DateTimeField(null=True, help_text="Since then nothing is waited for.")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "attempt"], name="card_setup_attempt_once"),
            models.UniqueConstraint(fields=["user", "method"], condition=~Q(method=""), name="card_set_up_once"),
        ]

    def __str__(self) -> str:
        return f"Setup {self.attempt} of account {self.user_id}"

    @property
    def saves_for(self) -> User:
        """The user in whose account the method is saved."""
        return self.user

    @property
    def method_type(self) -> MethodType:
        """The row of the payment method's type."""
        return BY_NAME[self.type]


class Case(models.Model):
    """A dispute, an inquiry or a review of a payment."""

    class Doubt(models.TextChoices):
        DISPUTE = "dispute"
        INQUIRY = "inquiry"
        REVIEW = "review"

    class Verdict(models.TextChoices):
        OPEN = "open"
        WON = "won"
        LOST = "lost"
        DROPPED = "dropped"

    payment = models.ForeignKey(Payment, on_delete=models.CASCADE, related_name="cases")
    provider_id = models.CharField(max_length=80, unique=True)
    doubt = models.CharField(max_length=10, choices=Doubt)
    verdict = models.CharField(max_length=10, choices=Verdict, default=Verdict.OPEN)
    reason = models.CharField("in the provider's words", max_length=80)
    amount = MoneyField(default=ZERO)
    respond_by = models.DateTimeField(null=True, help_text="Until then the store can answer the bank.")
    order_was = models.CharField(
        max_length=20, blank=True, help_text="Where the order goes back to when the doubt is over."
    )
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.get_doubt_display()} {self.provider_id}"


class OpenIntent(models.Model):
    """An intent that a page opened before there was an order, for a type that needs one.

    It belongs to a cart or to an existing order. It ends when an attempt uses it, or when it is cancelled.
    """

    intent_id = models.CharField("provider's intent", max_length=80, unique=True, null=True)
    idempotency_key = models.CharField(max_length=120, unique=True)
    type = models.CharField("type of payment method", max_length=30)
    amount = MoneyField()
    currency = models.CharField(max_length=3)
    cart_id = models.UUIDField(null=True, db_index=True)
    order = models.ForeignKey(Order, on_delete=models.CASCADE, null=True, related_name="open_intents")
    origin = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="A mark of the internet address, by which declines are counted.",
    )
    ended_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(cart_id=None, order__isnull=False) | Q(cart_id__isnull=False, order=None),
                name="open_intent_of_cart_or_order",
            ),
        ]

    def __str__(self) -> str:
        return f"Intent {self.intent_id}" if self.intent_id else f"Intent about to be opened ({self.pk})"
