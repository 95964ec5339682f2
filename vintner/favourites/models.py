"""What customers have in their lists. Guests have theirs in a cookie."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone

from vintner.catalogue.models import Product


def make_token() -> str:
    """Return 128 bits of chance, which nobody guesses."""
    return secrets.token_urlsafe(16)


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


class WantedWines(models.Manager["WantedWine"]):
    """The wines in lists of customers, each with the number of these lists as `customers`."""

    def get_queryset(self) -> "models.QuerySet[WantedWine]":
        return super().get_queryset().annotate(customers=models.Count("favourites")).filter(customers__gt=0)


class WantedWine(Product):
    """A wine that customers have in their lists, also one that is sold out or not published."""

    objects = WantedWines()  # type: ignore[assignment,misc]  # fewer rows than those of products

    class Meta:
        proxy = True
        base_manager_name = "objects"


class SharedList(models.Model):
    """The link by which others see a customer's list. There is none until the customer asks, and after its end."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shared_list")
    token = models.CharField(max_length=32, unique=True, default=make_token)
    shared_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.user)
