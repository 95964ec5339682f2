"""Where orders and customers came from. Both are written once."""

from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone

from vintner.attribution.labels import origin_label
from vintner.orders.models import Order

TEXTS: Final = (
    *("source_type", "referrer", "utm_campaign", "utm_source", "utm_medium", "utm_content", "utm_id", "utm_term"),
    *("utm_source_platform", "utm_creative_format", "utm_marketing_tactic", "session_entry", "session_start_time"),
)
COUNTS: Final = ("session_pages", "session_count")
NAMES: Final = (*TEXTS, *COUNTS, "user_agent")
"""The names that forms and other clients have for it, in their order."""
LONGEST: Final = 500


class Origin(models.Model):
    """What led somebody here, as far as it is known and allowed. '' and None stand for what is not."""

    source_type = models.CharField(max_length=LONGEST, blank=True)
    referrer = models.CharField(max_length=LONGEST, blank=True)
    utm_campaign = models.CharField("campaign", max_length=LONGEST, blank=True)
    utm_source = models.CharField("source", max_length=LONGEST, blank=True)
    utm_medium = models.CharField("medium", max_length=LONGEST, blank=True)
    utm_content = models.CharField("content", max_length=LONGEST, blank=True)
    utm_id = models.CharField("campaign id", max_length=LONGEST, blank=True)
    utm_term = models.CharField("term", max_length=LONGEST, blank=True)
    utm_source_platform = models.CharField("source platform", max_length=LONGEST, blank=True)
    utm_creative_format = models.CharField("creative format", max_length=LONGEST, blank=True)
    utm_marketing_tactic = models.CharField("marketing tactic", max_length=LONGEST, blank=True)
    session_entry = models.CharField("first page", max_length=LONGEST, blank=True)
    session_start_time = models.CharField("since", max_length=LONGEST, blank=True, help_text="In UTC.")
    session_pages = models.PositiveIntegerField("pages in this visit", null=True, blank=True)
    session_count = models.PositiveIntegerField("visits", null=True, blank=True)
    user_agent = models.CharField("browser", max_length=LONGEST, blank=True)
    device_type = models.CharField("device", max_length=10, blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    @property
    def label(self) -> str:
        """The origin in a few words: 'Organic: Google'."""
        return origin_label(self.source_type, self.utm_source)


class OrderAttribution(Origin):
    """Where the shopper of an order came from. The database lets it be written once (sql/once.sql)."""

    order = models.OneToOneField(Order, on_delete=models.CASCADE, primary_key=True, related_name="attribution")

    class Meta:
        indexes = [models.Index(fields=["source_type", "order"], name="orders_by_origin")]

    def __str__(self) -> str:
        return self.label


class CustomerAttribution(Origin):
    """Where a customer came from when they registered."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="attribution"
    )

    def __str__(self) -> str:
        return self.label
