"""What customers have in their lists. Guests have theirs in a cookie."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from vintner.catalogue.models import Product


class Favourite(models.Model):
    """A wine in the list of a customer."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="favourites")
    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="favourites")
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pk",)
        constraints = [models.UniqueConstraint(fields=["user", "product"], name="one_favourite")]

    def __str__(self) -> str:
        return f"{self.user}: {self.product}"
