"""A line as the cart's page, mini-cart and popup, the checkout and the receipt display it, and links that change it."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from uuid import UUID

from django.core.signing import Signer
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from vintner.cart.gifts.gifts import Gift
from vintner.cart.models import Cart
from vintner.cart.prices.quoted_cart import QuotedCart, QuotedLine
from vintner.cart.prices.recurring import recurring_words_of
from vintner.cart.rows import bottles_of
from vintner.catalogue.models import variation_address
from vintner.catalogue.pictures import image, images
from vintner.money import Money
from vintner.pricing.quote import PricedLine
from vintner.web.page import Image, Props

REMOVE, UNDO = "remove_item", "undo_item"


class SwapChoice(Props):
    """A bottle that may be given in place of another."""

    variation_id: int
    name: str
    image: Image | None
    chosen: bool


class Swap(Props):
    """The bottles among which the shopper may choose a gift. The ids are sent back with the choice."""

    rule_id: str
    target_id: int
    choices: tuple[SwapChoice, ...]


class LineView(Props):
    """A line of the cart. Amounts are worded; `unit_before` is the price without sale and promotion, if higher.

    `producer` is empty where the name has it; `details` tells vintage, size and what else was chosen, and what a box or
    a gift set holds: '2020 · 750 ml'.
    """

    key: str
    product_id: int
    variation_id: int
    producer: str
    name: str
    details: str
    url: str
    image: Image | None
    sku: str
    quantity: int
    least: int = 1
    most: int
    step: int = 1
    unit_price: str
    unit_before: str
    subtotal: str
    problem: str
    """Why the line cannot be bought as it stands, empty when it can."""
    fitting: int = 0
    """The quantity that could be bought instead, 0 when none can."""
    promotion: str = ""
    """The promotions that make it cheaper, by their titles."""
    recurring: str = ""
    """What later boxes of its subscription cost: 'Then $60.00 every month, plus delivery and tax'.
    Empty for wine that is sold once.
    """
    given: str = ""
    """Why a promotion gives it; its quantity is locked then. Empty for the shopper's own lines."""
    swap: Swap | None = None
    remove_url: str = ""
    """A signed link that takes the line out."""


def line_views(quoted: QuotedCart) -> tuple[LineView, ...]:
    """Return the lines. One query for pictures that this process has not displayed before."""
    pictures = line_images(quoted.lines)
    titles = {each.promotion_id: each.label for each in quoted.quote.adjustments}
    views = (_line_view(quoted.cart, line, titles, pictures) for line in quoted.lines)
    now = timezone.now()
    return tuple(
        view.model_copy(update={"recurring": recurring_words_of(quoted, line, now)}) if line.product.plan_id else view
        for view, line in zip(views, quoted.lines, strict=True)
    )


def line_images(lines: Sequence[QuotedLine]) -> dict[int, Image]:
    """Return id → picture as pages display it, of the pictures of these lines."""
    return images([line.picture for line in lines if line.picture])


def _line_view(cart: Cart, line: QuotedLine, titles: dict[int, str], pictures: Mapping[int, Image]) -> LineView:
    product, variation = line.product, line.variation
    now, before = _unit_prices(line)
    key, quantity, most = line.line.key, line.line.quantity, line.goods.most
    return LineView(
        key=key,
        product_id=product.pk,
        variation_id=variation.pk,
        producer=line.label.maker,
        name=line.label.name,
        details=_details(line),
        url=variation_address(line.product.slug, ((each.slug, each.value) for each in line.chosen)),
        image=pictures[line.picture.id].small if line.picture else None,
        sku=variation.sku or product.sku,
        quantity=quantity,
        most=most,
        unit_price=now,
        unit_before=before,
        subtotal=_cost(line.priced) if line.priced else "",
        problem=line.problem.message if line.problem else "",
        fitting=most if line.problem and line.price and 0 < most < quantity else 0,
        promotion=line.priced.promotion if line.priced else "",
        given=_gift_reason(line.gift, titles) if line.gift else "",
        swap=_gift_swap(line.gift) if line.gift and len(line.gift.choices) > 1 else None,
        remove_url=change_link(cart, REMOVE, key),
    )


def _details(line: QuotedLine) -> str:
    bottles = bottles_of(line.line)
    box = f"Box of {bottles} bottles" if bottles > 1 and not line.product.set_bottles else ""  # a set names them
    return " · ".join(part for part in (line.label.details, box) if part)


def _unit_prices(line: QuotedLine) -> tuple[str, str]:
    """Return what one costs and, if that is less, what it costs without sale and promotion."""
    if line.priced and line.priced.free:
        return "Free", line.priced.regular_unit.text
    if line.priced:
        return line.priced.unit_price.text, _if_higher(line.priced.regular_unit, line.priced.unit_price)
    if line.price:
        return line.price.current.text, _if_higher(line.price.regular, line.price.current)
    return "", ""


def _if_higher(before: Money, now: Money) -> str:
    return before.text if before > now else ""


def _cost(line: PricedLine) -> str:
    return "Free" if line.free else line.subtotal.text


def _gift_reason(gift: Gift, titles: dict[int, str]) -> str:
    """Return why a line is given. A promotion that saves nothing on its line has no title in the quote."""
    title = titles.get(gift.due.promotion_id, "")
    return f"With our offer “{title}”" if title else "With one of our offers"


def _gift_swap(gift: Gift) -> Swap:
    return Swap(
        rule_id=gift.due.rule_id,
        target_id=gift.due.target_id,
        choices=tuple(
            SwapChoice(
                variation_id=each.pk,
                name=", ".join(value.name for value in each.options.all()) or each.product.name,
                image=image(picture).small if (picture := each.picture or each.product.picture) else None,
                chosen=each.pk == gift.line.variation_id,
            )
            for each in gift.choices
        ),
    )


def change_link(cart: Cart, action: str, key: str) -> str:
    """Return the signed address that does an action (REMOVE or UNDO) to the line of that key.

    It is signed for one cart and one action, and does not carry the visitor's token: addresses end up in logs.
    """
    return f"{_cart_address()}?{action}={key}&_wpnonce={_signature(cart.pk, action)}"


def is_valid_link(cart: Cart, action: str, signature: str) -> bool:
    """Say whether the signature is that of an action on this cart."""
    return constant_time_compare(_signature(cart.pk, action), signature)


@cache
def _cart_address() -> str:
    """Return the cart's address. Cached, because a cart has a link for every line and each `reverse` is slow."""
    return reverse("cart")


@lru_cache(maxsize=1000)
def _signature(cart_id: UUID, action: str) -> str:
    return Signer(salt=f"vintner.cart.{action}").signature(str(cart_id))
