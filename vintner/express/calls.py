"""The calls of express checkout, by the names that WooCommerce's script uses.

Every answer with a total that may be charged stores what it told (`sheet_quotes.py`) and names it in `quote`. Answers
that are no success say why in `message`, in the store's words.
"""

import logging
import re
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from vintner.cart import carts
from vintner.cart.carts import QuotedCart
from vintner.cart.middleware import set_cart_hash
from vintner.cart.models import Cart
from vintner.cart.prices.delivery_choices import weather_hold
from vintner.cart.prices.recurring import has_subscription
from vintner.cart.tokens import cart_token
from vintner.customers.middleware import user_of
from vintner.express import express_carts
from vintner.express.addresses import normalize_address as normalized
from vintner.express.checked_calls import (
    checked_call,
    express_visitor,
    find_called_cart,
    is_product_page,
    names_cart,
    place_of,
    wallet_method,
)
from vintner.express.middleware import forget_express_cart, set_express_cart, tell_quote
from vintner.express.models import ButtonPlace, SheetQuote
from vintner.express.payable_orders import find_payable_order
from vintner.express.product_data import price_item, read_item, refuse_plan
from vintner.express.sheet_quotes import AGAIN, store_order_quote, store_quote
from vintner.express.sheets import SheetLine, option_answer, order_lines, quote_lines, total_answer
from vintner.express.shipping_options import PricedAddress, price_address, price_delivery
from vintner.money import ZERO, currency
from vintner.refusal import Refusal
from vintner.shipping import age
from vintner.shipping.regions import regions
from vintner.shipping.sent_places import read_place
from vintner.subscriptions.words import NO_WALLET
from vintner.web.answers import json_response
from vintner.web.client_address import rate_limit_key
from vintner.web.text_input import read_line

log = logging.getLogger(__name__)

CALLS: Final = "express_calls"
"""The rate limit of calls."""
GONE: Final = f"What you chose is not kept any more. {AGAIN}"
EMPTY: Final = "Your cart is empty."
INVALID_ADDRESS: Final = "invalid_shipping_address"
LONGEST_LOG: Final = 1024
"""Bytes of a browser's error."""
_SECRET: Final = re.compile(
    r"\b(?:\w+_secret|pi|seti|pm|ctoken|[sprw]k_(?:test|live)|whsec|wc_order)_\w+"
    r"|[^\s@]{1,64}?(?:@|%(?:25){0,3}40)[^\s@]+"
    r"|[0-9a-f]{32}(?:(?::|%3A)[\w-]+)*"
    r"|\+?\(?\d(?:(?:[ .()/+\-\u2010-\u2015]|%20){0,3}\d){6,18}",
    re.IGNORECASE,
)
"""Ids and keys of payments and orders, e-mail addresses, tokens of carts, numbers of cards and phones."""
_NESTED: Final = re.compile(r"data\[(billing_address|shipping_address)\]\[([a-z_0-9]{1,40})\]")

Body = dict[str, object]


@checked_call(CALLS)
def get_cart_details(request: HttpRequest) -> HttpResponse:
    """Answer what a cart costs where it is sent as far as known, or an unpaid order with order_id, key and
    billing_email.
    """
    if "order_id" in request.POST:
        return _order_details(request)
    cart = find_called_cart(request)
    if cart is None:
        return json_response({**_details(False, _amounts((), ZERO.minor)), "message": EMPTY})
    quoted = carts.quote_cart(cart, now=timezone.now())
    answer = _details(quoted.quote.needs_shipping, _cart_amounts(quoted))
    if message := _problem(quoted):
        return json_response({**answer, "message": message})
    return _with_quote(request, answer, _store(request, quoted))


def _order_details(request: HttpRequest) -> HttpResponse:
    try:
        order = find_payable_order(request.POST.dict(), user_of(request), rate_limit_key(request))
    except Refusal as refusal:
        return json_response({**_details(False, _amounts((), ZERO.minor)), "message": refusal.message})
    answer = _details(False, _amounts(order_lines(order), order.total.minor))
    return _with_quote(request, answer, store_order_quote(order, now=timezone.now()))


