"""What staff edit about prices: promotions, coupons, how they combine, and tax rates."""

from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from vintner.catalogue.models import AttributeValue, Category, Producer, Product, Tag
from vintner.money import ZERO, MoneyField
from vintner.pricing.choices import (
    Asks,
    ChoosingChoices,
    ConditionKind,
    CountingChoices,
    CouponKindChoices,
    CouponUseChoices,
    MeasureChoices,
    OperatorChoices,
    PickChoices,
    PreselectChoices,
    PromotionKind,
    Weekday,
    WithCouponsChoices,
)
from vintner.pricing.field_checks import lines, refuse_amount, refuse_unknown_skus
from vintner.pricing.rules.taxes import read_cities
from vintner.shipping.named_places import check_place
from vintner.shipping.rules.postcodes import Postcodes
from vintner.shipping.validators import POSTCODES_HELP, check_postcodes
from vintner.web.periods import check_period

NO_USE: Final = (
    "This coupon would do nothing: enter an amount, or let it open free shipping. One that only opens a promotion must "
    "be named in that promotion's condition first."
)


class Promotion(models.Model):
    """A discount that applies by itself, without a code: conditions (when), wines (of what), tiers (how much).

    No wines chosen means all wines; excluded ones never get it (docs/pricing.md#promotions).
    """

    title = models.CharField(max_length=120)
    kind = models.CharField(max_length=40, choices=PromotionKind, default=PromotionKind.BULK)
    enabled = models.BooleanField(default=True)
    priority = models.SmallIntegerField(default=10, help_text="Lower numbers come first.")
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    exclusive = models.BooleanField(default=False, help_text="When it gives anything, no other promotion does.")
    usage_limit = models.PositiveIntegerField(
        null=True, blank=True, help_text="In so many orders, counted from when this is set."
    )
    most_off_each = MoneyField(
        "most off one bottle", null=True, blank=True, help_text="It never takes more off one bottle."
    )
    as_discount = models.BooleanField(
        "shown as a discount", default=False, help_text="Prices stay; the amount is taken off the cart's total."
    )
    label = models.CharField(
        max_length=80,
        blank=True,
        help_text="What shoppers read beside a discount or a free delivery. Blank: the title.",
    )
    any_condition = models.BooleanField("one condition is enough", default=False)
    counting = models.CharField(
        "bottles count", max_length=20, choices=CountingChoices, default=CountingChoices.PRODUCT
    )

    products = models.ManyToManyField(Product, related_name="promotions", blank=True, help_text="None means all.")
    categories = models.ManyToManyField(Category, related_name="+", blank=True)
    tags = models.ManyToManyField(Tag, related_name="+", blank=True)
    values = models.ManyToManyField(AttributeValue, related_name="+", blank=True)
    producers = models.ManyToManyField(Producer, related_name="+", blank=True)
    skus = models.TextField("SKUs", blank=True, help_text="One a line.")
    on_sale = models.BooleanField("wines on sale", default=False)
    excluded_products = models.ManyToManyField(Product, related_name="+", blank=True)
    excluded_categories = models.ManyToManyField(Category, related_name="+", blank=True)
    excluded_tags = models.ManyToManyField(Tag, related_name="+", blank=True)
    excluded_values = models.ManyToManyField(AttributeValue, related_name="+", blank=True)
    excluded_producers = models.ManyToManyField(Producer, related_name="+", blank=True)
    excluded_skus = models.TextField("excluded SKUs", blank=True, help_text="One a line.")
    excluded_on_sale = models.BooleanField("no wines on sale", default=False)

    choosing = models.CharField(
        "the other wine is", max_length=10, choices=ChoosingChoices, default=ChoosingChoices.ADDED
    )
    targets = models.ManyToManyField(
        Product, related_name="+", blank=True, help_text="The other wines. None, when chosen in the cart: any of it."
    )
    target_categories = models.ManyToManyField(Category, related_name="+", blank=True)

    class Meta:
        ordering = ["priority", "id"]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        check_period(self.starts_at, self.ends_at)
        refuse_unknown_skus("skus", self.skus)
        refuse_unknown_skus("excluded_skus", self.excluded_skus)


class Tier(models.Model):
    """How much a promotion gives, and from how many bottles on. One row, or a table for bulk, sets and gifts."""

    promotion = models.ForeignKey(Promotion, on_delete=models.CASCADE, related_name="tiers")
    at_least = models.PositiveIntegerField("from", null=True, blank=True, help_text="Of a set: its size.")
    at_most = models.PositiveIntegerField("to", null=True, blank=True)
    measure = models.CharField(max_length=20, choices=MeasureChoices, default=MeasureChoices.PERCENT)
    value = models.DecimalField(max_digits=10, decimal_places=2, default=0, help_text="Per cent or dollars.")
    units = models.PositiveIntegerField("bottles given", default=1, help_text="Only for buy some, get some.")
    recursive = models.BooleanField("again and again", default=False)
    label = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["at_least", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(value__gte=0), name="tier_value_not_negative"),
            models.CheckConstraint(
                condition=~Q(measure=MeasureChoices.PERCENT) | Q(value__lte=100), name="tier_percent_in_range"
            ),
            models.CheckConstraint(
                condition=Q(at_most__isnull=True) | Q(at_least__isnull=True) | Q(at_most__gte=F("at_least")),
                name="tier_range",
            ),
        ]

    def __str__(self) -> str:
        many = f"{self.at_least or 1} to {self.at_most}" if self.at_most else f"from {self.at_least or 1}"
        return f"{many}: {self.value:f} {self.get_measure_display()}"

    def clean(self) -> None:
        refuse_amount("value", self.value, percent=self.measure == MeasureChoices.PERCENT)
        if self.at_least is not None and self.at_most is not None and self.at_most < self.at_least:
            raise ValidationError({"at_most": f"Enter {self.at_least} or more, or leave it blank."})


