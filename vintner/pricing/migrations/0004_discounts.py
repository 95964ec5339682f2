"""Every kind of promotion, coupons, and how they combine. The bulk tables of before stay as they were."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

import vintner.money

# Editing any of these makes a new edition of the price book, as in migration 0002.
IN_THE_BOOK = (
    "pricing_condition",
    "pricing_policy",
    *(
        f"pricing_promotion_{name}"
        for name in (
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
    *(f"pricing_condition_{name}" for name in ("products", "categories", "tags", "values")),
)

# A promotion leaves the book with its last use, and comes back when an order gives one up. Other uses change nothing.
USED_UP = """
CREATE FUNCTION pricing_used_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE most integer;
BEGIN
    SELECT usage_limit INTO most FROM pricing_promotion WHERE id = NEW.promotion_id;
    IF most IS NOT NULL
        AND (TG_OP = 'INSERT' AND NEW.used >= most OR TG_OP = 'UPDATE' AND (OLD.used >= most) <> (NEW.used >= most))
    THEN
        INSERT INTO pricing_bookversion (id, number) VALUES (1, nextval('pricing_book_number'))
        ON CONFLICT (id) DO UPDATE SET number = excluded.number;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER used_up AFTER INSERT OR UPDATE ON pricing_promotioncount
FOR EACH ROW EXECUTE FUNCTION pricing_used_up();
"""
NOT_USED_UP = "DROP TRIGGER used_up ON pricing_promotioncount; DROP FUNCTION pricing_used_up();"


def _trigger(table):
    return migrations.RunSQL(
        f"CREATE TRIGGER new_book AFTER INSERT OR UPDATE OR DELETE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION pricing_new_book()",
        f"DROP TRIGGER new_book ON {table}",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0008_former_addresses"),
        ("pricing", "0003_destinations_in_the_book"),
    ]

    operations = [
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
        migrations.AddField(
            model_name="promotion",
            name="any_condition",
            field=models.BooleanField(default=False, verbose_name="one condition is enough"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="as_discount",
            field=models.BooleanField(
                default=False,
                help_text="Prices stay; the amount is taken off the cart's total.",
                verbose_name="shown as a discount",
            ),
        ),
        migrations.AddField(
            model_name="promotion",
            name="categories",
            field=models.ManyToManyField(blank=True, related_name="+", to="catalogue.category"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="choosing",
            field=models.CharField(
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
        migrations.AddField(
            model_name="promotion",
            name="counting",
            field=models.CharField(
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
        migrations.AddField(
            model_name="promotion",
            name="excluded_categories",
            field=models.ManyToManyField(blank=True, related_name="+", to="catalogue.category"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="excluded_on_sale",
            field=models.BooleanField(default=False, verbose_name="no wines on sale"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="excluded_producers",
            field=models.ManyToManyField(blank=True, related_name="+", to="catalogue.producer"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="excluded_products",
            field=models.ManyToManyField(blank=True, related_name="+", to="catalogue.product"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="excluded_skus",
            field=models.TextField(blank=True, help_text="One a line.", verbose_name="excluded SKUs"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="excluded_tags",
            field=models.ManyToManyField(blank=True, related_name="+", to="catalogue.tag"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="excluded_values",
            field=models.ManyToManyField(blank=True, related_name="+", to="catalogue.attributevalue"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="exclusive",
            field=models.BooleanField(default=False, help_text="When it gives anything, no other promotion does."),
        ),
        migrations.AddField(
            model_name="promotion",
            name="kind",
            field=models.CharField(
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
        migrations.AddField(
            model_name="promotion",
            name="label",
            field=models.CharField(
                blank=True,
                help_text="What shoppers read beside a discount or a free delivery. Blank: the title.",
                max_length=80,
            ),
        ),
        migrations.AddField(
            model_name="promotion",
            name="most_off_each",
            field=vintner.money.MoneyField(
                blank=True,
                help_text="It never takes more off one bottle.",
                null=True,
                verbose_name="most off one bottle",
            ),
        ),
        migrations.AddField(
            model_name="promotion",
            name="on_sale",
            field=models.BooleanField(default=False, verbose_name="wines on sale"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="producers",
            field=models.ManyToManyField(blank=True, related_name="+", to="catalogue.producer"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="skus",
            field=models.TextField(blank=True, help_text="One a line.", verbose_name="SKUs"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="tags",
            field=models.ManyToManyField(blank=True, related_name="+", to="catalogue.tag"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="target_categories",
            field=models.ManyToManyField(blank=True, related_name="+", to="catalogue.category"),
        ),
        migrations.AddField(
            model_name="promotion",
            name="targets",
            field=models.ManyToManyField(
                blank=True,
                help_text="The other wines. None, when chosen in the cart: any of it.",
                related_name="+",
                to="catalogue.product",
            ),
        ),
        migrations.AddField(
            model_name="promotion",
            name="usage_limit",
            field=models.PositiveIntegerField(
                blank=True, help_text="In so many orders, counted from when this is set.", null=True
            ),
        ),
        migrations.AddField(
            model_name="promotion",
            name="values",
            field=models.ManyToManyField(blank=True, related_name="+", to="catalogue.attributevalue"),
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
                (
                    "promotion",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="conditions", to="pricing.promotion"
                    ),
                ),
                ("tags", models.ManyToManyField(blank=True, related_name="+", to="catalogue.tag")),
                ("values", models.ManyToManyField(blank=True, related_name="+", to="catalogue.attributevalue")),
            ],
            options={
                "ordering": ["id"],
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
            ],
            options={
                "verbose_name": "policy",
                "verbose_name_plural": "policy: how discounts combine",
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="one_policy")],
            },
        ),
        # The bulk table becomes the table of every kind of promotion; what staff wrote stays.
        migrations.RemoveConstraint(model_name="bulktier", name="percent_off_in_range"),
        migrations.RemoveConstraint(model_name="bulktier", name="tier_range"),
        migrations.RenameModel("BulkTier", "Tier"),
        migrations.RenameField("tier", "percent_off", "value"),
        migrations.AlterModelOptions(name="tier", options={"ordering": ["at_least", "id"]}),
        migrations.AlterField(
            "tier",
            "at_least",
            models.PositiveIntegerField("from", null=True, blank=True, help_text="Of a set: its size."),
        ),
        migrations.AlterField("tier", "at_most", models.PositiveIntegerField("to", null=True, blank=True)),
        migrations.AlterField(
            "tier",
            "value",
            models.DecimalField(max_digits=10, decimal_places=2, default=0, help_text="Per cent or dollars."),
        ),
        migrations.AddField(
            "tier",
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
        migrations.AddField(
            "tier",
            "units",
            models.PositiveIntegerField("bottles given", default=1, help_text="Only for buy some, get some."),
        ),
        migrations.AddField("tier", "recursive", models.BooleanField("again and again", default=False)),
        migrations.AddField("tier", "label", models.CharField(max_length=80, blank=True)),
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
        *[_trigger(table) for table in IN_THE_BOOK],
        migrations.RunSQL(USED_UP, NOT_USED_UP),
    ]
