"""The calls about promotions, by the names and in the shapes of WooCommerce's discount plugin
(docs/behaviour/cart.md#calls-about-promotions).
"""

from decimal import Decimal

from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from vintner.cart import carts, items
from vintner.cart.calls import log_unknown_fields
from vintner.cart.gifts import gift_choices
from vintner.cart.middleware import cart_of, set_cookies
from vintner.cart.models import Cart
from vintner.cart.prices.case_prices import cases_beside
from vintner.cart.prices.price_lookup import PriceLookup, buyer_of, look_up_price, row_after
from vintner.cart.rules import read_quantity
from vintner.catalogue.displayed_prices import unit_of
from vintner.customers.middleware import user_of
from vintner.money import Money, symbol
from vintner.pricing import books
from vintner.pricing.quote import PriceBook
from vintner.pricing.rules.benefits import BulkTable, SetOf
from vintner.pricing.rules.promotions import Applied
from vintner.pricing.tiers import bulk_rows, range_of
from vintner.refusal import Refusal
from vintner.web.answers import json_response
from vintner.web.client_address import same_origin
from vintner.web.nonce import valid_nonce
from vintner.web.numbers import whole

_TEXT = "text/html; charset=UTF-8"
_LOOKUP = "prices"
_LOOKUP_SIGNER = TimestampSigner(salt="awdr_ajax_front_end")
_LOOKUP_SECONDS = 24 * 3600


def wdr_ajax(request: HttpRequest) -> HttpResponse:
    """Answer the call that the field method names: get_price_html or get_variable_product_bulk_table."""
    if not _may_look_up(request):
        return _invalid_lookup()
    match request.POST.get("method"):
        case "get_price_html":
            return json_response(_price_html(_look_up(request)))
        case "get_variable_product_bulk_table":
            return _bulk_table(request)
    return json_response({"success": True, "data": "Authentication required"})


def _may_look_up(request: HttpRequest) -> bool:
    """Say whether a call that only reads prices carries the visitor's token, or the nonce that a refusal gave."""
    if valid_nonce(request, "awdr_nonce"):
        return True
    try:
        value = _LOOKUP_SIGNER.unsign(request.POST.get("awdr_nonce", ""), max_age=_LOOKUP_SECONDS)
    except BadSignature:
        return False
    return value == _LOOKUP and same_origin(request)


def _invalid_lookup() -> HttpResponse:
    """Refuse the call, with a nonce for prices in a header, because cached pages carry none.

    Sets no cookie: if this answer arrives after a page with a form, a new cookie would make the form's token invalid.
    """
    response = _invalid_token()
    response["Nonce"] = _LOOKUP_SIGNER.sign(_LOOKUP)
    return response


def _invalid_token() -> HttpResponse:
    return HttpResponse("Invalid token", _TEXT)


def _look_up(request: HttpRequest, book: PriceBook | None = None) -> PriceLookup | None:
    """Return the price of the fields product_id and qty, together with what is in the cart; None for no such wine."""
    found = items.find(request.POST.get("product_id", ""))
    try:
        quantity = read_quantity(request.POST.get("qty"), least=1)
    except Refusal:
        return None
    return look_up_price(found, quantity, _cart(request), timezone.now(), book=book) if found else None


def _cart(request: HttpRequest) -> Cart:
    """Return the visitor's cart, or an unsaved one. A guest's cart counts as that of the customer who logged in."""
    user = user_of(request)
    cart = cart_of(request) or Cart(user=user)
    if cart.user is None and user is not None:
        cart.user = user
    return cart


def _price_html(price_lookup: PriceLookup | None) -> dict[str, object]:
    if price_lookup is None:
        return {"price_html": "", "original_price_html": ""}
    line, price = price_lookup.line, price_lookup.price
    original = _struck(price.regular, price.current)
    now = _struck(price.regular, line.unit_price) if line.unit_price < price.current else original
    return {"price_html": now, "original_price_html": original}


def _struck(before: Money, now: Money) -> SafeString:
    if now < before:
        return format_html("<del>{}</del>&nbsp;<ins>{}</ins>", _amount(before), _amount(now))
    return _amount(now)


def _amount(amount: Money) -> SafeString:
    return format_html('<span class="woocommerce-Price-amount amount"><bdi>{}</bdi></span>', amount.text)


def _bulk_table(request: HttpRequest) -> HttpResponse:
    """Answer with the bulk table of the field product_id, which names a product or a variation."""
    product_id = request.POST.get("product_id", "").strip()
    if product_id in ("", "0"):
        return json_response({"success": False})
    now = timezone.now()
    found = items.find(product_id)
    if found is None:
        return json_response({"bulk_table": _table(SafeString(""))})
    sold = [found.variation] if found.variation else list(found.product.variations.filter(enabled=True))
    units = [unit for variation in sold if (unit := unit_of(found.product, variation, now))]
    book = books.load()
    rows = bulk_rows(units, book=book, now=now, buyer=buyer_of(_cart(request), book, now)).tiers
    cells = "<tr><td>{}</td><td>{}</td><td>{}</td></tr>"
    body = format_html_join("", cells, ((row.range, row.discount, row.unit_price) for row in rows))
    return json_response({"bulk_table": _table(body)})


