"""Error responses: `{code, message, data: {status}}`, with the codes of WooCommerce's Store API."""

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
"""Code of a refusal → code of the response."""
COUPON: Final = "woocommerce_rest_cart_coupon_error"
TOO_MANY_CODES: Final = "too_many_codes"


@dataclass
class ApiError(Exception):
    """An error response. `data` is added to the status."""

    status: int
    code: str
    message: str
    data: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message

    def body(self) -> dict[str, object]:
        """Return the answer's body."""
        return {"code": self.code, "message": self.message, "data": {"status": self.status, **self.data}}


def error_of_refusal(refusal: Refusal) -> ApiError:
    """Return the error response of a refusal."""
    if refusal.code == TOO_MANY_CODES:
        return ApiError(429, COUPON, refusal.message)
    if refusal.code.startswith("coupon_"):
        return ApiError(400, COUPON, refusal.message)
    return ApiError(400, CODES.get(refusal.code, "woocommerce_rest_cart_error"), refusal.message)


def invalid_parameters(fields: Mapping[str, tuple[str, str]]) -> ApiError:
    """Return the error of invalid parameters: name → (code, message)."""
    return ApiError(
        400,
        "rest_invalid_param",
        f"These parameters are not right: {', '.join(fields)}.",
        {
            "params": {name: words for name, (_, words) in fields.items()},
            "details": {name: {"code": code, "message": words, "data": None} for name, (code, words) in fields.items()},
        },
    )


def missing_parameters(names: list[str]) -> ApiError:
    """Return the error of a request without its required parameters."""
    return ApiError(
        400, "rest_missing_callback_param", f"Send the missing parameters: {', '.join(names)}.", {"params": names}
    )


def no_route() -> ApiError:
    return ApiError(404, "rest_no_route", "There is nothing at this address for this method.")
