"""The form with which staff changes an unpaid order. Its fields and their rules are the checkout's."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.forms import BooleanField, CharField, Form
from django.http import QueryDict
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldBooleanSwitchWidget,
)

from vintner.cart.items import variations_with_details
from vintner.cart.prices.quoted_cart import QuotedCart
from vintner.cart.rules import read_quantity
from vintner.catalogue.models import Variation
from vintner.catalogue.wine_label import label_of
from vintner.checkout.forms import (
    DIFFERENT,
    GIFT_MESSAGE,
    GIFT_WITHOUT_PRICES,
    IS_GIFT,
    NOTE,
    CheckoutForm,
    read_gift,
)
from vintner.checkout.gift_fields import gift_values
from vintner.money import Money
from vintner.order_edits.edits import OrderChange
from vintner.orders.models import Order
from vintner.orders.orders import ordered_quantities
from vintner.orders.shipments.promises import is_declined
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.refusal import Refusal, Refusals
from vintner.shipping.address_form import BILLING, SHIPPING, read_group
from vintner.shipping.admin_inputs import make_address_inputs
from vintner.web.numbers import whole
from vintner.web.text_input import read_lines

BOTTLES: Final = "bottles_"
RATE: Final = "shipping_rate"
HOLDS: Final = {"1": "an hour", "24": "a day", "72": "three days", "168": "a week"}
"""For how many hours the bottles may be held for a changed order."""
MOST_MATCHES: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class EditLine:
    """A line of the form. `quantity` is the text of its input. A line that a promotion gives (`gift`) has no input."""

    name: str
    about: str
    field: str
    quantity: str
    unit: str
    subtotal: str
    problem: str
    gift: bool


class EditForm(Form):
    """The order's addresses, delivery and note. Its bottles are rows of their own: `lines`."""

    def __init__(self, order: Order, data: QueryDict | None) -> None:
        super().__init__(data, initial=_values_of_order(order))
        self.order = order
        self.seal = data.get("seal", "") if data is not None else order.seal
        self.fields |= {
            **make_address_inputs(BILLING, is_parcel=False),
            DIFFERENT: BooleanField(
                required=False, label="Send it to another address", widget=UnfoldBooleanSwitchWidget()
            ),
            **make_address_inputs(SHIPPING),
            NOTE.name: CharField(
                required=False, label="The customer's note", widget=UnfoldAdminTextareaWidget(attrs={"rows": 3})
            ),
            IS_GIFT: BooleanField(
                required=False,
                label="It is a gift",
                help_text="Message and prices count only if it is.",
                widget=UnfoldBooleanSwitchWidget(),
            ),
            GIFT_MESSAGE.name: CharField(
                required=False, label=GIFT_MESSAGE.label, widget=UnfoldAdminTextareaWidget(attrs={"rows": 3})
            ),
            GIFT_WITHOUT_PRICES: BooleanField(
                required=False, label="No prices in the parcel", widget=UnfoldBooleanSwitchWidget()
            ),
            RATE: CharField(required=False, label="Delivery", widget=UnfoldAdminSelectWidget()),
            "hold_for": CharField(
                label="Hold the bottles for", initial="24", widget=UnfoldAdminSelectWidget(choices=list(HOLDS.items()))
            ),
            "tell": BooleanField(
                required=False,
                initial=True,
                label="Send the customer the order with a link to pay",
                widget=UnfoldBooleanSwitchWidget(),
            ),
        }

    @property
    def billing_fields(self) -> list[object]:
        return [self[name] for name in self.fields if name.startswith(BILLING)]

    @property
    def shipping_fields(self) -> list[object]:
        return [self[name] for name in self.fields if name.startswith(SHIPPING) and name not in (DIFFERENT, RATE)]

    def _typed(self) -> dict[int, str]:
        """Return the texts of the inputs for bottles, by variation."""
        if not self.is_bound:
            return {each: str(quantity) for each, quantity in ordered_quantities(self.order, by_hand=True).items()}
        numbers = ((str(name).removeprefix(BOTTLES), str(name), str(text)) for name, text in self.data.items())
        return {
            int(number): text
            for number, name, text in numbers
            if number != name and number.isdecimal() and number.isascii() and len(number) <= 18
        }

    def _quantities(self) -> tuple[dict[int, int], list[Refusal]]:
        """Return the quantities by variation, and the refusals of invalid inputs."""
        quantities, refused = dict[int, int](), list[Refusal]()
        for variation_id, text in self._typed().items():
            try:
                quantities[variation_id] = read_quantity(text, least=0)
            except Refusal as refusal:
                refused.append(replace(refusal, field=f"{BOTTLES}{variation_id}"))
        return quantities, refused

    def read_change(self) -> OrderChange:
        """Return the change. Raises Refusals with the checkout's messages."""
        quantities, wrong_quantities = self._quantities()
        values = self._values()
        separate = values.get(DIFFERENT, "") not in ("", "False")
        billing, email, refused = read_group(BILLING, values, frozenset({"phone"}))
        shipping = billing
        if separate:
            shipping, _, more = read_group(SHIPPING, values, frozenset())
            refused += more
        gift, refused_gift = read_gift(values)
        refused = [*wrong_quantities, *refused, *refused_gift]
        if refused:
            raise Refusals(tuple(refused))
        form = CheckoutForm(
            billing=billing,
            shipping=shipping,
            separate=separate,
            email=email,
            note=read_lines(values.get(NOTE.name, ""))[: NOTE.longest],
            gift=gift,
            rate_id=values.get(RATE, "") or None,
            payment_input=PaymentInput(""),
            shown_total=whole(values.get("shown_total", ""), digits=15),
            ships_now=is_declined(self.order),
        )
        hours = values.get("hold_for", "")
        hold_for = timedelta(hours=int(hours if hours in HOLDS else "24"))
        return OrderChange(quantities=quantities, form=form, seal=self.seal, hold_for=hold_for)

    def _values(self) -> dict[str, str]:
        values = self.data if self.is_bound else self.initial
        return {str(name): str(value) for name, value in values.items()}

    def offer_deliveries(self, quoted: QuotedCart) -> None:
        """Offer the deliveries that are available for the entered address and bottles."""
        options = [(each.rate_id, f"{each.title}: {each.cost}") for each in quoted.quote.shipping_options]
        self.fields[RATE].widget.choices = options or [("", "None is needed, or none goes there")]
        if quoted.quote.shipping is not None:
            self.initial[RATE] = quoted.quote.shipping.rate_id

    def keep_delivery(self) -> None:
        """Keep the chosen delivery while invalid input leaves the available ones unknown."""
        self.fields[RATE].widget.choices = [(self[RATE].value() or "", "As chosen before")]

    def add_problems(self, problems: Sequence[Refusal], lines: Sequence[EditLine]) -> list[Refusal]:
        """Add problems to their inputs; returns those that belong to no input."""
        shown_messages = {line.problem for line in lines}
        for each in problems:
            if each.field in self.fields and self.is_bound:
                self.add_error(each.field, each.message)
                shown_messages.add(each.message)
        return [each for each in problems if each.message not in shown_messages]

    def lines(self, quoted: QuotedCart | None) -> tuple[EditLine, ...]:
        """Return the rows of bottles as typed, with prices where the quote has them."""
        typed = self._typed()
        quantities, refused = self._quantities()
        problems = {each.field: each.message for each in refused}
        priced = {each.line.variation_id: each for each in quoted.lines if each.gift is None} if quoted else {}
        rows = {each.pk: each for each in variations_with_details().filter(pk__in=typed)}
        lines = []
        for variation_id, text in typed.items():
            if quantities.get(variation_id, 1) and variation_id in rows:
                line = priced.get(variation_id)
                price = line.priced if line else None
                field = f"{BOTTLES}{variation_id}"
                lines.append(
                    EditLine(
                        name=rows[variation_id].product.name,
                        about=describe_variation(rows[variation_id]),
                        field=field,
                        quantity=text,
                        unit=price.unit_price.text if price else "",
                        subtotal=price.subtotal.text if price else "",
                        problem=line.problem.message if line and line.problem else problems.get(field, ""),
                        gift=False,
                    )
                )
        return (*lines, *_gift_lines(quoted))

    @property
    def unsellable_lines(self) -> list[str]:
        """Return the order's lines whose variation no longer exists."""
        return [line.label.text for line in self.order.lines.filter(variation=None)]

    @property
    def search_text(self) -> str:
        """The text that staff searches for, '' after something was added. Enter in the search box searches, too."""
        words = str(self.data.get("find", "")).strip()
        return words if self.data.get("do") == "find" or words != self.data.get("sought", "") else ""

    def find_wines(self) -> list[dict[str, str]]:
        """Return wines that match the search, with the names of their fields, without those that have a row already."""
        words = self.search_text.split()
        if not words:
            return []
        quantities, _ = self._quantities()
        there = [variation_id for variation_id in self._typed() if quantities.get(variation_id, 1)]
        rows = variations_with_details().filter(enabled=True, product__published=True).exclude(pk__in=there)
        for word in words[:5]:
            named = Q(product__name__icontains=word) | Q(sku__istartswith=word) | Q(product__sku__istartswith=word)
            rows = rows.filter(named)
        return [
            {"name": each.product.name, "about": describe_variation(each), "field": f"{BOTTLES}{each.pk}"}
            for each in rows.order_by("product__name", "position", "pk")[:MOST_MATCHES]
        ]


