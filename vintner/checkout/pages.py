"""The props of the checkout's pages and of an order's own pages."""

from typing import ClassVar, Literal

from vintner.cart.pages import CouponView, FreeDeliveryGoal, LineView, ShippingChoice, TotalRow, WeatherHold
from vintner.checkout.gift_fields import GiftFields, OrderGift
from vintner.checkout.recurring_line import RecurringLine
from vintner.payments.pages import ProviderSettings
from vintner.shipping.address_inputs import AddressSearch, CountryRules
from vintner.web.express_buttons import ExpressButtons
from vintner.web.form_props import FormField
from vintner.web.page import Page, Props
from vintner.web.section import Section


class OrderReview(Section):
    """What is bought and what it costs. `shown_total` (minor units) goes back with the order and must still hold."""

    selector: ClassVar[str] = ".woocommerce-checkout-review-order-table"

    lines: tuple[LineView, ...]
    coupons: tuple[CouponView, ...] = ()
    rows: tuple[TotalRow, ...]
    shipping: tuple[ShippingChoice, ...]
    hold: WeatherHold | None = None
    free_delivery: FreeDeliveryGoal | None = None
    shipping_problem: str
    destination_problem: str = ""
    """Why the wine may not be sent to the shopper's address, empty when it may. Until then nothing can be ordered."""
    age_label: str = ""
    """What the box of age says for the place, empty when the store asks for none."""
    charges_label: str = ""
    """What the box says by which a subscriber agrees to later charges, empty where there are none."""
    age_problem: str = ""
    """What is wrong with the date of birth for the place, empty when nothing is or it is not complete."""
    phone_advice: str = ""
    """What looks wrong with the phone number. It keeps nobody from ordering."""
    total: str
    shown_total: int
    recurring: tuple[str, ...] = ()
    """What is charged for later boxes, with delivery and tax: a sentence for each subscription."""


class PaymentMethod(Props):
    """A payment method. `value` is that of the field payment_method; `button` is the place-order button's text.

    It is offered where the bill goes to one of `countries`; to all when there are none.
    """

    value: str
    label: str
    button: str
    countries: tuple[str, ...] = ()
    type: str
    """The provider's name of its type."""
    title: str
    """Its name where a longer one fits."""
    kind: Literal["element", "code"]
    """What its panel asks: the provider's own fields, or a code of six digits."""
    supports_deferred: bool
    """False where the provider's fields need an intent before the order is there."""
    may_save: bool
    """Whether it can be saved with an account. `PaymentOptions.may_save` says whether the shopper has one."""
    renewal_note: str = ""
    """How later boxes of a subscription are paid, where the method cannot be saved for them."""


class SavedCard(Props):
    """A payment method of the shopper's own that the provider keeps. `id` is the value of its gateway's field
    wc-stripe-payment-token.
    """

    id: str
    type: str
    """The provider's name of its type."""
    label: str
    expiry: str
    """Month and year of a card, '12/40'; '' for what has no date."""
    expired: bool
    chosen: bool


class Agreement(Props):
    """The terms of one subscription, a sentence each."""

    wine: str
    sentences: tuple[str, ...]


class PaymentOptions(Section):
    """How to pay. `amount` is the order total in minor units, for the provider's element. Without anything to pay there
    are no methods, but for a subscription: its card is saved for later boxes.
    """

    selector: ClassVar[str] = ".woocommerce-checkout-payment"

    methods: tuple[PaymentMethod, ...]
    chosen: str = ""
    """The method that the amount is for. Where it is none of those offered, and where it is empty, the first is."""
    amount: int
    currency: str
    button: str
    """What the place-order button says while no method is chosen."""
    problem: str
    saved: tuple[SavedCard, ...] = ()
    may_save: bool = False
    """Whether the shopper has an account, with which the card can be saved."""
    keeps: bool = False
    """Whether the method is saved in any case, because later boxes of a subscription are paid by it."""
    agreements: tuple[Agreement, ...] = ()
    """What the shopper agrees to by placing the order: the terms of each subscription."""
    agreed: str = ""
    """The value of the field subscription_terms: the hash of these terms, which goes back with the order."""


class FormError(Props):
    """A refusal in the list at the top; `field` is the id of the input it links to, or empty."""

    field: str
    text: str


class NewAccount(Props):
    """The offer of an account, for guests. `needed` says why the order needs one, empty when it does not."""

    wanted: bool
    needed: str = ""
    password: FormField


class Consent(Props):
    """A box that must be ticked. `shown` is the hidden field that says that it was displayed, '' for a box that all
    clients must tick; `missing` is the error message; the text can be unfolded. A box with an empty label is not shown.
    """

    name: str
    shown: str
    label: str
    missing: str
    title: str
    paragraphs: tuple[str, ...]
    ticked: bool
    error: str


class DateOfBirth(Props):
    """Asked for by stores that check the age of who is sent wine."""

    names: tuple[str, ...]
    """The fields for year, month and day."""
    values: tuple[str, ...]
    problem: str


class SavedAddressChoice(Props):
    """An address of the customer's book, in one line and in its parts, by the names of the form's fields. A bill may go
    to all of them, a parcel only to some.
    """

    id: int
    label: str
    parts: dict[str, str]
    may_be_sent_to: bool


