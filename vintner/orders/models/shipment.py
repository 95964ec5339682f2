"""Parcels that left for an order, and what was in them."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from vintner.orders.models.order import Order, OrderLine
from vintner.orders.shipments import carriers


class Shipment(models.Model):
    """A parcel of an order. Of an order that is picked up: that its customer has collected it.

    Dates are days in the store's time zone: nobody knows the minute in which a carrier came.
    """

    class Carrier(models.TextChoices):
        UPS = "ups", carriers.NAMES["ups"]
        FEDEX = "fedex", carriers.NAMES["fedex"]
        USPS = "usps", carriers.NAMES["usps"]
        CANADA_POST = "canada_post", carriers.NAMES["canada_post"]
        PUROLATOR = "purolator", carriers.NAMES["purolator"]
        GLS = "gls", carriers.NAMES["gls"]
        ONTRAC = "ontrac", carriers.NAMES["ontrac"]
        OTHER = carriers.OTHER, "Another carrier"
        PICKUP = carriers.PICKUP, "Picked up"

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="shipments")
    carrier = models.CharField(max_length=12, choices=Carrier)
    carrier_name = models.CharField(max_length=60, blank=True, help_text="Of a carrier that is not in the table.")
    tracking_number = models.CharField(max_length=40, blank=True)
    tracking_address = models.URLField(max_length=500, blank=True, help_text="In place of the carrier's own page.")
    shipped_on = models.DateField()
    delivered_on = models.DateField(null=True, blank=True, help_text="When it arrived, or was collected, if known.")
    recorded_at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["shipped_on", "id"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["order", "carrier", "tracking_number"],
                condition=~Q(tracking_number=""),
                name="tracking_number_once_per_order",
            ),
            models.CheckConstraint(
                condition=Q(delivered_on=None) | Q(delivered_on__gte=F("shipped_on")), name="delivered_after_shipped"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.carrier_label} {self.tracking_number}".strip()

    @property
    def carrier_label(self) -> str:
        """The carrier's name."""
        return self.carrier_name or str(self.get_carrier_display())

    @property
    def tracking_url(self) -> str:
        """The page that shows where the parcel is, '' if there is none."""
        return self.tracking_address or carriers.tracking_address(self.carrier, self.tracking_number)


class ShipmentLine(models.Model):
    """What a parcel has of one line. A parcel without lines has all of the order."""

    shipment = models.ForeignKey(Shipment, on_delete=models.CASCADE, related_name="lines")
    line = models.ForeignKey(OrderLine, on_delete=models.CASCADE, related_name="shipments")
    quantity = models.PositiveIntegerField()

    class Meta:
        ordering = ["id"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["shipment", "line"], name="line_once_per_shipment"),
            models.CheckConstraint(condition=Q(quantity__gt=0), name="shipped_quantity_above_zero"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} of shipment {self.shipment_id}"
