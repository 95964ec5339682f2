"""What the checkout is asked and answers (contract 3)."""

from typing import Annotated

from pydantic import ConfigDict, Field

from vintner.store_api.addresses import AddressAsked, CustomerAsked
from vintner.store_api.cart_shapes import BillingAddress, CartShape, ShippingAddress
from vintner.store_api.shapes import Asked, Nothing, Shape

Said = str | bool | int | float | None
"""What a form's field may hold in JSON."""
Told = Annotated[dict[str, Said], Field(max_length=40)]


class Datum(Asked):
    """Something that the payment method's form says."""

    key: str = Field(max_length=100)
    value: Said = None


class ShippingAsked(AddressAsked):
    """An address, and the delivery: express buttons send it along."""

    method: str | tuple[str, ...] = ()

    @property
    def rate_id(self) -> str | None:
        rates = (self.method,) if isinstance(self.method, str) else self.method
        return next(iter(rates), None)


class Extensions(Asked):
    """What the contract has no place for. `vintner`: the total that the shopper saw, in cents (`shown_total`), and what
    was ticked, by the names of the classic checkout.
    """

    attribution: Told = Field(default_factory=dict, alias="woocommerce/order-attribution")
    vintner: Told = Field(default_factory=dict)


class DraftAsked(Asked):
    """What is kept with the draft."""

    payment_method: str | None = None
    customer_note: str | None = None
    order_notes: str | None = None
    """The same, as some clients call it."""


class CheckoutAsked(CustomerAsked):
    """An order. Parts of the addresses that were said of the cart before may be left out."""

    shipping_address: ShippingAsked | None = None
    payment_method: str = ""
    payment_data: Annotated[tuple[Datum, ...], Field(max_length=40)] = ()
    customer_note: str = ""
    create_account: bool = False
    customer_password: str = Field(default="", repr=False)
    extensions: Extensions = Field(default_factory=Extensions)


class PaymentAsked(Asked):
    """A further payment for an order. Key and e-mail address may stand in the query instead.

    Of the extensions, `shown_total` of `vintner` counts: the total that the shopper saw, in cents.
    """

    key: str = ""
    billing_email: str = ""
    payment_method: str = ""
    payment_data: Annotated[tuple[Datum, ...], Field(max_length=40)] = ()
    extensions: Extensions = Field(default_factory=Extensions)


class PaymentDetail(Shape):
    """A word about the payment."""

    key: str
    value: str


class PaymentResult(Shape):
    """What came of the payment: status '' before one, 'success' when the shopper is to go on to `redirect_url`.

    With a `redirect` that begins with '#', the bank wants to ask first.
    """

    payment_status: str = ""
    payment_details: tuple[PaymentDetail, ...] = ()
    redirect_url: str = ""


class CheckoutShape(Shape):
    """An order as the checkout tells it."""

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
    """Only when it is asked for."""
    extensions: Nothing = Nothing()
