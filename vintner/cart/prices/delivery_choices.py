"""The ways to deliver a cart as pages show them, and the choice where bad weather is on the way."""

from typing import Final

from vintner.cart.prices.quoted_cart import QuotedCart
from vintner.money import Money
from vintner.shipping.arrival_words import arrival_words, departure_words
from vintner.shipping.regions import place_name
from vintner.shipping.rules import DeliveryOption, Hold, HoldKind, PickupPoint
from vintner.web.dates import days_in_words
from vintner.web.page import Props

WEATHER_HOLD: Final = "weather_hold"
SHIP_LATER, SHIP_NOW = "hold", "now"
"""The field of the choice and its values. All else stands for the hold."""
TITLES: Final = {HoldKind.HEAT: "Hot weather", HoldKind.COLD: "Freezing weather"}
DANGER: Final = "{} can spoil wine on its way to {}."
AT_YOUR_RISK: Final = "Ships as soon as it is packed. We can’t replace bottles spoiled by the weather."


class ShippingChoice(Props):
    """A way to deliver. `rate` is the value of the field shipping_method[0]. `preselected`: the store selected it.

    `note` says by whom and when it arrives, `place` where it is picked up and when that is open, line by line.
    """

    rate: str
    label: str
    amount: str
    note: str
    place: tuple[str, ...]
    chosen: bool
    preselected: bool


class HoldChoice(Props):
    """Whether the wine waits for better weather. `value` is that of the field weather_hold."""

    value: str
    label: str
    note: str
    chosen: bool


class WeatherHold(Props):
    """The notice that the weather can spoil the wine on its way, and what the shopper can choose: nothing in the cart,
    and where the merchant decides.
    """

    title: str
    text: str
    choices: tuple[HoldChoice, ...]


def shipping_choices(
    quoted: QuotedCart, *, in_checkout: bool = False, pickup_only: bool = False
) -> tuple[ShippingChoice, ...]:
    """Return the ways to deliver. With `pickup_only`, wine may not be sent to the place: it can only be picked up."""
    return tuple(
        ShippingChoice(
            rate=option.rate_id,
            label=option.title,
            amount=cost_words(option.cost),
            note=_note(option, has_choice=in_checkout, is_chosen=option == quoted.quote.shipping),
            place=_place_lines(option.pickup),
            chosen=option == quoted.quote.shipping,
            preselected=option == quoted.quote.shipping and option.rate_id != quoted.cart.shipping_rate,
        )
        for option in quoted.quote.shipping_options
        if option.is_pickup or not pickup_only
    )


def weather_hold(quoted: QuotedCart, *, in_checkout: bool = False, ships_now: bool = False) -> WeatherHold | None:
    """Return the notice about the selected delivery; None where no weather is in its way."""
    option = quoted.quote.shipping
    if option is None or (hold := option.promise.hold) is None:
        return None
    place = quoted.quote.place
    danger = DANGER.format(TITLES[hold.kind], place_name(place.country, place.state))
    if in_checkout and hold.is_optional:
        return WeatherHold(title=TITLES[hold.kind], text=danger, choices=_hold_choices(hold, ships_now=ships_now))
    waits = f"We ship your order when it is safe: it {departure_words(hold.safe)}."
    other = " Would you rather have it right away? You can choose at checkout." if hold.is_optional else ""
    return WeatherHold(title=TITLES[hold.kind], text=f"{danger} {waits}{other}", choices=())


def cost_words(amount: Money) -> str:
    return amount.text if amount else "Free"


def _note(option: DeliveryOption, *, has_choice: bool, is_chosen: bool) -> str:
    """Return by whom and when it arrives. Where the shopper can choose, the days stand with the choice."""
    hold, arrival = option.promise.hold, option.promise.arrival
    if not has_choice or hold is None or not hold.is_optional:
        return arrival_words(option.carrier, arrival, is_pickup=option.is_pickup)
    if is_chosen:
        return arrival_words(option.carrier, None, is_pickup=False)
    words, soon = arrival_words(option.carrier, arrival, is_pickup=False), hold.at_once.arrival
    return f"{words}, or {days_in_words(soon.earliest, soon.latest)} if shipped now" if soon else words


def _hold_choices(hold: Hold, *, ships_now: bool) -> tuple[HoldChoice, ...]:
    leaves = hold.safe.leaves
    safe = hold.safe.arrival
    return (
        HoldChoice(
            value=SHIP_LATER,
            label=f"Ship when it is safe – leaves {days_in_words(leaves, leaves)}",
            note=f"Arrives {days_in_words(safe.earliest, safe.latest)}." if safe else "",
            chosen=not ships_now,
        ),
        HoldChoice(
            value=SHIP_NOW,
            label=f"Ship now – {departure_words(hold.at_once, short=True)}",
            note=AT_YOUR_RISK,
            chosen=ships_now,
        ),
    )


def _place_lines(pickup: PickupPoint | None) -> tuple[str, ...]:
    return () if pickup is None else tuple(filter(None, (", ".join(pickup.address), *pickup.hours)))
