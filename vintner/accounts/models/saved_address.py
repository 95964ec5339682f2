"""The addresses of a customer's address book."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from vintner.shipping.regions import Address


class SavedAddress(models.Model):
    """An address that the checkout offers its customer. At most one is the default for billing, one for shipping.

    A removed one can be brought back for a while, and is then deleted.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_addresses")
    first_name = models.CharField(max_length=100)
    last_name = models.CharField(max_length=100)
    company = models.CharField(max_length=100, blank=True)
    country = models.CharField(max_length=2)
    address_1 = models.CharField(max_length=200)
    address_2 = models.CharField(max_length=200, blank=True)
    city = models.CharField(max_length=100)
    state = models.CharField(max_length=100, blank=True)
    postcode = models.CharField(max_length=12, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    for_billing = models.BooleanField(default=False)
    for_shipping = models.BooleanField(default=False)
    removed_at = models.DateTimeField(null=True, db_index=True)

    class Meta:
        verbose_name_plural = "saved addresses"
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(for_billing=True), name="one_billing_address"),
            models.UniqueConstraint(fields=["user"], condition=Q(for_shipping=True), name="one_shipping_address"),
            models.CheckConstraint(
                condition=Q(removed_at=None) | Q(for_billing=False, for_shipping=False), name="removed_is_no_default"
            ),
        ]

    def __str__(self) -> str:
        return ", ".join(self.address.lines())

    @property
    def address(self) -> Address:
        return Address(**{name: getattr(self, name) for name in Address.__dataclass_fields__})
