"""What the checkout and the order-received page show."""

from typing import ClassVar

from vintner.cart.pages import LineView, ShippingChoice, TotalRow
from vintner.web.page import Link, Page, Props
from vintner.web.section import Section


class OrderReview(Section):
    """What is bought and what it costs. `shown_total` (minor units) goes back with the order and must still hold."""

    selector: ClassVar[str] = ".woocommerce-checkout-review-order-table"

    lines: tuple[LineView, ...]
    rows: tuple[TotalRow, ...]
    shipping: tuple[ShippingChoice, ...]
    shipping_problem: str
    total: str
    shown_total: int


class PaymentOptions(Section):
    """How to pay. `amount` is the order total in minor units, for the provider's element."""

    selector: ClassVar[str] = ".woocommerce-checkout-payment"

    methods: tuple[Link, ...]
    """label, and in `url` the value of the field payment_method (stripe)."""
    amount: int
    currency: str
    button: str
    """The label of the place-order button, with the amount."""
    problem: str


class Choice(Props):
    value: str
    label: str


class CheckoutField(Props):
    """A field of the address form, in order. `kind` is text, email, tel, select or textarea."""

    name: str
    label: str
    kind: str
    required: bool
    autocomplete: str
    inputmode: str
    placeholder: str
    hint: str
    value: str
    error: str
    options: tuple[Choice, ...] = ()


class CountryRules(Props):
    """What changes in the form with the country (spec 3, address)."""

    code: str
    name: str
    state_label: str
    postcode_label: str
    states: tuple[Choice, ...]


class ProviderSettings(Props):
    """What the payment gateway's script needs (spec 3, payment gateway settings)."""

    key: str
    script: str
    api_version: str
    locale: str
    gateway_id: str
    ajax_url: str
    order_received_url: str
    generic_error: str
    messages: dict[str, str]
    """Error code → text (spec 8, reading A)."""
    update_order_status_nonce: str
    billing_fields: tuple[str, ...]


class FormError(Props):
    """A refusal in the list at the top; `field` is the id of the input it links to, or empty."""

    field: str
    text: str


class CheckoutPage(Page):
    """The classic checkout. Without JavaScript the form posts to `action` and comes back with `errors`."""

    uses_provider: ClassVar[bool] = True

    csrf_token: str
    action: str
    billing: tuple[CheckoutField, ...]
    ship_to_different_address: bool
    shipping_address: tuple[CheckoutField, ...]
    note: CheckoutField
    countries: tuple[CountryRules, ...]
    errors: tuple[FormError, ...]
    review: OrderReview
    payment: PaymentOptions
    provider: ProviderSettings
    age_note: str


class OrderReceivedPage(Page):
    """The receipt. With a wrong key or id only `heading` is there and `found` is false."""

    found: bool
    heading: str
    status: str
    status_text: str
    number: str
    date: str
    email: str
    payment_title: str
    lines: tuple[LineView, ...]
    rows: tuple[TotalRow, ...]
    total: str
    billing_address: tuple[str, ...]
    shipping_address: tuple[str, ...]
    customer_note: str
    pay_url: str
    """Where to try the payment again, empty unless it failed or is open."""


class ConfirmEmailPage(Page):
    """Asked before an older receipt is shown to a guest. `problem` stands next to the field, empty at first."""

    csrf_token: str
    problem: str
    login_url: str
