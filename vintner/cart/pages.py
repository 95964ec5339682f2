"""The props of the cart's page, the mini-cart and the popup."""

from typing import ClassVar, Literal, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from vintner.cart.free_delivery import FreeDeliveryGoal as FreeDeliveryGoal
from vintner.cart.free_delivery import free_delivery_goal as free_delivery_goal
from vintner.cart.lines import LineView as LineView
from vintner.cart.lines import line_views as line_views
from vintner.cart.prices.delivery_choices import ShippingChoice as ShippingChoice
from vintner.cart.prices.delivery_choices import WeatherHold as WeatherHold
from vintner.cart.prices.delivery_choices import cost_words
from vintner.cart.prices.delivery_choices import shipping_choices as shipping_choices
from vintner.cart.prices.delivery_choices import weather_hold as weather_hold
from vintner.cart.prices.quoted_cart import QuotedCart, shipping_problem
from vintner.cart.prices.recurring import has_subscription, recurring_totals
from vintner.cart.prices.small_totals import find_small_total
from vintner.cart.prices.wine_problems import limit_problem, wine_problem
from vintner.cart.rows import bottles_of
from vintner.money import ZERO, Money
from vintner.pricing.quote import Quote
from vintner.shipping.regions import place_name, regions
from vintner.web.express_buttons import ExpressButtons, ExpressPurchase, find_express_buttons
from vintner.web.page import CSRF_TOKEN, Head, Link, Page, Props, Shared
from vintner.web.section import Section


class TotalRow(Props):
    """A row above the total: Subtotal, Shipping, CA Tax. `kind` is subtotal, discount, shipping, fee or tax."""

    kind: str
    label: str
    amount: str


WITHOUT_A_PLACE = ("subtotal", "discount")
"""The kinds of rows that do not depend on the place."""


class MiniCart(Section):
    """The cart beside the page: `count` bottles, worded subtotal, what promotions saved of it ('' for nothing), lines.

    Empty when there are no lines.
    """

    selector: ClassVar[str] = "div.widget_shopping_cart_content"

    count: int
    subtotal: str
    saved: str = ""
    free_delivery: FreeDeliveryGoal | None = None
    lines: tuple[LineView, ...]


class CartPopup(MiniCart):
    """The cart that opens above the page: as MiniCart, with the result of the last change in `notice`."""

    selector: ClassVar[str] = "div.xoo-cp-content"

    notice: str = ""


class CouponView(Props):
    """A coupon on the cart. `problem` says why it cannot be used at the moment, empty when it can."""

    code: str
    problem: str


class CartContents(Section):
    """The body of the cart page: lines, coupons, delivery, totals."""

    selector: ClassVar[str] = "div.woocommerce-cart-form"

    lines: tuple[LineView, ...]
    coupons: tuple[CouponView, ...] = ()
    rows: tuple[TotalRow, ...]
    total: str
    recurring: tuple[str, ...] = ()
    """What is charged for later boxes, with delivery and tax: a sentence for each subscription."""
    saved: str = ""
    estimated_for: str
    """The place the estimate is for, e.g. 'California'."""
    place: str = ""
    """The same as the field calc_shipping_place has it: 'US:CA'."""
    postcode: str = ""
    postcode_problem: str = ""
    """Why the postcode that was typed is none of the place."""
    shipping: tuple[ShippingChoice, ...]
    hold: WeatherHold | None = None
    free_delivery: FreeDeliveryGoal | None = None
    shipping_problem: str
    destination_problem: str = ""
    """Why wine may not be sent to the place; then there is neither delivery, tax nor total."""
    total_problem: str = ""
    """Why nobody can be charged the total, empty when it can be paid or is nothing."""
    can_check_out: bool


class PlaceChoice(Props):
    """A state or province. `value` is what the field calc_shipping_place sends: 'US:CA'."""

    value: str
    label: str


class CountryChoice(Props):
    """A country that we deliver to, with its parts."""

    name: str
    places: tuple[PlaceChoice, ...]


