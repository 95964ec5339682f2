"""What the merchant tells every shopper: a notice on every page, and the texts that a purchase rests on."""

from django.db import models
from django.urls import reverse

from vintner.notices.rules import notice_id
from vintner.web.periods import check_period


class StoreNotice(models.Model):
    """A line at the top of every page, until the shopper dismisses it."""

    text = models.CharField(max_length=300, help_text="New words are shown again to those who dismissed the old ones.")
    enabled = models.BooleanField(
        "shown", default=True, help_text="Of several notices that are switched on, the newest is shown."
    )
    starts_at = models.DateTimeField("from", null=True, blank=True, help_text="Empty: at once.")
    ends_at = models.DateTimeField("until", null=True, blank=True, help_text="Empty: until it is switched off.")

    class Meta:
        indexes = [models.Index(fields=["-id"], condition=models.Q(enabled=True), name="newest_shown_notice")]

    def __str__(self) -> str:
        return self.text

    def clean(self) -> None:
        """Refuse a notice that ends before it starts."""
        check_period(self.starts_at, self.ends_at)

    @property
    def notice_id(self) -> str:
        """Return what the dismissal's cookie calls these words."""
        return notice_id(self.text)


class Policy(models.Model):
    """A text that shoppers can read where they buy. With terms, buying takes that they were read."""

    class Kind(models.TextChoices):
        TERMS = "terms", "Terms and conditions"
        PRIVACY = "privacy", "Privacy policy"

    kind = models.CharField(max_length=10, choices=Kind, unique=True)
    text = models.TextField(help_text="An empty line begins a new paragraph.")
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "policies"

    def __str__(self) -> str:
        return self.get_kind_display()

    def get_absolute_url(self) -> str:
        return reverse(f"policy_{self.kind}")

    @property
    def paragraphs(self) -> tuple[str, ...]:
        parts = self.text.replace("\r\n", "\n").split("\n\n")
        return tuple(part.strip() for part in parts if part.strip())
