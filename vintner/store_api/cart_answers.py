"""Turns a priced cart into its shape in the API. Every amount comes from the quote."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Final
from urllib.parse import urlencode

from django.utils import timezone

from vintner.cart.lines import line_images
from vintner.cart.prices.quoted_cart import QuotedCart, QuotedLine
from vintner.cart.prices.recurring import recurring_words_of
from vintner.catalogue.models import Product
from vintner.catalogue.rules import Availability, Backorders
from vintner.money import ZERO, Money
from vintner.payments.offered_types import list_offered_codes
from vintner.pricing.models import Coupon
from vintner.pricing.quote import Quote
from vintner.store_api.addresses import billing, shipping
from vintner.store_api.cart_shapes import (
    CartCouponShape,
    CartExtensions,
    CartFee,
    CartItem,
    CartOffers,
    CartProblem,
    CartShape,
    CartTotals,
    CheckoutParts,
    ChosenOption,
    CouponTotals,
    FeeTotals,
    ItemData,
    ItemPrices,
    LabelledAmount,
    LineTotals,
    MetaData,
    Package,
    PackageDestination,
    PackageItem,
    QuantityLimits,
    RawPrices,
    ShippingRate,
    TaxLine,
)
from vintner.store_api.shapes import address, displayed_picture, minor, prose
from vintner.web.page import Image

_GRAMS_A_POUND: Final = Decimal("453.59237")
MILLIONTHS: Final = 10_000
"""Cents → millionths of a dollar."""


def cart_shape(quoted: QuotedCart, parts: CheckoutParts | None = None) -> CartShape:
    """Return the cart in the API's shape. One query for the kinds of coupons, if it has any."""
    quote = quoted.quote
    return CartShape(
        items=tuple(item_shapes(quoted)),
        coupons=coupon_shapes(quote),
        fees=tuple(
            CartFee(key=f"fee-{n}", name=fee.label, totals=FeeTotals(total=minor(fee.amount), total_tax=minor(tax)))
            for n, (fee, tax) in enumerate(zip(quote.fees, quote.fee_taxes, strict=True), 1)
        ),
        totals=_totals(quoted),
        shipping_address=shipping(quoted.cart, quote.place),
        billing_address=billing(quoted.cart, quote.place),
        needs_payment=quote.total > ZERO,
        needs_shipping=quote.needs_shipping,
        has_calculated_shipping=quote.needs_shipping,
        shipping_rates=_packages(quoted),
        items_count=quoted.count,
        items_weight=_grams(quoted.lines),
        errors=_errors(quoted),
        payment_methods=list_offered_codes(),
        extensions=CartExtensions(
            vintner=CartOffers(
                discounts=tuple(
                    LabelledAmount(label=each.label, amount=minor(each.amount)) for each in quote.discounts
                ),
                savings=tuple(
                    LabelledAmount(label=each.label, amount=minor(each.amount)) for each in quote.adjustments
                ),
                checkout=parts,
            )
        ),
    )


def item_shapes(quoted: QuotedCart) -> list[CartItem]:
    """Return the lines."""
    pictures = line_images(quoted.lines)
    now = timezone.now()
    return [_item_shape(line, pictures, recurring_words_of(quoted, line, now)) for line in quoted.lines]


def _item_shape(line: QuotedLine, pictures: Mapping[int, Image], recurring: str) -> CartItem:
    product, stock = line.product, line.goods.stock
    low = stock.availability is Availability.LOW
    simple = product.kind == Product.Kind.SIMPLE
    return CartItem(
        key=line.line.key,
        id=product.pk if simple else line.variation.pk,
        type="simple" if simple else "variation",
        quantity=line.line.quantity,
        quantity_limits=_limits(line),
        name=line.goods.name,
        short_description=prose(product.short_description),
        description=prose(product.description),
        sku=line.variation.sku or product.sku,
        low_stock_remaining=stock.free if low else None,
        backorders_allowed=stock.backorders is not Backorders.NO,
        show_backorder_badge=stock.backorders is Backorders.NOTIFY and line.line.quantity > stock.free,
        sold_individually=line.goods.sold_individually,
        permalink=permalink(product, _options(line)),
        images=(displayed_picture(line.picture.id, pictures[line.picture.id]),) if line.picture else (),
        variation=_options(line),
        item_data=_item_data(line, recurring),
        prices=_prices(line),
        totals=_line_totals(line),
        catalog_visibility=product.visibility,
    )


def _limits(line: QuotedLine) -> QuantityLimits:
    if line.gift is not None:
        quantity = line.line.quantity
        return QuantityLimits(minimum=quantity, maximum=quantity, editable=False)
    return QuantityLimits(maximum=line.goods.most, editable=not line.goods.sold_individually)


def _options(line: QuotedLine) -> tuple[ChosenOption, ...]:
    return tuple(
        ChosenOption(raw_attribute=f"attribute_{each.slug}", attribute=each.name, value=each.value)
        for each in line.chosen
    )


