"""Orders keep what promotions and coupons did for them, and hold the coupons that they use."""

import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models

import vintner.money

# Fees are an amount like the others, which migration 0002 guards.
FEES_STAY = """
CREATE FUNCTION orders_guard_fees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the fees of order % do not change', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER orders_guard_fees BEFORE UPDATE ON orders_order
FOR EACH ROW WHEN (OLD.fee_total IS DISTINCT FROM NEW.fee_total) EXECUTE FUNCTION orders_guard_fees();
"""
FEES_MAY_CHANGE = "DROP TRIGGER orders_guard_fees ON orders_order; DROP FUNCTION orders_guard_fees();"


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0003_lines_by_product"),
        ("pricing", "0004_discounts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="CouponClaim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("who", models.CharField(max_length=80)),
                ("nth", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Redemption",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(help_text="The coupon's code, or the promotion's title.", max_length=120)),
                ("counted", models.BooleanField(default=False, help_text="It had a limit when it was used.")),
                ("held_at", models.DateTimeField(auto_now_add=True)),
                ("released_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="order",
            name="order_adds_up",
        ),
        migrations.AddField(
            model_name="order",
            name="fee_total",
            field=vintner.money.MoneyField(
                default=vintner.money.Money(0), help_text="Below zero: promotions that are told as fees."
            ),
        ),
        migrations.AddField(
            model_name="orderline",
            name="given",
            field=models.BooleanField(default=False, help_text="A promotion put it in."),
        ),
        migrations.AddField(
            model_name="orderline",
            name="promotion",
            field=models.CharField(blank=True, help_text="The promotions that lowered its price.", max_length=300),
        ),
        migrations.AlterField(
            model_name="orderadjustment",
            name="kind",
            field=models.CharField(
                choices=[
                    ("promotion", "Promotion"),
                    ("discount", "Discount"),
                    ("coupon", "Coupon"),
                    ("fee", "Fee"),
                    ("tax", "Tax"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="order",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "total",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("subtotal"), "-", models.F("discount")
                                    ),
                                    "+",
                                    models.F("shipping_total"),
                                ),
                                "+",
                                models.F("fee_total"),
                            ),
                            "+",
                            models.F("tax_total"),
                        ),
                    )
                ),
                name="order_adds_up",
            ),
        ),
        migrations.AddField(
            model_name="couponclaim",
            name="coupon",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="pricing.coupon"),
        ),
        migrations.AddField(
            model_name="redemption",
            name="coupon",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="redemptions", to="pricing.coupon"
            ),
        ),
        migrations.AddField(
            model_name="redemption",
            name="order",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="redemptions", to="orders.order"
            ),
        ),
        migrations.AddField(
            model_name="redemption",
            name="promotion",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="pricing.promotion"
            ),
        ),
        migrations.AddField(
            model_name="couponclaim",
            name="redemption",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="claims", to="orders.redemption"
            ),
        ),
        migrations.AddConstraint(
            model_name="redemption",
            constraint=models.UniqueConstraint(fields=("order", "coupon"), name="coupon_once_per_order"),
        ),
        migrations.AddConstraint(
            model_name="redemption",
            constraint=models.UniqueConstraint(fields=("order", "promotion"), name="promotion_once_per_order"),
        ),
        migrations.AddConstraint(
            model_name="redemption",
            constraint=models.CheckConstraint(
                condition=models.Q(("coupon__isnull", True), ("promotion__isnull", True), _connector="OR"),
                name="coupon_or_promotion",
            ),
        ),
        migrations.AddConstraint(
            model_name="couponclaim",
            constraint=models.UniqueConstraint(fields=("coupon", "who", "nth"), name="coupon_claim_once"),
        ),
        migrations.RunSQL(FEES_STAY, FEES_MAY_CHANGE),
    ]
