"""The rows of webhook events: each once, and how many were refused."""

from django.db import models


class RefusedEvent(models.Model):
    """Counts the webhook events of a day whose signature was wrong, so that a wrong secret is noticed."""

    day = models.DateField(unique=True)
    times = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        db_table = "payments_refusednews"

    def __str__(self) -> str:
        return f"{self.times} refused on {self.day}"


class ProviderEvent(models.Model):
    """A webhook event. Its id is stored once, so a repeat changes nothing.

    Its content is not stored: it is read again from the provider, and it holds a secret.
    """

    event_id = models.CharField(max_length=80, unique=True)
    type = models.CharField(max_length=80)
    object_id = models.CharField("what it is about", max_length=80, blank=True, db_index=True)
    received_at = models.DateTimeField(auto_now_add=True)
    handled_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.type}, {self.event_id}"
