"""What the provider last said of the store's domain."""

from django.db import models


class StoreDomain(models.Model):
    """A domain of the store as the provider last reported it. Wallets are displayed on registered domains alone."""

    name = models.CharField(max_length=253, primary_key=True)
    provider_id = models.CharField(max_length=80, blank=True, help_text="Blank: it is not registered.")
    enabled = models.BooleanField("switched on", default=False)
    inactive = models.JSONField(
        "inactive wallets", default=dict, blank=True, help_text="Each with the card service's reason."
    )
    mode = models.CharField(
        "mode of the keys",
        max_length=10,
        default="",
        db_default="",
        help_text="In another mode it has to be registered again.",
    )
    checked_at = models.DateTimeField()

    class Meta:
        verbose_name = "domain for wallets"
        verbose_name_plural = "domains for wallets"

    def __str__(self) -> str:
        return self.name