def describe_variation(variation: Variation) -> str:
    """Return what identifies a variation: 'Bodega Roja · 2019 · 750 ml · RIOJA-19'."""
    return " · ".join(filter(None, (label_of(variation).about, variation.sku or variation.product.sku)))


def _gift_lines(quoted: QuotedCart | None) -> list[EditLine]:
    gifts = [each for each in quoted.lines if each.gift is not None] if quoted else []
    return [
        EditLine(
            name=each.product.name,
            about=" · ".join(filter(None, (each.label.about, "Given by a promotion"))),
            field="",
            quantity=str(each.line.quantity),
            unit="",
            subtotal=each.priced.subtotal.text if each.priced else Money(0).text,
            problem="",
            gift=True,
        )
        for each in gifts
    ]


def _values_of_order(order: Order) -> dict[str, str]:
    """Return the order's own values by field name."""
    billing = {f"{BILLING}_{name}": str(value) for name, value in order.billing.items()}
    shipping = {f"{SHIPPING}_{name}": str(value) for name, value in order.shipping.items()}
    without_phone = {name: value for name, value in order.billing.items() if name != "phone"}
    same = without_phone == {name: value for name, value in order.shipping.items() if name != "phone"}
    return {
        **billing,
        **shipping,
        "billing_email": order.email,
        DIFFERENT: "" if same else "1",
        NOTE.name: order.customer_note,
        **gift_values(order),
        RATE: order.shipping_rate,
    }
