"""How the API says no: `{code, message, data: {status}}`, with the codes that clients of the contract know."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from vintner.refusal import Refusal

CODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "unknown_item": "woocommerce_rest_cart_invalid_product",
        "choose_options": "woocommerce_rest_missing_attributes",
        "no_such_choice": "woocommerce_rest_invalid_variation_data",
        "not_for_sale": "woocommerce_rest_product_not_purchasable",
        "coming_soon": "woocommerce_rest_product_not_purchasable",
        "out_of_stock": "woocommerce_rest_product_out_of_stock",
        "not_enough": "woocommerce_rest_product_partially_out_of_stock",
        "not_enough_with_cart": "woocommerce_rest_product_partially_out_of_stock",
        "one_per_order": "readonly_quantity",
        "too_many": "woocommerce_rest_product_too_many_in_cart",
        "cart_full": "woocommerce_rest_cart_full",
    }
)
"""Our codes of refusals → those of the contract."""
COUPON: Final = "woocommerce_rest_cart_coupon_error"
TOO_MANY_CODES: Final = "too_many_codes"


@dataclass
class Problem(Exception):
    """An answer that is not what was asked for. `data` stands beside the status."""

    status: int
    code: str
    message: str
    data: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message

    def body(self) -> dict[str, object]:
        """Return the answer's body."""
        return {"code": self.code, "message": self.message, "data": {"status": self.status, **self.data}}


def of_refusal(refusal: Refusal) -> Problem:
    """Return what the outside calls a refusal."""
    if refusal.code == TOO_MANY_CODES:
        return Problem(429, COUPON, refusal.message)
    if refusal.code.startswith("coupon_"):
        return Problem(400, COUPON, refusal.message)
    return Problem(400, CODES.get(refusal.code, "woocommerce_rest_cart_error"), refusal.message)


def invalid(fields: Mapping[str, tuple[str, str]]) -> Problem:
    """Return the answer to parameters that make no sense: name → (code, words)."""
    return Problem(
        400,
        "rest_invalid_param",
        f"These parameters are not right: {', '.join(fields)}.",
        {
            "params": {name: words for name, (_, words) in fields.items()},
            "details": {name: {"code": code, "message": words, "data": None} for name, (code, words) in fields.items()},
        },
    )


def missing(names: list[str]) -> Problem:
    """Return the answer to a request that leaves out what it needs."""
    return Problem(
        400, "rest_missing_callback_param", f"Send the missing parameters: {', '.join(names)}.", {"params": names}
    )


def no_route() -> Problem:
    return Problem(404, "rest_no_route", "There is nothing at this address for this method.")
