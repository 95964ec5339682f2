"""How the checkout says no, with the codes that clients of the contract know. `data.fields` names the inputs."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from vintner.checkout import accounts
from vintner.checkout.charge import PaymentFailed
from vintner.checkout.fields import BILLING, SHIPPING
from vintner.refusal import Refusal
from vintner.store_api.cart import told
from vintner.store_api.problems import CODES, Problem, invalid
from vintner.store_api.visitors import Visitor

PAYMENT: Final = "woocommerce_rest_checkout_process_payment_error"
EMPTY: Final = "woocommerce_rest_cart_empty"
EMPTY_WORDS: Final = "The cart is empty, so there is nothing to order."
_OTHERS: Final[Mapping[str, tuple[int, str]]] = MappingProxyType(
    {
        "empty_cart": (409, EMPTY),
        "total_changed": (409, "woocommerce_rest_cart_total_changed"),
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
"""Our codes of refusals → status and code."""


def of_form(refused: Sequence[Refusal], values: Mapping[str, str], visitor: Visitor) -> Problem:
    """Return the answer to a form with faults: first what is missing, then what makes no sense (contract 3)."""
    missing = [each for each in refused if each.field and not values.get(each.field)]
    fields = {each.field: each.message for each in reversed(refused) if each.field}
    data: dict[str, object] = {"fields": fields}
    if any(each.field == f"{BILLING}_email" for each in missing):
        words = "An email address is needed for the receipt."
        return Problem(400, "woocommerce_rest_missing_email_address", words, data)
    groups = {group: [each.message for each in missing if _group(each) == group] for group in (BILLING, SHIPPING)}
    for group, messages in groups.items():
        if messages:
            words = f"The {group} address is not complete: {' '.join(messages)}"
            errors = {name: found for name, found in groups.items() if found}
            return Problem(400, "woocommerce_rest_invalid_address", words, {**data, "errors": errors})
    wrong = [each for each in refused if _group(each)]
    if wrong:
        problem = invalid({f"{_group(each)}_address": (f"invalid_{each.code}", each.message) for each in wrong})
        return Problem(400, problem.code, problem.message, {**problem.data, **data})
    first = refused[0]
    if not first.field:
        return of_placing(first, visitor)
    code = "password" if first.field == accounts.PASSWORD.name else first.code
    return Problem(400, f"woocommerce_rest_checkout_{code}", first.message, data)


def not_paid(failed: PaymentFailed) -> Problem:
    """Return the answer to an order that was placed and not paid for. `data.fields` says that a card was declined."""
    data: dict[str, object] = {"reload": True} if failed.reload else {}
    return Problem(400, PAYMENT, failed.message, {**data, "fields": failed.fields} if failed.declined else data)


def of_placing(refusal: Refusal, visitor: Visitor) -> Problem:
    """Return the answer to an order that cannot be placed. A conflict carries the cart as it is now (contract 3)."""
    fields: dict[str, object] = {"fields": {refusal.field: refusal.message}} if refusal.field else {}
    if refusal.code == "empty_cart":
        return Problem(409, EMPTY, EMPTY_WORDS, {"cart": told(visitor)})
    if refusal.code.startswith("age"):
        return Problem(400, "woocommerce_rest_checkout_age", refusal.message, fields)
    if refusal.code in CODES or refusal.code.startswith("coupon_"):
        code = CODES.get(refusal.code, "woocommerce_rest_cart_coupon_errors")
        return Problem(409, code, refusal.message, {**fields, "cart": told(visitor)})
    status, code = _OTHERS.get(refusal.code, (400, "woocommerce_rest_checkout_refused"))
    return Problem(status, code, refusal.message, {**fields, **({"cart": told(visitor)} if status == 409 else {})})


def of_paying(refusal: Refusal, visitor: Visitor) -> Problem:
    """Return the answer to an order that cannot be paid. One that costs another sum now has to be looked at again."""
    if refusal.code != "total_changed":
        return of_placing(refusal, visitor)
    status, code = _OTHERS[refusal.code]
    return Problem(status, code, refusal.message, {"reload": True})


def _group(refusal: Refusal) -> str:
    """Return the address that a refusal is about, '' for none."""
    group = refusal.field.partition("_")[0]
    return group if group in (BILLING, SHIPPING) else ""
