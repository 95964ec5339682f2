"""The admin's forms about parcels of an order, and about orders that are picked up."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import ClassVar, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BooleanField, CharField, ChoiceField, DateField, IntegerField, URLField
from django.utils import timezone
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from vintner.customers.models import User
from vintner.orders.forms import OrderForm
from vintner.orders.models import Order, Shipment
from vintner.orders.rules import PAID, Status
from vintner.orders.shipments import carriers, shipments
from vintner.orders.shipments.promises import hold_words
from vintner.orders.shipments.release_hold import NOT_HELD, release
from vintner.orders.shipments.shipments import NewShipment
from vintner.web.dates import day_in_words

Move = Callable[[Order, Status, User, str], None]
STILL_TO_COME: Final = "This day is still to come."
_CHOICES: Final = [(code, label) for code, label in Shipment.Carrier.choices if code != carriers.PICKUP]


def _day_field(label: str, *, required: bool = True, help_text: str = "") -> DateField:
    widget = UnfoldAdminTextInputWidget(attrs={"type": "date"})
    return DateField(widget=widget, label=label, required=required, help_text=help_text)


def _switch(label: str, *, initial: bool = False) -> BooleanField:
    return BooleanField(widget=UnfoldBooleanSwitchWidget, required=False, label=label, initial=initial)


class HandOverForm(OrderForm):
    """Records that an order that is picked up was collected."""

    button = "Record it"
    collected_on = _day_field("Collected on")
    complete = _switch("Mark the order as completed; the customer is written to", initial=True)

    def __init__(self, order: Order, data: Mapping[str, object] | None, move: Move) -> None:
        super().__init__(order, data)
        self.move = move
        self.problem = _find_problem(order)
        self.fields["collected_on"].initial = timezone.localdate()
        if order.status != Status.PROCESSING:
            del self.fields["complete"]

    def clean_collected_on(self) -> date:
        return _read_past_day(self, "collected_on")

    def act(self, by: User) -> str:
        day = self.cleaned_data["collected_on"]
        with transaction.atomic():
            shipments.record(self.order, NewShipment(carrier=carriers.PICKUP, shipped_on=day, delivered_on=day), by=by)
            if self.cleaned_data.get("complete"):
                self.move(self.order, Status.COMPLETED, by, "")
        return "It is recorded that the order was collected."


class ShipmentForm(OrderForm):
    """Records a parcel, and completes the order if asked to; or corrects `shipment`.

    Only an order in processing is completed here: no payment of such an order has to be ended at the provider first.
    """

    button: ClassVar[str] = "Save the shipment"
    carrier = ChoiceField(widget=UnfoldAdminSelectWidget, choices=_CHOICES)
    carrier_name = CharField(
        widget=UnfoldAdminTextInputWidget, required=False, max_length=60, label="Name of another carrier"
    )
    tracking_number = CharField(widget=UnfoldAdminTextInputWidget, required=False, max_length=60)
    tracking_address = URLField(
        widget=UnfoldAdminTextInputWidget(attrs={"type": "url"}),
        required=False,
        max_length=500,
        label="Address of its tracking page",
        help_text="Left empty: the carrier’s own page about the number.",
        assume_scheme="https",
    )
    shipped_on = _day_field("Sent on")
    delivered_on = _day_field("Arrived on", required=False, help_text="If you know it. The customer sees it.")

    def __init__(
        self, order: Order, data: Mapping[str, object] | None, move: Move, shipment: Shipment | None = None
    ) -> None:
        super().__init__(order, data)
        self.move, self.shipment = move, shipment
        self.fields["shipped_on"].initial = timezone.localdate()
        if shipment is not None:
            self.initial = {name: getattr(shipment, name) for name in self.fields}
            self.fields["remove"] = _switch("Remove this shipment: it was recorded by mistake")
            return
        self.problem = _find_problem(order)
        if held := hold_words(order, timezone.now()):
            self.intro = f"{held}. Send it earlier only if the wine is safe on its way."
        self._add_quantities()
        if order.status == Status.PROCESSING:
            self.fields["complete"] = _switch("Mark the order as completed; the customer is written to", initial=True)
        self.fields["notify"] = _switch("If it is not completed: write to the customer about this parcel", initial=True)

    def _add_quantities(self) -> None:
        remaining = shipments.remaining_quantities(self.order)
        for line in self.order.lines.all():
            if many := remaining[line.pk]:
                self.fields[f"line_{line.pk}"] = IntegerField(
                    widget=UnfoldAdminIntegerFieldWidget,
                    min_value=0,
                    max_value=many,
                    initial=many,
                    label=f"In the parcel: {line.name}",
                    help_text=f"{many} not sent yet.{f' {line.label.about}' if line.label.about else ''}",
                )

    def clean_tracking_number(self) -> str:
        number = carriers.clean_number(self.cleaned_data["tracking_number"])
        if number is None:
            raise ValidationError("A tracking number has 6 to 40 letters and digits.")
        return number

    def clean_tracking_address(self) -> str:
        address = str(self.cleaned_data["tracking_address"])
        if address and not address.startswith("https://"):
            raise ValidationError("The address begins with https://.")
        return address

    def clean_shipped_on(self) -> date:
        return _read_past_day(self, "shipped_on")

    def clean(self) -> dict[str, object]:
        given = self.cleaned_data
        if given.get("carrier") == carriers.OTHER and not given.get("carrier_name"):
            self.add_error("carrier_name", "Write the carrier’s name.")
        shipped, delivered = given.get("shipped_on"), given.get("delivered_on")
        if delivered and delivered > timezone.localdate():
            self.add_error("delivered_on", STILL_TO_COME)
        elif shipped and delivered and delivered < shipped:
            self.add_error("delivered_on", "It cannot have arrived before it was sent.")
        return given

    def act(self, by: User) -> str:
        if self.shipment is None:
            return self._record(by)
        if self.cleaned_data["remove"]:
            self.shipment.delete()
            return "The shipment is removed."
        shipments.correct(self.shipment, self._read())
        return "The shipment is corrected."

    def _record(self, by: User) -> str:
        completes = self.cleaned_data.get("complete", False)
        with transaction.atomic():
            shipment = shipments.record(self.order, self._read(), by=by)
            if completes:
                self.move(self.order, Status.COMPLETED, by, "")
            elif self.cleaned_data["notify"]:
                shipments.tell_customer(shipment)
        return "The shipment is recorded, and the order is completed." if completes else "The shipment is recorded."

    def _read(self) -> NewShipment:
        given = self.cleaned_data
        is_other = given["carrier"] == carriers.OTHER
        return NewShipment(
            carrier=given["carrier"],
            carrier_name=given["carrier_name"] if is_other else "",
            tracking_number=given["tracking_number"],
            tracking_address=given["tracking_address"],
            shipped_on=given["shipped_on"],
            delivered_on=given["delivered_on"],
            quantities={int(name[5:]): many for name, many in given.items() if name.startswith("line_")},
        )


class ReleaseForm(OrderForm):
    """Lets an order go that waits for better weather."""

    button = "Release the hold"

    def __init__(self, order: Order, data: Mapping[str, object] | None) -> None:
        super().__init__(order, data)
        held = hold_words(order, timezone.now())
        self.problem = "" if held else NOT_HELD
        self.intro = f"{held}. Once released it can be sent, and the customer is written to." if held else ""

    def act(self, by: User) -> str:
        release(self.order, by, timezone.now())
        return "The hold is released, and the customer is written to."


def _find_problem(order: Order) -> str:
    """Return why nothing can be recorded, '' if something can."""
    if order.status not in PAID:
        return shipments.NOT_PAID
    return "" if any(shipments.remaining_quantities(order).values()) else shipments.NOTHING


def _read_past_day(form: OrderForm, name: str) -> date:
    """Return a day since the order was placed. Raises ValidationError."""
    day: date = form.cleaned_data[name]
    if day > timezone.localdate():
        raise ValidationError(STILL_TO_COME)
    placed = timezone.localdate(form.order.placed_at)
    if day < placed:
        raise ValidationError(f"The order was placed later, on {day_in_words(placed)}.")
    return day