def _details(needs_shipping: bool, amounts: Body) -> Body:
    return {"shipping_required": needs_shipping, "order_data": {**_where(), **amounts}}


def _where() -> Body:
    return {"currency": currency().lower(), "country_code": next(iter(regions()))}


@checked_call(CALLS)
def get_shipping_options(request: HttpRequest) -> HttpResponse:
    """Price the cart for the address of the sheet, and select the first delivery that may go there."""
    cart = find_called_cart(request)
    if cart is None:
        return _address_refused(_amounts((), ZERO.minor), GONE if is_product_page(request) else EMPTY)
    fields = request.POST.dict()
    born = {name: str(fields.get(name, "")) for name in age.BORN}
    priced = price_address(cart, read_place(fields), born, user_of(request), now=timezone.now())
    message = priced.problem or _problem(priced.quoted)
    if message:
        return _address_refused(_cart_amounts(priced.quoted), message)
    return _priced(request, priced)


def _address_refused(amounts: Body, message: str) -> HttpResponse:
    return json_response({"shipping_options": [], **amounts, "result": INVALID_ADDRESS, "message": message})


def _priced(request: HttpRequest, priced: PricedAddress) -> HttpResponse:
    options = [option_answer(option) for option in priced.options]
    answer: Body = {"shipping_options": options, **_cart_amounts(priced.quoted), "result": "success"}
    answer |= _notice(priced.quoted, priced.notice)
    return _with_quote(request, answer, _store(request, priced.quoted), own=priced.quoted)


def _notice(quoted: QuotedCart, notice: str = "") -> Body:
    """Return what the page says beside the buttons: that there is only a pickup, or that the selected delivery waits
    for the weather.
    """
    hold = weather_hold(quoted)
    message = notice or (hold.text if hold else "")
    return {"message": message} if message else {}


@checked_call(CALLS)
def update_shipping_method(request: HttpRequest) -> HttpResponse:
    """Price the cart with another delivery to the address that it has."""
    cart = find_called_cart(request)
    if cart is None:
        message = GONE if is_product_page(request) else EMPTY
        return json_response({**_amounts((), ZERO.minor), "result": "fail", "message": message})
    chosen = read_line((request.POST.getlist("shipping_method[]") or [request.POST.get("shipping_method", "")])[0])
    now = timezone.now()
    try:
        quoted = price_delivery(cart, chosen, user_of(request), now=now)
    except Refusal as refusal:
        result = INVALID_ADDRESS if refusal.code == "no_wine_there" else "fail"
        amounts = _cart_amounts(carts.quote_cart(cart, now=now))
        return json_response({**amounts, "result": result, "message": refusal.message})
    if message := _problem(quoted):
        return json_response({**_cart_amounts(quoted), "result": "fail", "message": message})
    answer: Body = {**_cart_amounts(quoted), "result": "success", **_notice(quoted)}
    return _with_quote(request, answer, _store(request, quoted), own=quoted)


@checked_call(CALLS)
def normalize_address(request: HttpRequest) -> HttpResponse:
    """Answer the two addresses with the store's codes of their countries and states."""
    groups: dict[str, dict[str, str]] = {"billing_address": {}, "shipping_address": {}}
    for name, text in request.POST.items():
        if isinstance(text, str) and (nested := _NESTED.fullmatch(name)):
            groups[nested[1]][nested[2]] = text
    return json_response({name: normalized(fields) for name, fields in groups.items()})


