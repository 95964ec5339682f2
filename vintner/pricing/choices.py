"""What staff choose from, with the words they read. The values are those of the rules (docs/pricing.md#promotions)."""

from enum import StrEnum

from django.db.models import IntegerChoices, TextChoices


class PromotionKind(TextChoices):
    """What a promotion does."""

    SIMPLE = "wdr_simple_discount", "Less for each bottle"
    CART = "wdr_cart_discount", "A discount on the cart"
    DELIVERY = "wdr_free_shipping", "Free delivery"
    BULK = "wdr_bulk_discount", "The more bottles, the cheaper each"
    SET = "wdr_set_discount", "A set of bottles for less"
    SAME = "wdr_buy_x_get_x_discount", "Buy some, get some of the same"
    OTHER = "wdr_buy_x_get_y_discount", "Buy some, get some of another"


class PreselectChoices(TextChoices):
    """Which delivery is selected until the shopper chooses."""

    FIRST = "first", "the first in the zone's order"
    CHEAPEST = "cheapest", "the cheapest"


class CountingChoices(TextChoices):
    """Which bottles count together."""

    TOGETHER = "product_cumulative", "All of the promotion's wines together"
    VARIATION = "product", "Each bottle by itself (vintage, size)"
    PRODUCT = "variation", "All vintages and sizes of a wine together"


class ChoosingChoices(TextChoices):
    """How the other wine of 'buy some, get some' is found."""

    ADDED = "auto_add", "put into the cart"
    CHEAPEST = "cheapest", "the cheapest in the cart"
    HIGHEST = "highest", "the dearest in the cart"


class MeasureChoices(TextChoices):
    """How a value is meant."""

    PERCENT = "percentage", "percent off"
    FLAT = "flat", "dollars off each"
    FIXED_PRICE = "fixed_price", "dollars for each"
    SET_PRICE = "fixed_set_price", "dollars for the whole set"
    FREE = "free_product", "free"
    ONCE = "flat_in_subtotal", "dollars off the cart, once"


class Asks(StrEnum):
    """Which columns a kind of condition reads."""

    NUMBER = "number"
    WORDS = "words"
    TIMES = "times"
    DAYS = "days"
    WINES = "wines"
    NOTHING = "nothing"


class ConditionKind(TextChoices):
    """What a condition looks at."""

    SUBTOTAL = "subtotal", "Cart: subtotal"
    LINES = "lines", "Cart: different wines"
    BOTTLES = "bottles", "Cart: bottles"
    WEIGHT = "weight", "Cart: weight (lbs)"
    COUPONS = "coupons", "Cart: coupons"
    PAYMENT_METHOD = "payment_method", "Cart: payment method"
    WINES = "wines", "Wines in the cart: bottles of those chosen"
    SKUS = "skus", "Wines in the cart: bottles by SKU"
    ON_SALE = "on_sale", "Wines in the cart: bottles on sale"
    COMBINATION = "combination", "Wines in the cart: a combination of those chosen"
    DATES = "dates", "Time: from a date to another"
    TIME = "time", "Time: hours of the day"
    DAYS = "days", "Time: days of the week"
    FIRST_ORDER = "first_order", "Customer's past: this is the first order"
    ORDERS = "orders", "Customer's past: orders"
    SPENT = "spent", "Customer's past: total spent"
    LAST_AMOUNT = "last_order_amount", "Customer's past: amount of the last order"
    DAYS_SINCE_FIRST = "days_since_first_order", "Customer's past: days since the first order"
    DAYS_SINCE_LAST = "days_since_last_order", "Customer's past: days since the last order"
    BOUGHT_ORDERS = "bought_orders", "Customer's past: orders with the wines chosen"
    BOUGHT_BOTTLES = "bought_bottles", "Customer's past: bottles of the wines chosen"
    COUNTRY = "country", "Place: country"
    STATE = "state", "Place: state (US:CA)"
    CITY = "city", "Place: city"
    POSTCODE = "postcode", "Place: ZIP or postal code"
    BILLING_CITY = "billing_city", "Billing: city"
    CUSTOMER = "customer", "Customer: number of the account"
    EMAIL = "email", "Customer: e-mail address"
    GROUP = "group", "Customer: group"
    LOGGED_IN = "logged_in", "Customer: is logged in"

    @property
    def asks(self) -> Asks:
        """The column that must be filled in. Conditions on coupons may do without words."""
        return _ASKS.get(self.value, Asks.NUMBER)


_ASKS: dict[str, Asks] = {
    **dict.fromkeys(
        ("payment_method", "country", "state", "city", "postcode", "billing_city", "customer", "email", "group"),
        Asks.WORDS,
    ),
    **dict.fromkeys(("coupons", "dates", "first_order", "logged_in"), Asks.NOTHING),
    "time": Asks.TIMES,
    "days": Asks.DAYS,
}


class RecurringChoices(TextChoices):
    """Which orders a coupon lowers."""

    FIRST_ORDER = "first", "the order that it is used in"
    EVERY_BOX = "every_box", "every box of the subscriptions in it"


class CouponUseChoices(TextChoices):
    """What is asked of the coupons on a cart."""

    AT_LEAST_ONE = "at_least_one", "one of these"
    ALL = "all", "all of these"
    ONLY = "only", "these and no others"
    NONE = "none", "none of these"
    NONE_AT_ALL = "none_at_all", "none at all"
    ANY = "at_least_one_any", "any coupon"


class OperatorChoices(TextChoices):
    """How a number is compared."""

    LESS = "less_than", "less than"
    AT_MOST = "less_than_or_equal", "at most"
    MORE = "greater_than", "more than"
    AT_LEAST = "greater_than_or_equal", "at least"
    EQUAL = "equal_to", "exactly"
    NOT_EQUAL = "not_equal_to", "anything but"
    IN_RANGE = "in_range", "from … to …"


class Weekday(IntegerChoices):
    """Days of the week as Python numbers them."""

    MONDAY = 0
    TUESDAY = 1
    WEDNESDAY = 2
    THURSDAY = 3
    FRIDAY = 4
    SATURDAY = 5
    SUNDAY = 6


class PickChoices(TextChoices):
    """Which of several promotions a wine gets."""

    BIGGEST = "biggest_discount", "the biggest discount"
    LOWEST = "lowest_discount", "the lowest discount"
    FIRST = "first", "the first by priority"
    ALL = "all", "all of them"


class WithCouponsChoices(TextChoices):
    """What happens when there are promotions and coupons on one cart."""

    BOTH = "run_both", "Both count"
    PROMOTIONS_ONLY = "disable_coupon", "With a promotion, no coupon can be used"
    COUPONS_ONLY = "disable_rules", "With a coupon, no promotion counts"


class CouponKindChoices(TextChoices):
    """What a coupon takes off."""

    PERCENT = "percent", "Percent of the wines"
    FIXED_CART = "fixed_cart", "Dollars off the cart"
    FIXED_PRODUCT = "fixed_product", "Dollars off each bottle"