class Condition(models.Model):
    """When a promotion holds. Which columns count depends on the kind (docs/pricing.md#promotions)."""

    promotion = models.ForeignKey(Promotion, on_delete=models.CASCADE, related_name="conditions")
    kind = models.CharField(max_length=30, choices=ConditionKind)
    operator = models.CharField(max_length=24, choices=OperatorChoices, default=OperatorChoices.AT_LEAST)
    number = models.DecimalField(
        max_digits=10, decimal_places=2, null=True, blank=True, help_text="Bottles, orders, days, pounds or dollars."
    )
    to = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    words = models.TextField(
        blank=True, help_text="One a line; * stands for any text: US:CA, 941*, *@example.com, a coupon's code."
    )
    negated = models.BooleanField("none of these", default=False)
    coupon_use = models.CharField(
        "coupons", max_length=20, choices=CouponUseChoices, default=CouponUseChoices.AT_LEAST_ONE
    )
    products = models.ManyToManyField(Product, related_name="+", blank=True)
    categories = models.ManyToManyField(Category, related_name="+", blank=True)
    tags = models.ManyToManyField(Tag, related_name="+", blank=True)
    values = models.ManyToManyField(AttributeValue, related_name="+", blank=True)
    any_of_them = models.BooleanField("of a combination, one is enough", default=False)
    own_wines = models.BooleanField("count the promotion's wines only", default=False)
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    from_time = models.TimeField(null=True, blank=True)
    to_time = models.TimeField(null=True, blank=True)
    days = ArrayField(models.SmallIntegerField(choices=Weekday), default=list, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.get_kind_display())

    def clean(self) -> None:
        """Refuse a condition that lacks what its kind asks for; the chosen wines are checked by the form."""
        kind = ConditionKind(self.kind) if self.kind in ConditionKind.values else None
        if kind is None:
            return
        if kind.asks is Asks.NUMBER and self.number is None:
            raise ValidationError({"number": "This kind of condition compares with a number."})
        if kind.asks is Asks.WORDS and not self.words.strip():
            raise ValidationError({"words": "Write what it is to be like, one a line."})
        if kind is ConditionKind.SKUS:
            refuse_unknown_skus("words", self.words)
        if self.number is not None and self.to is not None and self.to < self.number:
            raise ValidationError({"to": f"Enter {self.number:f} or more, or leave it blank."})
        check_period(self.starts_at, self.ends_at)
        if kind.asks is Asks.TIMES and (self.from_time is None or self.to_time is None):
            raise ValidationError({"from_time": "Give both times."})
        if kind.asks is Asks.DAYS and not self.days:
            raise ValidationError({"days": "Choose at least one day."})