@checked_call(CALLS)
def add_to_cart(request: HttpRequest) -> HttpResponse:
    """Put the product page's choice into the visitor's express cart, alone. Their own cart is not touched."""
    now = timezone.now()
    try:
        chosen = read_item(request.POST.dict())
        variation = chosen.item.require_variation()
        refuse_plan(variation)
        cart = express_carts.fill_express_cart(express_visitor(request), variation, chosen.quantity, now=now)
    except Refusal as refusal:
        express_carts.empty_express_cart(express_visitor(request))
        return json_response({"success": False, "data": {"message": refusal.message}})
    cart.payment_method = wallet_method(request)
    quoted = carts.quote_cart(cart, now=now)
    answer = {**_cart_amounts(quoted), "result": "success", "cart_token": cart_token(cart.pk)}
    response = _with_quote(request, answer, store_quote(quoted, ButtonPlace.PRODUCT, now=now))
    if not names_cart(request):
        set_express_cart(response, cart.pk)
    return response


@checked_call(CALLS)
def clear_cart(request: HttpRequest) -> HttpResponse:
    """Delete the express cart of a sheet that was cancelled. Those of other tabs stay."""
    express_carts.delete_express_cart(express_visitor(request))
    response = HttpResponse("", "text/html; charset=UTF-8")
    if not names_cart(request):
        forget_express_cart(response)
    return response


@checked_call(CALLS)
def get_selected_product_data(request: HttpRequest) -> HttpResponse:
    """Answer what the product page's choice costs by itself, before anything is put into a cart."""
    try:
        chosen = read_item(request.POST.dict())
        cart = Cart(user=user_of(request), is_express=True, payment_method=wallet_method(request))
        sheet = price_item(chosen, cart, now=timezone.now())
    except Refusal as refusal:
        named = read_line(request.POST.get("product_id", ""))[:20]
        unknown = f"Product with the ID ({named}) cannot be found."
        return json_response({"error": unknown if refusal.code == "unknown_item" else refusal.message})
    pending = {"id": "pending", "label": "Pending", "detail": "", "amount": 0}
    lines = (*sheet.lines, SheetLine("Shipping", ZERO, pending=True)) if sheet.needs_shipping else sheet.lines
    answer = {**_where(), "requestShipping": sheet.needs_shipping, **_amounts(lines, sheet.total.minor)}
    return json_response({**answer, "shippingOptions": pending} if sheet.needs_shipping else answer)


@checked_call("express_errors")
def log_errors(request: HttpRequest) -> HttpResponse:
    """Log what went wrong in a browser, at most 1 KB of it and without secrets."""
    text = _SECRET.sub("…", read_line(request.POST.get("errors", "")[: 4 * LONGEST_LOG]))
    log.warning("express checkout in a browser: %s", text.encode()[:LONGEST_LOG].decode(errors="ignore"))
    return HttpResponse("", "text/html; charset=UTF-8")


def _cart_amounts(quoted: QuotedCart) -> Body:
    return _amounts(quote_lines(quoted.quote), quoted.quote.total.minor)


def _amounts(lines: tuple[SheetLine, ...], total: int) -> Body:
    return {"displayItems": [line.answer() for line in lines], "total": total_answer(total)}


def _problem(quoted: QuotedCart) -> str:
    """Return why a cart cannot be bought as it is, '' when it can."""
    if not quoted.lines:
        return EMPTY
    if has_subscription(quoted):
        return NO_WALLET
    return quoted.problems[0].message if quoted.problems else ""


def _store(request: HttpRequest, quoted: QuotedCart) -> SheetQuote:
    return store_quote(quoted, place_of(request), now=timezone.now())


def _with_quote(request: HttpRequest, answer: Body, quote: SheetQuote, own: QuotedCart | None = None) -> HttpResponse:
    """Answer with the quote, which the browser remembers, and with the new hash of the shopper's own cart."""
    told = {"id": str(quote.pk), "hash": quote.hash, "expires_at": quote.expires_at.isoformat()}
    response = json_response({**answer, "quote": told})
    tell_quote(request, response, quote)
    if own is not None and not own.cart.is_express:
        set_cart_hash(response, own.cart_hash)
    return response
