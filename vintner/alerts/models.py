"""Who is to be told of what, and what they agreed to."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from vintner.catalogue.models import Product, Variation
from vintner.money import MoneyField
from vintner.orders.models import HeldBottle


class Alert(models.Model):
    """A request to be told once: of a wine, or that the store opens.

    It ends when it is sent or stopped. Whoever asks again makes a new one, so nobody can change what an address has
    confirmed by typing that address. It counts once the address is confirmed. The e-mail and `sent_at` are written in
    one transaction, under a lock of the row, so each is told once.
    """

    class Kind(models.TextChoices):
        LAUNCH = "launch", "On sale"
        RESTOCK = "restock", "Back in stock"
        PRICE_DROP = "price_drop", "Cheaper"
        NEXT_VINTAGE = "next_vintage", "Next vintage"
        OPENING = "opening", "Store opens"

    kind = models.CharField(max_length=12, choices=Kind, default=Kind.LAUNCH, db_default=Kind.LAUNCH)
    product = models.ForeignKey(
        Product, null=True, on_delete=models.CASCADE, related_name="alerts", help_text="None for the whole store."
    )
    variation = models.ForeignKey(
        Variation, null=True, on_delete=models.CASCADE, related_name="+", help_text="What is to be back in stock."
    )
    email = models.EmailField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="alerts")
    consent = models.TextField(help_text="The words beside the form that was sent.")
    asked_at = models.DateTimeField(default=timezone.now)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField("unsubscribed at", null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    price = MoneyField(null=True, blank=True, help_text="What the dearest bottle cost at asking, in cents.")
    prices = models.JSONField(
        default=dict, db_default={}, blank=True, help_text="What each bottle cost at asking, in cents."
    )
    vintage = models.PositiveSmallIntegerField(null=True, blank=True, help_text="The newest at asking.")
    happened_at = models.DateTimeField(null=True, blank=True)
    news = models.CharField(max_length=400, blank=True, default="", db_default="", help_text="For the weekly e-mail.")
    news_path = models.CharField(max_length=250, blank=True, default="", db_default="")
    held_bottle = models.OneToOneField(
        HeldBottle, null=True, on_delete=models.SET_NULL, related_name="alert", help_text="What the e-mail offers."
    )

    class Meta:
        ordering = ("-pk",)
        constraints = [
            models.UniqueConstraint(
                fields=["product", "email", "kind", "variation"],
                condition=Q(sent_at=None, stopped_at=None),
                name="one_open_alert",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=Q(kind="restock", variation__isnull=False) | ~Q(kind="restock") & Q(variation=None),
                name="alert_of_a_restock_names_a_variation",
            ),
            models.CheckConstraint(
                condition=Q(kind="price_drop", price__isnull=False) | ~Q(kind="price_drop") & Q(price=None),
                name="alert_of_a_price_has_one",
            ),
            models.CheckConstraint(
                condition=Q(kind="next_vintage", vintage__isnull=False) | ~Q(kind="next_vintage") & Q(vintage=None),
                name="alert_of_a_vintage_has_one",
            ),
            models.CheckConstraint(
                condition=Q(kind="opening", product=None) | ~Q(kind="opening") & ~Q(product=None),
                name="alert_is_about_a_wine_or_the_store",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["launch", "restock", "price_drop", "next_vintage", "opening"]),
                name="alert_kind_is_known",
            ),
            models.CheckConstraint(condition=Q(email=Lower(F("email"))), name="alert_email_in_lower_case"),
            models.CheckConstraint(condition=Q(sent_at=None) | ~Q(confirmed_at=None), name="sent_alert_is_confirmed"),
        ]
        indexes = [
            models.Index(
                fields=["kind", "product", "id"],
                condition=Q(sent_at=None, stopped_at=None, confirmed_at__isnull=False),
                name="waiting_alerts",
            ),
            models.Index(
                fields=["email", "happened_at"],
                condition=Q(sent_at=None, stopped_at=None, happened_at__isnull=False),
                name="alerts_of_digests",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.email}: {self.product or self.get_kind_display()}"


class DigestReader(models.Model):
    """An address that has its news once a week, in one e-mail."""

    email = models.EmailField(unique=True)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(email=Lower(F("email"))), name="digest_email_in_lower_case"),
        ]

    def __str__(self) -> str:
        return self.email