class Policy(models.Model):
    """How promotions and coupons combine. There is one row, or none for the usual way (docs/pricing.md#combining)."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    pick = models.CharField("a wine gets", max_length=20, choices=PickChoices, default=PickChoices.BIGGEST)
    in_turn = models.BooleanField("each starts from what the one before left", default=False)
    from_regular = models.BooleanField("counted from the regular price", default=False)
    with_coupons = models.CharField(max_length=20, choices=WithCouponsChoices, default=WithCouponsChoices.BOTH)
    coupons_in_turn = models.BooleanField("coupons are counted one after another", default=False)
    as_fees = models.BooleanField("discounts on the cart are negative fees", default=False)
    one_label = models.CharField(
        "discounts on the cart are told as", max_length=80, blank=True, help_text="Blank: each by its own label."
    )
    only_free_delivery = models.BooleanField("a free delivery hides the others", default=False)
    hide_paid = models.BooleanField("free shipping hides what costs something", default=False)
    preselect = models.CharField(
        "delivery that is selected at first",
        max_length=10,
        choices=PreselectChoices,
        default=PreselectChoices.FIRST,
        db_default=PreselectChoices.FIRST,
        help_text="What a shopper chose stays chosen. Local pickup is never the cheapest while something can be sent.",
    )

    class Meta:
        verbose_name = "policy"
        verbose_name_plural = "policy: how discounts combine"
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_policy")]

    def __str__(self) -> str:
        return "How discounts combine"


class PromotionCount(models.Model):
    """In how many orders a promotion was used: apart from it, so that saving one does not undo the other."""

    promotion = models.OneToOneField(Promotion, on_delete=models.CASCADE, primary_key=True, related_name="count")
    used = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"Used {self.used} times"


class Coupon(models.Model):
    """A discount for those who know its code. Codes are kept in lower case (docs/pricing.md#coupons)."""

    code = models.CharField(max_length=60, unique=True)
    kind = models.CharField(max_length=16, choices=CouponKindChoices, default=CouponKindChoices.FIXED_CART)
    amount = models.DecimalField(max_digits=10, decimal_places=2, default=0, help_text="Per cent or dollars.")
    enabled = models.BooleanField(default=True)
    description = models.CharField(max_length=200, blank=True, help_text="For staff only.")
    ends_at = models.DateTimeField(null=True, blank=True)
    individual = models.BooleanField("not together with others", default=False)
    free_delivery = models.BooleanField("opens free shipping", default=False)
    not_on_sale = models.BooleanField("not for wines on sale", default=False)
    minimum = MoneyField(null=True, blank=True, help_text="After promotions, before coupons and tax.")
    maximum = MoneyField(null=True, blank=True)
    usage_limit = models.PositiveIntegerField(
        null=True, blank=True, help_text="In so many orders, counted from when this is set."
    )
    usage_limit_per_customer = models.PositiveIntegerField(null=True, blank=True)
    most_units = models.PositiveIntegerField(
        "for so many bottles", null=True, blank=True, help_text="The dearest ones. Blank: all."
    )
    emails = models.TextField("e-mail addresses", blank=True, help_text="One a line; * stands for any text.")
    products = models.ManyToManyField(Product, related_name="+", blank=True)
    categories = models.ManyToManyField(Category, related_name="+", blank=True)
    excluded_products = models.ManyToManyField(Product, related_name="+", blank=True)
    excluded_categories = models.ManyToManyField(Category, related_name="+", blank=True)

    class Meta:
        ordering = ["code"]
        constraints = [
            models.CheckConstraint(condition=Q(code=Lower("code")) & ~Q(code=""), name="coupon_code_in_lower_case"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="coupon_amount_not_negative"),
            models.CheckConstraint(
                condition=~Q(kind=CouponKindChoices.PERCENT) | Q(amount__lte=100), name="coupon_percent_in_range"
            ),
            models.CheckConstraint(
                condition=(Q(minimum__isnull=True) | Q(minimum__gte=ZERO))
                & (Q(maximum__isnull=True) | Q(maximum__gte=ZERO)),
                name="coupon_spend_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def clean(self) -> None:
        self.code = self.code.strip().lower()
        refuse_amount("amount", self.amount, percent=self.kind == CouponKindChoices.PERCENT)
        if not self.amount and not self.free_delivery and not self._opens_promotion():
            raise ValidationError({"amount": NO_USE})
        if self.minimum is not None and self.maximum is not None and self.maximum < self.minimum:
            raise ValidationError({"maximum": f"Enter {self.minimum} or more, or leave it blank."})

    def _opens_promotion(self) -> bool:
        """Tell whether a condition of a promotion names the code: then the coupon may itself give nothing."""
        named = Condition.objects.filter(kind=ConditionKind.COUPONS).values_list("words", flat=True)
        return any(self.code in lines(words.lower()) for words in named)


class CouponCount(models.Model):
    """How many orders hold a coupon or used it: apart from it, so that saving one does not undo the other."""

    coupon = models.OneToOneField(Coupon, on_delete=models.CASCADE, primary_key=True, related_name="count")
    used = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"Used {self.used} times"


class TaxRate(models.Model):
    """A tax on goods sent to a place. Of all rates that match, one per priority counts (docs/pricing.md#taxes)."""

    name = models.CharField(max_length=60)
    country = models.CharField(max_length=2, blank=True, help_text="Two letters; blank means everywhere.")
    state = models.CharField(max_length=3, blank=True, help_text="Blank means the whole country.")
    postcodes = models.TextField(blank=True, validators=[check_postcodes], help_text=POSTCODES_HELP)
    cities = models.TextField(blank=True, help_text="One a line. Blank: all of them.")
    percent = models.DecimalField(
        max_digits=7, decimal_places=4, validators=[MinValueValidator(0), MaxValueValidator(100)]
    )
    priority = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1)], help_text="Of several rates of one priority only one counts."
    )
    compound = models.BooleanField(default=False, help_text="On the price and the taxes before it.")
    on_shipping = models.BooleanField("on delivery too", default=True)
    tax_class = models.SlugField(max_length=40, default="standard")

    class Meta:
        ordering = ["priority", "id"]

    def __str__(self) -> str:
        return f"{self.name} {self.percent.normalize():f}%"

    def clean(self) -> None:
        """Refuse a place that there is not. Write places one way, so that a file that comes again finds them."""
        self.country, self.state = check_place(self.country, self.state)
        self.postcodes = Postcodes.kept(self.postcodes).text
        self.cities = ";".join(read_cities(self.cities))


class BookVersion(models.Model):
    """One row, whose number database triggers change whenever anything in the price book does (price_book.sql)."""

    id = models.PositiveSmallIntegerField(primary_key=True)
    number = models.BigIntegerField()

    def __str__(self) -> str:
        return f"Version {self.number} of the price book"
