"""The evidence of what visitors agreed to."""

import secrets

from django.db import models
from django.utils import timezone


def make_record_id() -> str:
    """Return a random name, which the visitor's cookie has, too."""
    return secrets.token_hex(16)


class ConsentRecord(models.Model):
    """An answer to the question about cookies. It names nobody: who has the cookie with its id gave it."""

    id = models.CharField(primary_key=True, max_length=32, default=make_record_id, editable=False)
    statistics = models.BooleanField()
    preferences = models.BooleanField()
    version = models.PositiveSmallIntegerField(help_text="Of the text that was answered.")
    region = models.CharField(max_length=6, blank=True, help_text="Country and part, as far as known.")
    answered_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.answered_at:%Y-%m-%d %H:%M}"
