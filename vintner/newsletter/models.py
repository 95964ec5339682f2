"""Who gets the newsletter, and what they agreed to."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone


class NewsletterReader(models.Model):
    """An address that was signed up for the newsletter. It counts once it is confirmed, until it is unsubscribed.

    Whoever signs up anew after that makes a new row, with its own consent and confirmation.
    """

    email = models.EmailField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="newsletters"
    )
    consent = models.TextField(help_text="The words beside the form that was sent.")
    asked_at = models.DateTimeField(default=timezone.now)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField("unsubscribed at", null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = [
            models.UniqueConstraint(fields=["email"], condition=Q(stopped_at=None), name="one_open_newsletter"),
            models.CheckConstraint(condition=Q(email=Lower(F("email"))), name="newsletter_email_in_lower_case"),
        ]

    def __str__(self) -> str:
        return self.email
