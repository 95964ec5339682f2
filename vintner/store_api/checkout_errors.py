"""Error responses of the checkout, with the codes of WooCommerce's Store API. `data.fields` names the inputs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from vintner.checkout import accounts
from vintner.checkout.place_order_views import OrderFailed
from vintner.payments.attempts.start_payment import PaymentFailed
from vintner.refusal import Refusal
from vintner.shipping.address_form import BILLING, SHIPPING
from vintner.store_api.cart_views import current_cart
from vintner.store_api.errors import CODES, ApiError, invalid_parameters
from vintner.store_api.middleware import ApiVisitor

PAYMENT: Final = "woocommerce_rest_checkout_process_payment_error"
EMPTY: Final = "woocommerce_rest_cart_empty"
EMPTY_WORDS: Final = "The cart is empty, so there is nothing to order."
_OTHERS: Final[Mapping[str, tuple[int, str]]] = MappingProxyType(
    {
        "empty_cart": (409, EMPTY),
        "no_cart": (409, EMPTY),
        "total_changed": (409, "woocommerce_rest_cart_total_changed"),
        "quote_expired": (409, "woocommerce_rest_checkout_quote_expired"),
        "quote_missing": (409, "woocommerce_rest_checkout_quote_missing"),
        "log_in_first": (403, "woocommerce_rest_checkout_log_in_first"),
        "no_delivery": (400, "woocommerce_rest_invalid_shipping_option"),
        "no_wine_there": (400, "woocommerce_rest_invalid_shipping_option"),
        "no_payment_method": (400, "woocommerce_rest_checkout_missing_payment_method"),
        "no_method": (400, PAYMENT),
        "email_taken": (400, "registration-error-email-exists"),
        "too_many_tries": (429, "woocommerce_rest_checkout_too_many_tries"),
        "crowded": (503, "woocommerce_rest_checkout_busy"),
        "busy": (409, "woocommerce_rest_checkout_busy"),
        "not_payable": (409, "invalid_order_update_status"),
    }
)
"""Code of a refusal → status and code of the response."""


def form_error(refused: Sequence[Refusal], values: Mapping[str, str], visitor: ApiVisitor) -> ApiError:
    """Return the error of an invalid form. Missing fields come first, then invalid ones, as clients expect it."""
    missing = [each for each in refused if each.field and not values.get(each.field)]
    fields = {each.field: each.message for each in reversed(refused) if each.field}
    data: dict[str, object] = {"fields": fields}
    if any(each.field == f"{BILLING}_email" for each in missing):
        words = "An email address is needed for the receipt."
        return ApiError(400, "woocommerce_rest_missing_email_address", words, data)
    groups = {group: [each.message for each in missing if _group(each) == group] for group in (BILLING, SHIPPING)}
    for group, messages in groups.items():
        if messages:
            words = f"The {group} address is not complete: {' '.join(messages)}"
            errors = {name: found for name, found in groups.items() if found}
            return ApiError(400, "woocommerce_rest_invalid_address", words, {**data, "errors": errors})
    wrong = [each for each in refused if _group(each)]
    if wrong:
        problem = invalid_parameters(
            {f"{_group(each)}_address": (f"invalid_{each.code}", each.message) for each in wrong}
        )
        return ApiError(400, problem.code, problem.message, {**problem.data, **data})
    first = refused[0]
    if not first.field:
        return placing_error(first, visitor)
    code = "password" if first.field == accounts.PASSWORD.name else first.code
    return ApiError(400, f"woocommerce_rest_checkout_{code}", first.message, data)


def order_error(failed: OrderFailed, visitor: ApiVisitor) -> ApiError:
    """Return the error of an order that cannot be placed, or is not paid."""
    if not failed.refusals:
        return payment_error(failed)
    words = " ".join(each.message for each in failed.refusals)
    return placing_error(replace(failed.refusals[0], message=words), visitor)


def payment_error(failed: OrderFailed) -> ApiError:
    """Return the error of an order that was placed but not paid. `data.fields` says that a card was declined.

    A payment that another request has started is a conflict: its outcome is not known yet.
    """
    if isinstance(failed.error, PaymentFailed) and failed.error.busy:
        return ApiError(*_OTHERS["busy"], failed.message, {})
    data: dict[str, object] = {"reload": True} if failed.reload else {}
    return ApiError(400, PAYMENT, failed.message, {**data, "fields": failed.fields} if failed.declined else data)


def placing_error(refusal: Refusal, visitor: ApiVisitor) -> ApiError:
    """Return the error of an order that cannot be placed. A conflict (409) carries the current cart."""
    fields: dict[str, object] = {"fields": {refusal.field: refusal.message}} if refusal.field else {}
    if refusal.code in ("empty_cart", "no_cart"):
        return ApiError(409, EMPTY, EMPTY_WORDS, {"cart": current_cart(visitor)})
    if refusal.code.startswith("age"):
        return ApiError(400, "woocommerce_rest_checkout_age", refusal.message, fields)
    if refusal.code in CODES or refusal.code.startswith("coupon_"):
        code = CODES.get(refusal.code, "woocommerce_rest_cart_coupon_errors")
        return ApiError(409, code, refusal.message, {**fields, "cart": current_cart(visitor)})
    status, code = _OTHERS.get(refusal.code, (400, "woocommerce_rest_checkout_refused"))
    return ApiError(
        status, code, refusal.message, {**fields, **({"cart": current_cart(visitor)} if status == 409 else {})}
    )


def paying_error(failed: OrderFailed, visitor: ApiVisitor) -> ApiError:
    """Return the error of an order that is not paid. If its total has changed, the page has to be reloaded."""
    if not failed.refusals or failed.refusals[0].code != "total_changed":
        return order_error(failed, visitor)
    refusal = failed.refusals[0]
    status, code = _OTHERS[refusal.code]
    return ApiError(status, code, refusal.message, {"reload": True})


def _group(refusal: Refusal) -> str:
    """Return the address that a refusal is about, '' for none."""
    group = refusal.field.partition("_")[0]
    return group if group in (BILLING, SHIPPING) else ""
