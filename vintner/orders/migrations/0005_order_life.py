"""Refunds, notes for the customer, drafts, and a seal by which a change behind the guards' back is found.

The guards of 0002 and 0004 are written anew: what is new in them is the draft, which may still change and be deleted.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import vintner.money

ORDER_GUARD = """
CREATE OR REPLACE FUNCTION orders_guard_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status = 'checkout-draft' AND TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'order % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF OLD.status IS DISTINCT FROM NEW.status AND (OLD.status, NEW.status) NOT IN (
        ('checkout-draft', 'pending'),
        ('pending', 'processing'), ('pending', 'on-hold'), ('pending', 'failed'), ('pending', 'cancelled'),
        ('pending', 'completed'),
        ('failed', 'pending'), ('failed', 'processing'), ('failed', 'on-hold'), ('failed', 'cancelled'),
        ('failed', 'completed'),
        ('on-hold', 'processing'), ('on-hold', 'failed'), ('on-hold', 'cancelled'), ('on-hold', 'completed'),
        ('on-hold', 'refunded'),
        ('cancelled', 'on-hold'), ('cancelled', 'pending'), ('cancelled', 'processing'),
        ('processing', 'completed'), ('processing', 'refunded'), ('processing', 'on-hold'),
        ('processing', 'cancelled'),
        ('completed', 'refunded'), ('completed', 'processing'), ('completed', 'on-hold')
    ) THEN
        RAISE EXCEPTION 'order % may not go from % to %', OLD.id, OLD.status, NEW.status
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF OLD.status <> 'checkout-draft' AND (
        OLD.id, OLD.key, OLD.currency, OLD.subtotal, OLD.discount, OLD.shipping_total, OLD.tax_total, OLD.total
    ) IS DISTINCT FROM (
        NEW.id, NEW.key, NEW.currency, NEW.subtotal, NEW.discount, NEW.shipping_total, NEW.tax_total, NEW.total
    ) OR OLD.seal <> '' AND NEW.seal <> OLD.seal THEN
        RAISE EXCEPTION 'number, key, amounts and seal of order % do not change', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION orders_guard_fees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status = 'checkout-draft' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the fees of order % do not change', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
"""

PART_GUARD = """
CREATE OR REPLACE FUNCTION orders_guard_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF EXISTS (SELECT 1 FROM orders_orderevent WHERE order_id = NEW.order_id) THEN
            RAISE EXCEPTION 'order % is sealed', NEW.order_id USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF EXISTS (SELECT 1 FROM orders_order WHERE id = OLD.order_id AND status = 'checkout-draft') THEN
        RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END IF;
    -- A variation that is no longer for sale may be forgotten; what was bought stays written in the line.
    IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'variation_id' = to_jsonb(NEW) - 'variation_id'
        AND to_jsonb(NEW) ->> 'variation_id' IS NULL THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'what order % has bought does not change', OLD.order_id USING ERRCODE = 'restrict_violation';