def _table(rows: SafeString) -> SafeString:
    head = "<thead><tr><th>Bottles</th><th>Discount</th><th>Each</th></tr></thead>"
    table = '<table class="wdr_bulk_table_msg">' + head + "<tbody>{}</tbody></table>"
    return format_html('<div class="awdr-bulk-customizable-table">{}</div>', format_html(table, rows) if rows else "")


def awdr_get_product_discount(request: HttpRequest) -> HttpResponse:
    """Answer with the discount for the fields product_id and qty. A price that the caller sends is only logged.

    Beside `data`, our own page gets `next_row`, the row of the bulk table that more bottles lead to, and `cases`, what
    a bottle, 6 and 12 more cost. They are there without a discount too, when `data` is false.
    """
    if not _may_look_up(request):
        return _invalid_lookup()
    log_unknown_fields(request, "awdr_get_product_discount")
    answer: dict[str, object] = {"success": True, "data": False}
    book, now = books.load(), timezone.now()
    price_lookup = _look_up(request, book)
    if price_lookup is not None:
        row = row_after(price_lookup, book, now)
        answer |= {"next_row": row.model_dump()} if row else {}
        cases = cases_beside(price_lookup, book, now) if book.promotions else ()
        answer |= {"cases": [each.model_dump() for each in cases]} if book.promotions else {}
        answer |= {"data": _discount(price_lookup)} if price_lookup.line.applied else {}
    return json_response(answer)


def _discount(price_lookup: PriceLookup) -> dict[str, object]:
    """Return the plugin's fields of a discount. Displayed prices are without tax, so those with tax are the same."""
    line, price = price_lookup.line, price_lookup.price
    initial, discounted = float(price.current.decimal), _dollars(line.exact_unit)
    words = {"initial_price_html": _amount(price.current), "discounted_price_html": _amount(line.unit_price)}
    return {
        "initial_price": initial,
        "discounted_price": discounted,
        "initial_price_with_tax": initial,
        "discounted_price_with_tax": discounted,
        "total_discount_details": {str(each.promotion.id): _detail(each) for each in line.applied},
        "apply_as_cart_rule": ["yes" if each.promotion.as_discount else "no" for each in line.applied],
        "discount_lines": _lines(price_lookup),
        **words,
        "initial_price_with_tax_html": words["initial_price_html"],
        "discounted_price_with_tax_html": words["discounted_price_html"],
        "currency_symbol": _symbol(),
    }


def _symbol() -> str:
    """Return the currency's sign as HTML has it: &#36;."""
    return "".join(f"&#{ord(sign)};" if sign == "$" else sign for sign in symbol())


def _dollars(cents: Decimal) -> float:
    return float(cents / 100)


def _detail(each: Applied) -> dict[str, object]:
    """Return what a promotion takes off one bottle, under the plugin's name of its kind. `range` is for our own page,
    which marks that row of the bulk table.
    """
    off = _dollars(each.cut.off / each.cut.units)
    benefit = each.promotion.benefit
    names: dict[str, object] = {"set_discount": 0, "bulk_discount": 0, "simple_discount": 0}
    span = each.cut.span
    tier = next((tier for tier in benefit.tiers if tier.span == span), None) if isinstance(benefit, BulkTable) else None
    if tier is not None:
        value = tier.reduction.value
        return names | {
            "bulk_discount": {
                "discount_type": tier.reduction.measure.value,
                "discount_value": f"{value.normalize():f}",
                "discount_quantity": each.cut.units,
                "discount_price_per_quantity": off,
                "discount_price": off,
                "range": range_of(tier.span),
            }
        }
    return names | {"set_discount" if isinstance(benefit, SetOf) else "simple_discount": off}


def _lines(price_lookup: PriceLookup) -> dict[str, object]:
    """Return the groups of units by price, under the plugin's numbers."""
    price = price_lookup.price.current
    reduced = [part for part in price_lookup.line.parts if part.unit_price < price]
    plain = sum(part.units for part in price_lookup.line.parts if part.unit_price >= price)
    initial = float(price.decimal)
    lines: dict[str, object] = {
        "non_applied": {"quantity": plain, "discount": 0, "price": initial, "calculate_discount_from": initial}
    }
    for number, part in enumerate(reduced):
        lines[str(number)] = {
            "quantity": part.units,
            "discount": float((price - part.unit_price).decimal),
            "original_price": initial,
            "discounted_price": float(part.unit_price.decimal),
        }
    return lines


def awdr_change_discount_product_in_cart(request: HttpRequest) -> HttpResponse:
    """Change a gift's variation. Reads product_id (the variation), rule_unique_id and parent_id; else answers '0'."""
    if not valid_nonce(request, "awdr_nonce"):
        return _invalid_token()
    rule_id = request.POST.get("rule_unique_id", "")
    variation_id, target_id = (whole(request.POST.get(name, "").strip()) for name in ("product_id", "parent_id"))
    cart = cart_of(request)
    if not rule_id or cart is None or variation_id is None or target_id is None:
        return HttpResponse("0", _TEXT)
    try:
        gift_choices.choose_variation(cart, rule_id, target_id, variation_id, now=timezone.now())
    except Refusal as refusal:
        return json_response({"success": False, "data": refusal.message})
    response = json_response({"success": True, "data": 1})
    set_cookies(response, carts.quote_cart(cart, now=timezone.now()))
    return response
