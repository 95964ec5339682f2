"""Requests and responses of the checkout."""

from typing import Annotated

from pydantic import ConfigDict, Field

from vintner.store_api.addresses import AddressInput, CustomerInput
from vintner.store_api.cart_shapes import BillingAddress, CartShape, ShippingAddress
from vintner.store_api.shapes import ApiShape, Nothing, RequestModel

FieldValue = str | bool | int | float | None
"""A form value in JSON."""
FieldValues = Annotated[dict[str, FieldValue], Field(max_length=40)]


class PaymentField(RequestModel):
    """A field of the payment method's form."""

    key: str = Field(max_length=100)
    value: FieldValue = None


class ShippingInput(AddressInput):
    """An address and, from express buttons, the shipping rate."""

    method: str | tuple[str, ...] = ()

    @property
    def rate_id(self) -> str | None:
        rates = (self.method,) if isinstance(self.method, str) else self.method
        return next(iter(rates), None)


class Extensions(RequestModel):
    """Fields that WooCommerce's Store API does not have.

    `vintner` holds the total that the shopper saw, in cents (`shown_total`), or what a wallet's sheet showed
    (`sheet_quote` and `sheet_hash`), and the consents, by the field names of the classic checkout.
    """

    attribution: FieldValues = Field(default_factory=dict, alias="woocommerce/order-attribution")
    vintner: FieldValues = Field(default_factory=dict)


class DraftInput(RequestModel):
    """Values to save with the draft."""

    payment_method: str | None = None
    customer_note: str | None = None
    order_notes: str | None = None
    """The same, as some clients call it."""


class CheckoutInput(CustomerInput):
    """An order. Fields of the addresses that are saved with the cart may be left out."""

    shipping_address: ShippingInput | None = None
    payment_method: str = ""
    payment_data: Annotated[tuple[PaymentField, ...], Field(max_length=40)] = ()
    customer_note: str = ""
    create_account: bool = False
    customer_password: str = Field(default="", repr=False)
    additional_fields: FieldValues = Field(default_factory=dict)
    """Fields of plugins. The store has none, so they are ignored."""
    extensions: Extensions = Field(default_factory=Extensions)


class OrderPaymentInput(RequestModel):
    """A further payment for an order. Key and e-mail address may stand in the query instead.

    Of the extensions, those of `vintner` about what the shopper saw count: `shown_total`, in cents, or `sheet_quote`
    and `sheet_hash`.
    """

    key: str = ""
    billing_email: str = ""
    payment_method: str = ""
    payment_data: Annotated[tuple[PaymentField, ...], Field(max_length=40)] = ()
    extensions: Extensions = Field(default_factory=Extensions)


class PaymentDetail(ApiShape):
    """A detail of the payment."""

    key: str
    value: str


class PaymentResult(ApiShape):
    """The result of the payment: status '' before one, 'success' when the shopper goes on to `redirect_url`.

    A `redirect` that begins with '#' means that the bank asks the shopper first.
    """

    payment_status: str = ""
    payment_details: tuple[PaymentDetail, ...] = ()
    redirect_url: str = ""


class CheckoutShape(ApiShape):
    """An order in the checkout."""

    model_config = ConfigDict(populate_by_name=True)

    order_id: int
    status: str
    order_key: str
    order_number: str
    customer_note: str
    customer_id: int
    billing_address: BillingAddress
    shipping_address: ShippingAddress
    payment_method: str
    payment_result: PaymentResult | None
    additional_fields: Nothing = Nothing()
    cart: CartShape | None = Field(default=None, alias="__experimentalCart")
    """Only if the request has `?__experimental_calc_totals=true`."""
    extensions: Nothing = Nothing()
