"""What the merchant tells every shopper, on every page."""

from django.db import models

from vintner.notices.rules import notice_id


class StoreNotice(models.Model):
    """A line at the top of every page, until the shopper dismisses it (spec 4, store notice)."""

    text = models.CharField(max_length=300, help_text="New words are shown again to those who dismissed the old ones.")
    enabled = models.BooleanField(
        "shown", default=True, help_text="Of several notices that are switched on, the newest is shown."
    )

    class Meta:
        indexes = [models.Index(fields=["-id"], condition=models.Q(enabled=True), name="newest_shown_notice")]

    def __str__(self) -> str:
        return self.text

    @property
    def notice_id(self) -> str:
        """Return what the dismissal's cookie calls these words."""
        return notice_id(self.text)
