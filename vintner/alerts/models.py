"""Who is to be told of a wine, and what they agreed to."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from vintner.catalogue.models import Product


class Alert(models.Model):
    """A request to be told once when a wine goes on sale.

    It counts once the address is confirmed. The e-mail and `sent_at` are written in one transaction, under a lock of
    the row, so each is told once.
    """

    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="alerts")
    email = models.EmailField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="alerts")
    consent = models.TextField(help_text="The words beside the form that was sent.")
    asked_at = models.DateTimeField(default=timezone.now)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField("unsubscribed at", null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = [
            models.UniqueConstraint(fields=["product", "email"], name="one_alert"),
            models.CheckConstraint(condition=Q(email=Lower(F("email"))), name="alert_email_in_lower_case"),
            models.CheckConstraint(condition=Q(sent_at=None) | ~Q(confirmed_at=None), name="sent_alert_is_confirmed"),
        ]
        indexes = [
            models.Index(
                fields=["product", "id"],
                condition=Q(sent_at=None, stopped_at=None, confirmed_at__isnull=False),
                name="alerts_to_be_sent",
            )
        ]

    def __str__(self) -> str:
        return f"{self.email}: {self.product}"
