"""A cart in the shape that clients of WooCommerce's Store API know."""

from vintner.checkout.pages import OrderReview, PaymentOptions
from vintner.store_api.shapes import Amounts, ApiShape, ImageShape, Minor, Nothing, Prices


class QuantityLimits(ApiShape):
    """The allowed quantity of a line. A gift of a promotion cannot be edited."""

    minimum: int = 1
    maximum: int
    multiple_of: int = 1
    editable: bool


class ChosenOption(ApiShape):
    """An option of the variation: Size 375ml."""

    raw_attribute: str
    attribute: str
    value: str


class ItemData(ApiShape):
    """A further line of words at an item."""

    key: str
    value: str
    display: str = ""


class RawPrices(ApiShape):
    """Prices before rounding: a promotion leaves fractions of a cent. 16990000 is $16.99."""

    precision: int = 6
    price: str
    regular_price: str
    sale_price: str


class ItemPrices(Prices):
    """The price of one unit of the line."""

    raw_prices: RawPrices


class LineTotals(Amounts):
    """A line before and after coupons."""

    line_subtotal: Minor
    line_subtotal_tax: Minor
    line_total: Minor
    line_total_tax: Minor


class CartItem(ApiShape):
    """A line. `key` names it in requests."""

    key: str
    id: int
    type: str
    quantity: int
    quantity_limits: QuantityLimits
    name: str
    short_description: str
    description: str
    sku: str
    low_stock_remaining: int | None
    backorders_allowed: bool
    show_backorder_badge: bool
    sold_individually: bool
    permalink: str
    images: tuple[ImageShape, ...]
    variation: tuple[ChosenOption, ...]
    item_data: tuple[ItemData, ...]
    prices: ItemPrices
    totals: LineTotals
    catalog_visibility: str
    extensions: Nothing = Nothing()


class CouponTotals(Amounts):
    """The discount of a coupon, and about how much tax that saves."""

    total_discount: Minor
    total_discount_tax: Minor


class CartCouponShape(ApiShape):
    """A coupon on the cart that counts."""

    code: str
    discount_type: str
    totals: CouponTotals


class FeeTotals(Amounts):
    """A fee; below zero when it is a promotion's discount."""

    total: Minor
    total_tax: Minor


class CartFee(ApiShape):
    """Something added to the goods."""

    key: str
    name: str
    totals: FeeTotals


class TaxLine(ApiShape):
    """A tax over everything."""

    name: str
    price: Minor
    rate: str


class CartTotals(Amounts):
    """The totals of the cart."""

    total_items: Minor
    total_items_tax: Minor
    total_fees: Minor
    total_fees_tax: Minor
    total_discount: Minor
    total_discount_tax: Minor
    total_shipping: Minor | None
    total_shipping_tax: Minor | None
    total_price: Minor
    total_tax: Minor
    tax_lines: tuple[TaxLine, ...]


class PackageDestination(ApiShape):
    """The destination of a package."""

    address_1: str = ""
    address_2: str = ""
    city: str
    state: str
    postcode: str
    country: str


class ShippingAddress(ApiShape):
    """An address with codes for country and state. Unknown fields are empty."""

    first_name: str = ""
    last_name: str = ""
    company: str = ""
    address_1: str = ""
    address_2: str = ""
    city: str = ""
    state: str = ""
    postcode: str = ""
    country: str = ""
    phone: str = ""


class BillingAddress(ShippingAddress):
    """The same with the e-mail address."""

    email: str = ""


class PackageItem(ApiShape):
    """A line within a package."""

    key: str
    name: str
    quantity: int


class MetaData(ApiShape):
    """A detail of a rate."""

    key: str
    value: str


class ShippingRate(Amounts):
    """A shipping rate, `rate_id` in requests."""

    rate_id: str
    name: str
    description: str
    delivery_time: str = ""
    price: Minor
    taxes: Minor
    instance_id: int
    method_id: str
    meta_data: tuple[MetaData, ...]
    selected: bool


class Package(ApiShape):
    """A shipment. Every cart is one."""

    package_id: int = 0
    name: str = "Shipment 1"
    destination: PackageDestination
    items: tuple[PackageItem, ...]
    shipping_rates: tuple[ShippingRate, ...]


class CartProblem(ApiShape):
    """Why the cart cannot be bought as it stands, or a coupon on it does not count."""

    code: str
    message: str


class LabelledAmount(ApiShape):
    """An amount with the merchant's label for it."""

    label: str
    amount: Minor


class CheckoutParts(ApiShape):
    """The cart as the store's own checkout displays it."""

    review: OrderReview
    payment: PaymentOptions


class CartOffers(ApiShape):
    """The effects of promotions. `discounts` are part of total_discount; `savings` are in the prices already."""

    discounts: tuple[LabelledAmount, ...] = ()
    savings: tuple[LabelledAmount, ...] = ()
    checkout: CheckoutParts | None = None
    """Only for clients that accept sections (web/answers.py)."""


class CartExtensions(ApiShape):
    """Fields that WooCommerce's Store API does not have."""

    vintner: CartOffers


class CartShape(ApiShape):
    """A cart and what it costs where it goes, or at the store's own place before that is known."""

    items: tuple[CartItem, ...]
    coupons: tuple[CartCouponShape, ...]
    fees: tuple[CartFee, ...]
    totals: CartTotals
    shipping_address: ShippingAddress
    billing_address: BillingAddress
    needs_payment: bool
    needs_shipping: bool
    payment_requirements: tuple[str, ...] = ("products",)
    has_calculated_shipping: bool
    shipping_rates: tuple[Package, ...]
    items_count: int
    items_weight: float
    cross_sells: tuple[int, ...] = ()
    errors: tuple[CartProblem, ...]
    payment_methods: tuple[str, ...]
    extensions: CartExtensions