class CartPage(Page):
    """`csrf_token` goes into every form as csrfmiddlewaretoken. A refused coupon code is put into its field again."""

    may_have_tag: ClassVar[bool] = True

    csrf_token: str
    contents: CartContents
    countries: tuple[CountryChoice, ...]
    coupon_code: str = ""
    coupon_problem: str = ""
    express: ExpressButtons | None = None


class RefusedPostcode(NamedTuple):
    """What was typed into a field, and why it was refused."""

    typed: str
    problem: str


class HiddenField(Props):
    """A field of a form that the visitor does not see."""

    name: str
    value: str


class ConfirmCartChangePage(Page):
    """Asks for a confirmation before a link changes a cart. The button posts `fields` to `action`."""

    csrf_token: str
    heading: str
    text: str
    action: str
    fields: tuple[HiddenField, ...]
    button: str
    instead: Link


def confirm_page(
    shared: Shared, *, heading: str, text: str, action: str, fields: tuple[HiddenField, ...], button: str, instead: Link
) -> ConfirmCartChangePage:
    return ConfirmCartChangePage(
        head=Head(title=f"{heading} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        heading=heading,
        text=text,
        action=action,
        fields=fields,
        button=button,
        instead=instead,
    )


def cart_page(
    quoted: QuotedCart | None,
    shared: Shared,
    *,
    code: str = "",
    problem: str = "",
    postcode: RefusedPostcode | None = None,
) -> CartPage:
    """Return the cart's own page. `quoted` is None for a visitor without a cart. `problem` says why `code`, a coupon,
    was refused, `postcode` is that of the estimate, if it was.
    """
    contents = cart_contents(quoted)
    if postcode is not None:
        contents = contents.model_copy(update={"postcode": postcode.typed, "postcode_problem": postcode.problem})
    return CartPage(
        head=Head(title=f"Your cart – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        contents=contents,
        countries=_countries(),
        coupon_code=code,
        coupon_problem=problem,
        express=cart_express_buttons(quoted, "cart", back_url=reverse("cart")),
    )


def cart_express_buttons(
    quoted: QuotedCart | None, place: Literal["cart", "checkout"], *, back_url: str
) -> ExpressButtons | None:
    """Return the express buttons of a cart's page at this path, None when the cart cannot be bought as it is,
    when its total is too small, and when it holds a subscription.
    """
    if quoted is None or not quoted.lines or quoted.problems or has_subscription(quoted):
        return None
    if find_small_total(quoted.quote):
        return None
    return find_express_buttons(
        ExpressPurchase(
            place=place,
            amount=quoted.quote.total,
            needs_shipping=quoted.quote.needs_shipping,
            alcoholic=quoted.alcoholic,
            back_url=back_url,
            is_guest=quoted.cart.user_id is None,
            legal_age=quoted.quote.handover.legal_age,
            is_pickup=quoted.quote.is_pickup,
        )
    )


def _countries() -> tuple[CountryChoice, ...]:
    return tuple(
        CountryChoice(
            name=region.name,
            places=tuple(
                PlaceChoice(value=f"{region.code}:{code}", label=name) for code, name in region.states.items()
            ),
        )
        for region in regions().values()
    )


def cart_contents(quoted: QuotedCart | None) -> CartContents:
    """Return lines, coupons, delivery and totals. Lines that cannot be bought keep the cart from the checkout."""
    if quoted is None or not quoted.lines:
        return CartContents(
            lines=(), rows=(), total="", estimated_for="", shipping=(), shipping_problem="", can_check_out=False
        )
    place, no_delivery, no_wine = quoted.quote.place, shipping_problem(quoted.quote), wine_problem(quoted)
    rows = total_rows(quoted.quote)
    return CartContents(
        lines=line_views(quoted),
        coupons=coupon_views(quoted.quote),
        rows=tuple(row for row in rows if row.kind in WITHOUT_A_PLACE) if no_wine else rows,
        total="" if no_wine else quoted.quote.total.text,
        recurring=() if no_wine else recurring_totals(quoted, timezone.now()),
        saved=_saved_in_all(quoted.quote),
        estimated_for=place_name(place.country, place.state),
        place=f"{place.country}:{place.state}",
        postcode=quoted.cart.postcode,
        shipping=shipping_choices(quoted, pickup_only=bool(no_wine)),
        hold=None if no_wine else weather_hold(quoted),
        free_delivery=None if no_wine else free_delivery_goal(quoted),
        shipping_problem=no_delivery,
        destination_problem="" if no_delivery else no_wine or limit_problem(quoted, timezone.now()),
        total_problem="" if no_wine else find_small_total(quoted.quote),
        can_check_out=not quoted.problems,
    )


def coupon_views(quote: Quote) -> tuple[CouponView, ...]:
    used = [CouponView(code=each.code, problem="") for each in quote.coupons]
    return (*used, *(CouponView(code=each.code, problem=each.reason.message) for each in quote.refused))


def _saved_in_all(quote: Quote) -> str:
    """Return what promotions and coupons save together, '' for nothing."""
    saved = Money.total(each.amount for each in quote.adjustments) + quote.discount + quote.saved_by_fees
    return saved.text if saved > ZERO else ""


def mini_cart(quoted: QuotedCart | None) -> MiniCart:
    """Return the cart as the header's widget shows it."""
    if quoted is None:
        return MiniCart(count=0, subtotal="", lines=())
    return MiniCart(
        count=_count_bottles(quoted),
        subtotal=quoted.quote.subtotal.text,
        saved=_saved_of_subtotal(quoted),
        free_delivery=free_delivery_goal(quoted),
        lines=line_views(quoted),
    )


def _count_bottles(quoted: QuotedCart) -> int:
    """Return the bottles in the cart, without those that promotions give."""
    return sum(line.line.quantity * bottles_of(line.line) for line in quoted.lines if line.gift is None)


def cart_sections(quoted: QuotedCart | None, notice: str = "") -> tuple[MiniCart, CartPopup]:
    """Return the cart's sections of every page: the mini-cart and the popup, which have the same lines."""
    mini = mini_cart(quoted)
    shown = {name: getattr(mini, name) for name in MiniCart.model_fields}
    return mini, CartPopup(**shown, notice=notice)


def _saved_of_subtotal(quoted: QuotedCart) -> str:
    """Return what promotions saved of the subtotal, '' for nothing."""
    saved = Money.total(each.amount for each in quoted.quote.adjustments)
    return saved.text if saved > ZERO else ""


def total_rows(quote: Quote) -> tuple[TotalRow, ...]:
    """Return the rows above the total; together they make it."""
    rows = [TotalRow(kind="subtotal", label="Subtotal", amount=quote.subtotal.text)]
    rows += [_taken_off(each.label, each.amount) for each in quote.discounts]
    rows += [_taken_off(f"Coupon: {use.code}", use.amount) for use in quote.coupons]
    if quote.shipping:
        label = f"Shipping ({quote.shipping.title})"
        rows.append(TotalRow(kind="shipping", label=label, amount=cost_words(quote.shipping.cost)))
    rows += [fee_row(fee.label, fee.amount) for fee in quote.fees]
    rows += [TotalRow(kind="tax", label=tax.name, amount=tax.amount.text) for tax in quote.taxes]
    return tuple(rows)


def fee_row(label: str, amount: Money) -> TotalRow:
    """Return the row of a fee: a promotion's discount (below zero), or the cost of an adult's signature."""
    return TotalRow(kind="fee", label=label, amount=amount.text) if amount > ZERO else _taken_off(label, -amount)


def _taken_off(label: str, amount: Money) -> TotalRow:
    return TotalRow(kind="discount", label=label, amount=f"−{amount.text}" if amount else amount.text)