def permalink(product: Product, options: Iterable[ChosenOption]) -> str:
    """Return the address of the product's page, with the variation chosen."""
    query = urlencode([(option.raw_attribute, option.value) for option in options])
    return address(product.get_absolute_url()) + (f"?{query}" if query else "")


def _item_data(line: QuotedLine, recurring: str) -> tuple[ItemData, ...]:
    """Return what the label says besides name and options, the promotion, and what recurs."""
    chosen = {each.value for each in line.chosen}
    words = {
        "Producer": line.label.producer,
        "Vintage": line.label.vintage,
        "Size": line.label.size,
        "Contents": line.label.options if line.product.set_bottles else "",
        "Offer": line.priced.promotion if line.priced else "",
        "Subscription": recurring,
    }
    return tuple(ItemData(key=key, value=value) for key, value in words.items() if value and value not in chosen)


def _prices(line: QuotedLine) -> ItemPrices:
    if line.priced is not None:
        now, regular, exact = line.priced.unit_price, line.priced.regular_unit, line.priced.exact_unit
    else:  # not for sale: it costs nothing in this cart, but had a price
        now = line.price.current if line.price else ZERO
        regular, exact = line.price.regular if line.price else ZERO, Decimal(now.minor)
    raw = str(round(exact * MILLIONTHS))
    return ItemPrices(
        price=minor(now),
        regular_price=minor(regular),
        sale_price=minor(now),
        raw_prices=RawPrices(price=raw, regular_price=str(regular.minor * MILLIONTHS), sale_price=raw),
    )


def _line_totals(line: QuotedLine) -> LineTotals:
    priced = line.priced
    return LineTotals(
        line_subtotal=minor(priced.subtotal if priced else ZERO),
        line_subtotal_tax=minor(priced.subtotal_tax if priced else ZERO),
        line_total=minor(priced.total if priced else ZERO),
        line_total_tax=minor(priced.tax if priced else ZERO),
    )


def coupon_shapes(quote: Quote) -> tuple[CartCouponShape, ...]:
    """Return the coupons that count. One query if there are any."""
    if not quote.coupons:
        return ()
    kinds = dict(Coupon.objects.filter(pk__in=[use.id for use in quote.coupons]).values_list("pk", "kind"))
    return tuple(
        CartCouponShape(
            code=use.code,
            discount_type=kinds.get(use.id, ""),
            totals=CouponTotals(total_discount=minor(use.amount), total_discount_tax=minor(use.tax)),
        )
        for use in quote.coupons
    )


def _totals(quoted: QuotedCart) -> CartTotals:
    quote = quoted.quote
    sent = quote.needs_shipping
    return CartTotals(
        total_items=minor(quote.subtotal),
        total_items_tax=minor(Money.total(line.subtotal_tax for line in quote.lines)),
        total_fees=minor(quote.fee_total),
        total_fees_tax=minor(Money.total(quote.fee_taxes)),
        total_discount=minor(quote.discount),
        total_discount_tax=minor(quote.discount_tax),
        total_shipping=minor(quote.shipping_total) if sent else None,
        total_shipping_tax=minor(quote.shipping_tax) if sent else None,
        total_price=minor(quote.total),
        total_tax=minor(quote.tax_total),
        tax_lines=tuple(TaxLine(name=tax.name, price=minor(tax.amount), rate=tax.rate) for tax in quote.taxes),
    )


def _packages(quoted: QuotedCart) -> tuple[Package, ...]:
    quote = quoted.quote
    if not quote.shipping_options:
        return ()
    place = quote.place
    sent = [line for line in quoted.lines if line.priced is not None and not line.product.virtual]
    return (
        Package(
            destination=PackageDestination(
                city=place.city, state=place.state, postcode=place.postcode, country=place.country
            ),
            items=tuple(
                PackageItem(key=line.line.key, name=line.goods.name, quantity=line.line.quantity) for line in sent
            ),
            shipping_rates=_rates(quote, ", ".join(f"{line.goods.name} × {line.line.quantity}" for line in sent)),
        ),
    )


def _rates(quote: Quote, content: str) -> tuple[ShippingRate, ...]:
    return tuple(
        ShippingRate(
            rate_id=option.rate_id,
            name=option.title,
            description=option.description,
            price=minor(option.cost),
            taxes=minor(tax),
            instance_id=int(option.rate_id.partition(":")[2] or 0),
            method_id=option.rate_id.partition(":")[0],
            meta_data=(MetaData(key="Items", value=content),),
            selected=option == quote.shipping,
        )
        for option, tax in zip(quote.shipping_options, quote.shipping_taxes, strict=True)
    )


def _grams(lines: Iterable[QuotedLine]) -> float:
    pounds = sum((line.variation.weight or Decimal(0)) * line.line.quantity for line in lines)
    return float(round(pounds * _GRAMS_A_POUND, 1))


def _errors(quoted: QuotedCart) -> tuple[CartProblem, ...]:
    errors = [*quoted.problems, *(each.reason for each in quoted.quote.refused)]
    return tuple(CartProblem(code=each.code, message=each.message) for each in errors)
