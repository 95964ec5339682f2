"""Recording and correcting shipments of an order in the admin."""

from django.http import Http404, QueryDict

from vintner.back_office.order_list_admin import move_order
from vintner.orders.forms import OrderForm
from vintner.orders.models import Order, Shipment
from vintner.orders.shipments import carriers
from vintner.orders.shipments.forms import HandOverForm, ShipmentForm
from vintner.web.numbers import whole


def shipment_form(order: Order, data: QueryDict | None, shipment: str) -> tuple[str, OrderForm]:
    """Return heading and form. `shipment` is the id of the one to correct, '' for a new one. Raises Http404."""
    if shipment:
        return "Correct the shipment", ShipmentForm(order, data, move_order, _find(order, shipment))
    if order.is_pickup:
        return "Record that it was collected", HandOverForm(order, data, move_order)
    return "Record a shipment", ShipmentForm(order, data, move_order)


def _find(order: Order, text: str) -> Shipment:
    number = whole(text)
    found = None if number is None else order.shipments.exclude(carrier=carriers.PICKUP).filter(pk=number).first()
    if found is None:
        raise Http404
    return found