class CheckoutPage(Page):
    """The classic checkout. Without JavaScript the form posts to `action` and comes back with `errors`."""

    uses_provider: ClassVar[bool] = True

    csrf_token: str
    action: str
    billing: tuple[FormField, ...]
    ship_to_different_address: bool
    shipping_address: tuple[FormField, ...]
    note: FormField
    gift: GiftFields
    countries: tuple[CountryRules, ...]
    address_search: AddressSearch | None
    saved_addresses: tuple[SavedAddressChoice, ...]
    """The customer's address book, if there is a choice."""
    errors: tuple[FormError, ...]
    log_in_url: str
    """Empty for customers who are logged in."""
    account: NewAccount | None
    """Only guests have it."""
    coupon_code: str
    coupon_problem: str
    review: OrderReview
    payment: PaymentOptions
    provider: ProviderSettings
    consents: tuple[Consent, ...]
    born: DateOfBirth | None
    privacy: tuple[str, ...]
    """The privacy policy, paragraph by paragraph."""
    attribution: dict[str, str]
    """The hidden fields that say where the shopper came from, by name."""
    age_note: str
    express: ExpressButtons | None


class BlockCheckoutPage(Page):
    """The block checkout. It goes through the Store API; browsers without JavaScript follow `classic_url`."""

    uses_provider: ClassVar[bool] = True

    csrf_token: str
    classic_url: str
    cart_url: str
    log_in_url: str
    """Empty for customers who are logged in."""
    email: FormField
    account: NewAccount | None
    shipping_address: tuple[FormField, ...]
    same_address: bool
    """Whether the bill goes where the parcel goes."""
    billing: tuple[FormField, ...]
    note: FormField
    gift: GiftFields
    countries: tuple[CountryRules, ...]
    address_search: AddressSearch | None
    saved_addresses: tuple[SavedAddressChoice, ...]
    errors: tuple[FormError, ...]
    review: OrderReview
    payment: PaymentOptions
    provider: ProviderSettings
    consents: tuple[Consent, ...]
    born: DateOfBirth | None
    privacy: tuple[str, ...]
    attribution: dict[str, str]
    age_note: str
    express: ExpressButtons | None


class OrderUpdate(Props):
    """What the store wrote to the customer about the order."""

    date: str
    text: str


class AccountOffer(Props):
    """An account for a guest who has bought: only the password is missing. The form posts to `action`."""

    action: str
    email: str
    password: FormField


class PickupPlace(Props):
    """Where, when and by whom an order is collected. `where` tells the place when `address` is empty."""

    address: tuple[str, ...]
    hours: tuple[str, ...]
    where: str
    who: str


class OrderReceivedPage(Page):
    """The receipt. Without an id, and with a wrong key, only `heading` is there and `found` is false.

    Addresses of what may be done with the order are empty when it may not; forms post `csrf_token` to them.
    """

    may_have_tag: ClassVar[bool] = True

    csrf_token: str = ""
    found: bool
    heading: str
    status: str = ""
    status_text: str = ""
    number: str = ""
    date: str = ""
    email: str = ""
    payment_title: str = ""
    next_steps: tuple[str, ...] = ()
    updates: tuple[OrderUpdate, ...] = ()
    lines: tuple[LineView, ...] = ()
    rows: tuple[TotalRow, ...] = ()
    total: str = ""
    refunds: tuple[TotalRow, ...] = ()
    recurring: tuple[RecurringLine, ...] = ()
    """What later boxes of its subscriptions cost, a sentence each."""
    total_after_refunds: str = ""
    """The total less what went back, empty when nothing did."""
    provider_page: str = ""
    """The provider's page of a payment that the shopper finishes elsewhere: a voucher, a check of a bank account."""
    provider_page_label: str = ""
    look_again_after: int = 0
    """Seconds after which the page loads itself anew, because the shopper is answering on a phone; 0 when not."""
    billing_address: tuple[str, ...] = ()
    shipping_address: tuple[str, ...] = ()
    """Where the parcel goes, empty when there is none."""
    pickup: PickupPlace | None = None
    delivery: str = ""
    customer_note: str = ""
    gift: OrderGift | None = None
    store_address: tuple[str, ...] = ()
    """Who sold it, for paper."""
    pay_url: str = ""
    cancel_url: str = ""
    again_url: str = ""
    invoice_url: str = ""
    account_url: str = ""
    """The customer's own page; guests have none."""
    account: AccountOffer | None = None


class OrderFact(Props):
    """A field of the form that the order fills in: its billing address, for the card's provider."""

    name: str
    value: str


class OrderPayPage(Page):
    """The page to pay an order that was placed earlier. The form posts to `action`.

    `warning` is about whose order it is.
    """

    uses_provider: ClassVar[bool] = True

    csrf_token: str
    action: str
    order_id: int
    number: str
    date: str
    warning: str
    lines: tuple[LineView, ...]
    rows: tuple[TotalRow, ...]
    total: str
    shipping_address: tuple[str, ...]
    pickup: PickupPlace | None
    billing: tuple[OrderFact, ...]
    payment: PaymentOptions
    provider: ProviderSettings
    consents: tuple[Consent, ...]
    receipt_url: str
    express: ExpressButtons | None


class ConfirmEmailPage(Page):
    """Asked before an older receipt is shown to a guest. `problem` stands next to the field, empty at first."""

    csrf_token: str
    problem: str
    login_url: str
