"""What the merchant sets about the store's mode, links for a preview, and who has dismissed the banner."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from vintner.store_mode.rules import Visibility

LONGEST_PREVIEW: Final = 30
"""Days."""
_VALUES: Final = [each.value for each in Visibility]


class StoreVisibility(models.Model):
    """Who sees the store. There is one row, which the migration makes; without it the store is live."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    visibility = models.CharField(
        "visitors see",
        max_length=20,
        default=Visibility.LIVE.value,
        choices={
            Visibility.LIVE.value: "the store: it is live",
            Visibility.SHOP_CLOSED.value: "“coming soon” in place of shop pages (wines, search, cart, checkout …)",
            Visibility.CLOSED.value: "“coming soon” in place of the whole store",
        },
        help_text="Accounts, placed orders and their payment stay open in every mode.",
    )
    heading = models.CharField(max_length=120, blank=True, help_text="Blank: “We are opening soon”.")
    text = models.TextField(
        max_length=2000, blank=True, help_text="Stands below the heading. An empty line begins a new paragraph."
    )
    opens_at = models.DateTimeField(
        "opens by itself at",
        null=True,
        blank=True,
        help_text="Visitors see a countdown to this moment. Blank: the store stays closed until you open it.",
    )

    class Meta:
        verbose_name = verbose_name_plural = "visibility"
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="one_visibility"),
            models.CheckConstraint(condition=Q(visibility__in=_VALUES), name="known_visibility"),
        ]
        permissions = [("enter_closed_store", "Can see the store while it is coming soon")]

    def __str__(self) -> str:
        return "Who sees the store"

    def has_opened(self, now: datetime) -> bool:
        """Return whether the store has opened by itself."""
        return self.visibility != Visibility.LIVE and self.opens_at is not None and self.opens_at <= now


def in_a_week() -> int:
    """Return the usual number of days of a preview."""
    return 7


class PreviewLink(models.Model):
    """A link by which others see the store as a visitor will, until it expires or is ended."""

    note = models.CharField("for", max_length=120, help_text="Who gets the link. Only staff sees it.")
    days = models.PositiveSmallIntegerField(
        "valid for (days)",
        default=in_a_week,
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST_PREVIEW)],
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ("-pk",)
        constraints = [models.CheckConstraint(condition=Q(expires_at__gt=F("made_at")), name="preview_ends_later")]

    def __str__(self) -> str:
        return self.note

    def save(self, *args: object, **kwargs: object) -> None:
        """Save with the end that follows from the number of days."""
        self.expires_at = self.made_at + timedelta(days=self.days)
        super().save(*args, **kwargs)  # type: ignore[arg-type]  # as they came


class BannerDismissal(models.Model):
    """Somebody of staff has dismissed the banner. Without a row it is displayed."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="banner_dismissal"
    )
    dismissed_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.user)
