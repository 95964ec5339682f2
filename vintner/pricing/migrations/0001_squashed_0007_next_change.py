"""Promotions, coupons, taxes, and the number of the price book."""

from pathlib import Path

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

import vintner.money
import vintner.shipping.validators

SQL = Path(__file__).with_name("sql")


# Editing any of these makes a new version of the price book; so do the tables of shipping, whose migration says so.
IN_THE_BOOK = (
    "pricing_promotion",
    *(
        f"pricing_promotion_{name}"
        for name in (
            "products",
            "categories",
            "tags",
            "values",
            "producers",
            "excluded_products",
            "excluded_categories",
            "excluded_tags",
            "excluded_values",
            "excluded_producers",
            "targets",
            "target_categories",
        )
    ),
    "pricing_tier",
    "pricing_taxrate",
    "pricing_policy",
    "pricing_condition",
    *(f"pricing_condition_{name}" for name in ("products", "categories", "tags", "values")),
)


def _new_book_trigger(table):
    return migrations.RunSQL(
        f"CREATE TRIGGER new_book AFTER INSERT OR UPDATE OR DELETE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION pricing_new_book()"
    )


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("pricing", "0001_initial"),
        ("pricing", "0002_book_version"),
        ("pricing", "0003_destinations_in_the_book"),
        ("pricing", "0004_discounts"),
        ("pricing", "0005_taxes_by_postcode"),
        ("pricing", "0006_preselected_delivery"),
        ("pricing", "0007_next_change"),
    ]

    dependencies = [
        ("catalogue", "0001_squashed_0010_tax_and_shipping_classes"),
    ]

    operations = [
        migrations.CreateModel(
            name="BookVersion",
            fields=[
                ("id", models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ("number", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Coupon",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=60, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("percent", "Per cent of the wines"),
                            ("fixed_cart", "Dollars off the cart"),
                            ("fixed_product", "Dollars off each bottle"),
                        ],
                        default="fixed_cart",
                        max_length=16,
                    ),
                ),
                (
                    "amount",
                    models.DecimalField(decimal_places=2, default=0, help_text="Per cent or dollars.", max_digits=10),
                ),
                ("enabled", models.BooleanField(default=True)),
                ("description", models.CharField(blank=True, help_text="For staff only.", max_length=200)),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
                ("individual", models.BooleanField(default=False, verbose_name="not together with others")),
                ("free_delivery", models.BooleanField(default=False, verbose_name="opens free shipping")),
                ("not_on_sale", models.BooleanField(default=False, verbose_name="not for wines on sale")),
                (
                    "minimum",
                    vintner.money.MoneyField(
                        blank=True, help_text="After promotions, before coupons and tax.", null=True
                    ),
                ),
                ("maximum", vintner.money.MoneyField(blank=True, null=True)),
                (
                    "usage_limit",
                    models.PositiveIntegerField(
                        blank=True, help_text="In so many orders, counted from when this is set.", null=True
                    ),
                ),
                ("usage_limit_per_customer", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "most_units",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="The dearest ones. Blank: all.",
                        null=True,
                        verbose_name="for so many bottles",
                    ),
                ),
                (
                    "emails",
                    models.TextField(
                        blank=True, help_text="One a line; * stands for any text.", verbose_name="e-mail addresses"
                    ),
                ),
                ("categories", models.ManyToManyField(blank=True, related_name="+", to="catalogue.category")),
                ("excluded_categories", models.ManyToManyField(blank=True, related_name="+", to="catalogue.category")),
                ("excluded_products", models.ManyToManyField(blank=True, related_name="+", to="catalogue.product")),
                ("products", models.ManyToManyField(blank=True, related_name="+", to="catalogue.product")),
            ],
            options={
                "ordering": ["code"],
            },
        ),
        migrations.CreateModel(
            name="Promotion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=120)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("wdr_simple_discount", "Less for each bottle"),
                            ("wdr_cart_discount", "A discount on the cart"),
                            ("wdr_free_shipping", "Free delivery"),
                            ("wdr_bulk_discount", "The more bottles, the cheaper each"),
                            ("wdr_set_discount", "A set of bottles for less"),
                            ("wdr_buy_x_get_x_discount", "Buy some, get some of the same"),
                            ("wdr_buy_x_get_y_discount", "Buy some, get some of another"),
                        ],
                        default="wdr_bulk_discount",
                        max_length=40,
                    ),
                ),
                ("enabled", models.BooleanField(default=True)),
                ("priority", models.SmallIntegerField(default=10, help_text="Lower numbers come first.")),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
                (
                    "exclusive",
                    models.BooleanField(default=False, help_text="When it gives anything, no other promotion does."),
                ),
                (
                    "usage_limit",
                    models.PositiveIntegerField(
                        blank=True, help_text="In so many orders, counted from when this is set.", null=True
                    ),
                ),
                (
                    "most_off_each",
                    vintner.money.MoneyField(
                        blank=True,
                        help_text="It never takes more off one bottle.",
                        null=True,
                        verbose_name="most off one bottle",
                    ),
                ),
                (
                    "as_discount",
                    models.BooleanField(
                        default=False,
                        help_text="Prices stay; the amount is taken off the cart's total.",
                        verbose_name="shown as a discount",
                    ),
                ),
                (
                    "label",
                    models.CharField(
                        blank=True,
                        help_text="What shoppers read beside a discount or a free delivery. Blank: the title.",
                        max_length=80,
                    ),
                ),
                ("any_condition", models.BooleanField(default=False, verbose_name="one condition is enough")),
                (
                    "counting",
                    models.CharField(
                        choices=[
                            ("product_cumulative", "All of the promotion's wines together"),
                            ("product", "Each bottle by itself (vintage, size)"),
                            ("variation", "All vintages and sizes of a wine together"),
                        ],
                        default="variation",
                        max_length=20,
                        verbose_name="bottles count",
                    ),
                ),
                ("skus", models.TextField(blank=True, help_text="One a line.", verbose_name="SKUs")),
                ("on_sale", models.BooleanField(default=False, verbose_name="wines on sale")),
                ("excluded_skus", models.TextField(blank=True, help_text="One a line.", verbose_name="excluded SKUs")),
                ("excluded_on_sale", models.BooleanField(default=False, verbose_name="no wines on sale")),
                (
                    "choosing",
                    models.CharField(
                        choices=[
                            ("auto_add", "put into the cart"),
                            ("cheapest", "the cheapest in the cart"),
                            ("highest", "the dearest in the cart"),
                        ],
                        default="auto_add",
                        max_length=10,
                        verbose_name="the other wine is",
                    ),
                ),
                ("categories", models.ManyToManyField(blank=True, related_name="+", to="catalogue.category")),
                ("excluded_categories", models.ManyToManyField(blank=True, related_name="+", to="catalogue.category")),
                ("excluded_producers", models.ManyToManyField(blank=True, related_name="+", to="catalogue.producer")),
                ("excluded_products", models.ManyToManyField(blank=True, related_name="+", to="catalogue.product")),
                ("excluded_tags", models.ManyToManyField(blank=True, related_name="+", to="catalogue.tag")),
                (
                    "excluded_values",
                    models.ManyToManyField(blank=True, related_name="+", to="catalogue.attributevalue"),
                ),
                ("producers", models.ManyToManyField(blank=True, related_name="+", to="catalogue.producer")),
                (
                    "products",
                    models.ManyToManyField(
                        blank=True, help_text="None means all.", related_name="promotions", to="catalogue.product"
                    ),
                ),
                ("tags", models.ManyToManyField(blank=True, related_name="+", to="catalogue.tag")),
                ("target_categories", models.ManyToManyField(blank=True, related_name="+", to="catalogue.category")),
                (
                    "targets",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The other wines. None, when chosen in the cart: any of it.",
                        related_name="+",
                        to="catalogue.product",
                    ),
                ),
                ("values", models.ManyToManyField(blank=True, related_name="+", to="catalogue.attributevalue")),
            ],
            options={
                "ordering": ["priority", "id"],
            },
        ),
        migrations.CreateModel(
            name="TaxRate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                (
                    "country",
                    models.CharField(blank=True, help_text="Two letters; blank means everywhere.", max_length=2),
                ),
                ("state", models.CharField(blank=True, help_text="Blank means the whole country.", max_length=3)),
                (
                    "postcodes",
                    models.TextField(
                        blank=True,
                        help_text="One a line: 94110, 941* or 90001...90099. Blank: all of them.",
                        validators=[vintner.shipping.validators.check_postcodes],
                    ),
                ),
                ("cities", models.TextField(blank=True, help_text="One a line. Blank: all of them.")),
                (
                    "percent",
                    models.DecimalField(
                        decimal_places=4,
                        max_digits=7,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(100),
                        ],
                    ),
                ),
                (
                    "priority",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="Of several rates of one priority only one counts.",
                        validators=[django.core.validators.MinValueValidator(1)],
                    ),
                ),
                ("compound", models.BooleanField(default=False, help_text="On the price and the taxes before it.")),
                ("on_shipping", models.BooleanField(default=True, verbose_name="on delivery too")),
                ("tax_class", models.SlugField(default="standard", max_length=40)),
            ],
            options={
                "ordering": ["priority", "id"],
            },
        ),
        migrations.CreateModel(
            name="CouponCount",
            fields=[
                (
                    "coupon",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="count",
                        serialize=False,
                        to="pricing.coupon",
                    ),
                ),
                ("used", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Policy",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                (
                    "pick",
                    models.CharField(
                        choices=[
                            ("biggest_discount", "the biggest discount"),
                            ("lowest_discount", "the lowest discount"),
                            ("first", "the first by priority"),
                            ("all", "all of them"),
                        ],
                        default="biggest_discount",
                        max_length=20,
                        verbose_name="a wine gets",
                    ),
                ),
                (
                    "in_turn",
                    models.BooleanField(default=False, verbose_name="each starts from what the one before left"),
                ),
                ("from_regular", models.BooleanField(default=False, verbose_name="counted from the regular price")),
                (
                    "with_coupons",
                    models.CharField(
                        choices=[
                            ("run_both", "Both count"),
                            ("disable_coupon", "With a promotion, no coupon can be used"),
                            ("disable_rules", "With a coupon, no promotion counts"),
                        ],
                        default="run_both",
                        max_length=20,
                    ),
                ),
                (
                    "coupons_in_turn",
                    models.BooleanField(default=False, verbose_name="coupons are counted one after another"),
                ),
                ("as_fees", models.BooleanField(default=False, verbose_name="discounts on the cart are negative fees")),
                (
                    "one_label",
                    models.CharField(
                        blank=True,
                        help_text="Blank: each by its own label.",
                        max_length=80,
                        verbose_name="discounts on the cart are told as",
                    ),
                ),
                (
                    "only_free_delivery",
                    models.BooleanField(default=False, verbose_name="a free delivery hides the others"),
                ),
                (
                    "hide_paid",
                    models.BooleanField(default=False, verbose_name="free shipping hides what costs something"),
                ),
                (
                    "preselect",
                    models.CharField(
                        choices=[("first", "the first in the zone's order"), ("cheapest", "the cheapest")],
                        db_default="first",
                        default="first",
                        help_text="What a shopper chose stays chosen. Local pickup is never the cheapest while something can be sent.",
                        max_length=10,
                        verbose_name="delivery that is selected at first",
                    ),
                ),
            ],
            options={
                "verbose_name": "policy",
                "verbose_name_plural": "policy: how discounts combine",
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="one_policy")],
            },
        ),
        migrations.CreateModel(
            name="PromotionCount",
            fields=[
                (
                    "promotion",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="count",
                        serialize=False,
                        to="pricing.promotion",
                    ),
                ),
                ("used", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Condition",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("subtotal", "Cart: subtotal"),
                            ("lines", "Cart: different wines"),
                            ("bottles", "Cart: bottles"),
                            ("weight", "Cart: weight (lbs)"),
                            ("coupons", "Cart: coupons"),
                            ("payment_method", "Cart: payment method"),
                            ("wines", "Wines in the cart: bottles of those chosen"),
                            ("skus", "Wines in the cart: bottles by SKU"),
                            ("on_sale", "Wines in the cart: bottles on sale"),
                            ("combination", "Wines in the cart: a combination of those chosen"),
                            ("dates", "Time: from a date to another"),
                            ("time", "Time: hours of the day"),
                            ("days", "Time: days of the week"),
                            ("first_order", "Customer's past: this is the first order"),
                            ("orders", "Customer's past: orders"),
                            ("spent", "Customer's past: total spent"),
                            ("last_order_amount", "Customer's past: amount of the last order"),
                            ("days_since_first_order", "Customer's past: days since the first order"),
                            ("days_since_last_order", "Customer's past: days since the last order"),
                            ("bought_orders", "Customer's past: orders with the wines chosen"),
                            ("bought_bottles", "Customer's past: bottles of the wines chosen"),
                            ("country", "Place: country"),
                            ("state", "Place: state (US:CA)"),
                            ("city", "Place: city"),
                            ("postcode", "Place: postcode"),
                            ("billing_city", "Billing: city"),
                            ("customer", "Customer: number of the account"),
                            ("email", "Customer: e-mail address"),
                            ("group", "Customer: group"),
                            ("logged_in", "Customer: is logged in"),
                        ],
                        max_length=30,
                    ),
                ),
                (
                    "operator",
                    models.CharField(
                        choices=[
                            ("less_than", "less than"),
                            ("less_than_or_equal", "at most"),
                            ("greater_than", "more than"),
                            ("greater_than_or_equal", "at least"),
                            ("equal_to", "exactly"),
                            ("not_equal_to", "anything but"),
                            ("in_range", "from … to …"),
                        ],
                        default="greater_than_or_equal",
                        max_length=24,
                    ),
                ),
                (
                    "number",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        help_text="Bottles, orders, days, pounds or dollars.",
                        max_digits=10,
                        null=True,
                    ),
                ),
                ("to", models.DecimalField(blank=True, decimal_places=2, max_digits=10, null=True)),
                (
                    "words",
                    models.TextField(
                        blank=True,
                        help_text="One a line; * stands for any text: US:CA, 941*, *@example.com, a coupon's code.",
                    ),
                ),
                ("negated", models.BooleanField(default=False, verbose_name="none of these")),
                (
                    "coupon_use",
                    models.CharField(
                        choices=[
                            ("at_least_one", "one of these"),
                            ("all", "all of these"),
                            ("only", "these and no others"),
                            ("none", "none of these"),
                            ("none_at_all", "none at all"),
                            ("at_least_one_any", "any coupon"),
                        ],
                        default="at_least_one",
                        max_length=20,
                        verbose_name="coupons",
                    ),
                ),
                ("any_of_them", models.BooleanField(default=False, verbose_name="of a combination, one is enough")),
                ("own_wines", models.BooleanField(default=False, verbose_name="count the promotion's wines only")),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
                ("from_time", models.TimeField(blank=True, null=True)),
                ("to_time", models.TimeField(blank=True, null=True)),
                (
                    "days",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.SmallIntegerField(
                            choices=[
                                (0, "Monday"),
                                (1, "Tuesday"),
                                (2, "Wednesday"),
                                (3, "Thursday"),
                                (4, "Friday"),
                                (5, "Saturday"),
                                (6, "Sunday"),
                            ]
                        ),
                        blank=True,
                        default=list,
                        size=None,
                    ),
                ),
                ("categories", models.ManyToManyField(blank=True, related_name="+", to="catalogue.category")),
                ("products", models.ManyToManyField(blank=True, related_name="+", to="catalogue.product")),
                ("tags", models.ManyToManyField(blank=True, related_name="+", to="catalogue.tag")),
                ("values", models.ManyToManyField(blank=True, related_name="+", to="catalogue.attributevalue")),
                (
                    "promotion",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="conditions", to="pricing.promotion"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Tier",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "at_least",
                    models.PositiveIntegerField(
                        blank=True, help_text="Of a set: its size.", null=True, verbose_name="from"
                    ),
                ),
                ("at_most", models.PositiveIntegerField(blank=True, null=True, verbose_name="to")),
                (
                    "measure",
                    models.CharField(
                        choices=[
                            ("percentage", "per cent off"),
                            ("flat", "dollars off each"),
                            ("fixed_price", "dollars for each"),
                            ("fixed_set_price", "dollars for the whole set"),
                            ("free_product", "free"),
                            ("flat_in_subtotal", "dollars off the cart, once"),
                        ],
                        default="percentage",
                        max_length=20,
                    ),
                ),
                (
                    "value",
                    models.DecimalField(decimal_places=2, default=0, help_text="Per cent or dollars.", max_digits=10),
                ),
                (
                    "units",
                    models.PositiveIntegerField(
                        default=1, help_text="Only for buy some, get some.", verbose_name="bottles given"
                    ),
                ),
                ("recursive", models.BooleanField(default=False, verbose_name="again and again")),
                ("label", models.CharField(blank=True, max_length=80)),
                (
                    "promotion",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tiers", to="pricing.promotion"
                    ),
                ),
            ],
            options={
                "ordering": ["at_least", "id"],
            },
        ),
        migrations.AddConstraint(
            model_name="coupon",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("code", django.db.models.functions.text.Lower("code")), models.Q(("code", ""), _negated=True)
                ),
                name="coupon_code_in_lower_case",
            ),
        ),
        migrations.AddConstraint(
            model_name="coupon",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", 0)), name="coupon_amount_not_negative"
            ),
        ),
        migrations.AddConstraint(
            model_name="coupon",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("kind", "percent"), _negated=True), ("amount__lte", 100), _connector="OR"),
                name="coupon_percent_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="coupon",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("minimum__isnull", True), ("minimum__gte", vintner.money.Money(0)), _connector="OR"),
                    models.Q(("maximum__isnull", True), ("maximum__gte", vintner.money.Money(0)), _connector="OR"),
                ),
                name="coupon_spend_not_negative",
            ),
        ),
        migrations.AddConstraint(
            model_name="tier",
            constraint=models.CheckConstraint(condition=models.Q(("value__gte", 0)), name="tier_value_not_negative"),
        ),
        migrations.AddConstraint(
            model_name="tier",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("measure", "percentage"), _negated=True), ("value__lte", 100), _connector="OR"
                ),
                name="tier_percent_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="tier",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("at_most__isnull", True),
                    ("at_least__isnull", True),
                    ("at_most__gte", models.F("at_least")),
                    _connector="OR",
                ),
                name="tier_range",
            ),
        ),
        migrations.RunSQL((SQL / "price_book.sql").read_text()),
        *[_new_book_trigger(table) for table in IN_THE_BOOK],
    ]