END $$;
"""

# The first event of an order closes it, and writes down what it was closed over.
SEAL = """
CREATE FUNCTION orders_seal_of(wanted bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT md5(concat_ws('|', o.id, o.key, o.currency, o.subtotal, o.discount, o.shipping_total, o.fee_total,
        o.tax_total, o.total,
        (SELECT string_agg(concat_ws('|', l.id, l.product_id, l.sku, l.name, l.options, l.quantity,
            l.regular_unit_price, l.subtotal, l.discount, l.tax, l.promotion, l.given), E'\\n' ORDER BY l.id)
         FROM orders_orderline l WHERE l.order_id = o.id),
        (SELECT string_agg(concat_ws('|', a.id, a.kind, a.label, a.rate, a.amount), E'\\n' ORDER BY a.id)
         FROM orders_orderadjustment a WHERE a.order_id = o.id)))
    FROM orders_order o WHERE o.id = wanted
$$;
CREATE FUNCTION orders_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE orders_order SET seal = orders_seal_of(id) WHERE id = NEW.order_id AND seal = '';
    RETURN NULL;
END $$;
CREATE TRIGGER orders_seal AFTER INSERT ON orders_orderevent FOR EACH ROW EXECUTE FUNCTION orders_seal();
UPDATE orders_order SET seal = orders_seal_of(id) WHERE id IN (SELECT order_id FROM orders_orderevent);
"""

REFUND_GUARDS = """
CREATE FUNCTION orders_guard_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'requested' THEN
            RAISE EXCEPTION 'a refund begins as a request' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'refund % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF (OLD.order_id, OLD.amount, OLD.restock, OLD.intent_id, OLD.key) IS DISTINCT FROM
        (NEW.order_id, NEW.amount, NEW.restock, NEW.intent_id, NEW.key)
        OR OLD.provider_id IS NOT NULL AND NEW.provider_id IS DISTINCT FROM OLD.provider_id
        OR OLD.state <> NEW.state
            AND (OLD.state, NEW.state) NOT IN (('requested', 'done'), ('requested', 'failed'), ('done', 'failed'))
    THEN
        RAISE EXCEPTION 'refund % does not change like this', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER orders_guard_refund BEFORE INSERT OR UPDATE OR DELETE ON orders_refund
FOR EACH ROW EXECUTE FUNCTION orders_guard_refund();

-- No line gives back more than was paid for it, and lines of a refund no more than the refund.
CREATE FUNCTION orders_guard_refund_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    of_refund orders_refund;
    of_line orders_orderline;
    before record;
BEGIN
    IF TG_OP <> 'INSERT' THEN
        RAISE EXCEPTION 'refund % is a permanent record', OLD.refund_id USING ERRCODE = 'restrict_violation';
    END IF;
    SELECT * INTO of_refund FROM orders_refund WHERE id = NEW.refund_id;
    SELECT * INTO of_line FROM orders_orderline WHERE id = NEW.line_id;
    PERFORM 1 FROM orders_order WHERE id = of_refund.order_id FOR UPDATE;
    IF of_refund.state <> 'requested' OR of_line.order_id <> of_refund.order_id THEN
        RAISE EXCEPTION 'line % is not for refund %', NEW.line_id, NEW.refund_id USING ERRCODE = 'restrict_violation';
    END IF;
    SELECT coalesce(sum(r.quantity), 0) AS quantity, coalesce(sum(r.amount), 0) AS amount, coalesce(sum(r.tax), 0) AS tax
    INTO before
    FROM orders_refundline r JOIN orders_refund f ON f.id = r.refund_id AND f.state <> 'failed'
    WHERE r.line_id = NEW.line_id;
    IF before.quantity + NEW.quantity > of_line.quantity
        OR before.amount + NEW.amount > of_line.subtotal - of_line.discount
        OR before.tax + NEW.tax > of_line.tax
        OR (SELECT coalesce(sum(amount + tax), 0) FROM orders_refundline WHERE refund_id = NEW.refund_id)
            + NEW.amount + NEW.tax > of_refund.amount
    THEN
        RAISE EXCEPTION 'refund % gives back more than was paid for line %', NEW.refund_id, NEW.line_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER orders_guard_refund_line BEFORE INSERT OR UPDATE OR DELETE ON orders_refundline
FOR EACH ROW EXECUTE FUNCTION orders_guard_refund_line();
"""
NO_REFUND_GUARDS = """
DROP TRIGGER orders_guard_refund_line ON orders_refundline;
DROP TRIGGER orders_guard_refund ON orders_refund;
DROP FUNCTION orders_guard_refund_line();
DROP FUNCTION orders_guard_refund();
"""
NO_SEAL = """
DROP TRIGGER orders_seal ON orders_orderevent;
DROP FUNCTION orders_seal();
DROP FUNCTION orders_seal_of(bigint);
"""


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0004_discounts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Refund",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", vintner.money.MoneyField()),
                ("reason", models.CharField(blank=True, max_length=300)),
                (
                    "restock",
                    models.BooleanField(default=False, help_text="The bottles of its lines go back on the shelf."),
                ),
                (
                    "intent_id",
                    models.CharField(
                        blank=True,
                        help_text="The payment it goes back to; blank when it is paid back by hand.",
                        max_length=80,
                    ),
                ),
                (
                    "key",
                    models.CharField(help_text="Makes a repeat of the call harmless.", max_length=120, unique=True),
                ),
                ("provider_id", models.CharField(max_length=80, null=True, unique=True)),
                (
                    "state",
                    models.CharField(
                        choices=[("requested", "Requested"), ("done", "Done"), ("failed", "Failed")],
                        default="requested",
                        max_length=9,
                    ),
                ),
                ("error", models.CharField(blank=True, max_length=500)),
                (
                    "busy_until",
                    models.DateTimeField(
                        help_text="Until then a request may still be waiting for the answer.", null=True
                    ),
                ),
                ("requested_at", models.DateTimeField(auto_now_add=True)),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="RefundLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("quantity", models.PositiveIntegerField(help_text="Zero: money back, bottles kept.")),
                ("amount", vintner.money.MoneyField(help_text="Without tax.")),
                ("tax", vintner.money.MoneyField(default=vintner.money.Money(0))),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="email",
            name="email_once_per_order_and_kind",
        ),
        migrations.AddField(
            model_name="email",
            name="about",
            field=models.CharField(
                blank=True, help_text="Which refund, note …, where an order has several.", max_length=40
            ),
        ),
        migrations.AddField(
            model_name="order",
            name="seal",
            field=models.CharField(
                blank=True,
                editable=False,
                help_text="What was bought, as the database summed it up when placed.",
                max_length=32,
            ),
        ),
        migrations.AddField(
            model_name="orderevent",
            name="kind",
            field=models.CharField(
                choices=[("system", "System"), ("private", "Private note"), ("customer", "Note to the customer")],
                default="system",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="order",
            name="status",
            field=models.CharField(
                choices=[
                    ("checkout-draft", "Draft"),
                    ("pending", "Pending payment"),
                    ("processing", "Processing"),
                    ("on-hold", "On hold"),
                    ("completed", "Completed"),
                    ("cancelled", "Cancelled"),
                    ("refunded", "Refunded"),
                    ("failed", "Failed"),
                ],
                default="pending",
                editable=False,
                max_length=14,
            ),
        ),
        migrations.AlterField(
            model_name="orderevent",
            name="became",
            field=models.CharField(blank=True, max_length=14),
        ),
        migrations.AlterField(
            model_name="orderevent",
            name="note",
            field=models.CharField(blank=True, max_length=2000),
        ),
        migrations.AlterField(
            model_name="orderevent",
            name="was",
            field=models.CharField(blank=True, max_length=14),
        ),
        migrations.AddConstraint(
            model_name="email",
            constraint=models.UniqueConstraint(fields=("order", "kind", "about"), name="email_once"),
        ),
        migrations.AddConstraint(
            model_name="order",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "checkout-draft")), fields=("cart_id",), name="one_draft_per_cart"
            ),
        ),
        migrations.AddField(
            model_name="refund",
            name="by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="refund",
            name="order",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="refunds", to="orders.order"
            ),
        ),
        migrations.AddField(
            model_name="refundline",
            name="line",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="refunds", to="orders.orderline"
            ),
        ),
        migrations.AddField(
            model_name="refundline",
            name="refund",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="orders.refund"
            ),
        ),
        migrations.AddIndex(
            model_name="refund",
            index=models.Index(condition=models.Q(("state", "requested")), fields=["busy_until"], name="open_refunds"),
        ),
        migrations.AddConstraint(
            model_name="refund",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", vintner.money.Money(0))), name="refund_above_zero"
            ),
        ),
        migrations.AddConstraint(
            model_name="refundline",
            constraint=models.UniqueConstraint(fields=("refund", "line"), name="line_once_per_refund"),
        ),
        migrations.AddConstraint(
            model_name="refundline",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", vintner.money.Money(0)), ("tax__gte", vintner.money.Money(0))),
                name="refund_line_not_negative",
            ),
        ),
        migrations.RunSQL(ORDER_GUARD, migrations.RunSQL.noop),
        migrations.RunSQL(PART_GUARD, migrations.RunSQL.noop),
        migrations.RunSQL(REFUND_GUARDS, NO_REFUND_GUARDS),
        migrations.RunSQL(SEAL, NO_SEAL),
    ]
