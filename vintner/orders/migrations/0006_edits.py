"""Unpaid orders that staff writes anew, and only through a row that says so.

The guards of 0005 are written anew: what is new in them is `orders_is_open`. Number, key and currency never change.
"""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

before = import_module("vintner.orders.migrations.0005_order_life")

OPEN = """
CREATE FUNCTION orders_is_open(wanted bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT 1 FROM orders_orderedit WHERE order_id = wanted AND closed_at IS NULL)
$$;

CREATE FUNCTION orders_guard_edit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    edited orders_order;
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'edit % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.closed_at IS NOT NULL THEN
        IF to_jsonb(OLD) - 'by_id' = to_jsonb(NEW) - 'by_id' AND NEW.by_id IS NULL THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'edit % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    SELECT * INTO edited FROM orders_order WHERE id = NEW.order_id FOR UPDATE;
    IF edited.status NOT IN ('pending', 'failed') OR edited.paid_at IS NOT NULL THEN
        RAISE EXCEPTION 'order % is %: what it has bought does not change', edited.id, edited.status
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'INSERT' THEN
        NEW.closed_at := NULL;
        NEW.seal_before := edited.seal;
        NEW.was := jsonb_build_object(
            'order', to_jsonb(edited) - 'key',
            'lines', (SELECT coalesce(jsonb_agg(to_jsonb(l) ORDER BY l.id), '[]') FROM orders_orderline l
                      WHERE l.order_id = edited.id),
            'adjustments', (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.id), '[]') FROM orders_orderadjustment a
                            WHERE a.order_id = edited.id));
        RETURN NEW;
    END IF;
    IF NEW.order_id <> OLD.order_id OR NEW.was <> OLD.was OR NEW.seal_before <> OLD.seal_before THEN
        RAISE EXCEPTION 'edit % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.closed_at IS NOT NULL THEN  -- the row is still open for those who look, so the seal may change
        NEW.seal_after := orders_seal_of(NEW.order_id);
        UPDATE orders_order SET seal = NEW.seal_after WHERE id = NEW.order_id;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER orders_guard_edit BEFORE INSERT OR UPDATE OR DELETE ON orders_orderedit
FOR EACH ROW EXECUTE FUNCTION orders_guard_edit();

CREATE FUNCTION orders_edit_is_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM orders_orderedit WHERE id = NEW.id AND closed_at IS NULL) THEN
        RAISE EXCEPTION 'edit % of order % was left open', NEW.id, NEW.order_id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER orders_edit_is_closed AFTER INSERT ON orders_orderedit
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION orders_edit_is_closed();

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
    IF OLD.status <> 'checkout-draft' AND (OLD.id, OLD.key, OLD.currency) IS DISTINCT FROM (NEW.id, NEW.key, NEW.currency)
        OR ((OLD.status <> 'checkout-draft' AND (
                OLD.subtotal, OLD.discount, OLD.shipping_total, OLD.tax_total, OLD.total
            ) IS DISTINCT FROM (
                NEW.subtotal, NEW.discount, NEW.shipping_total, NEW.tax_total, NEW.total
            ) OR OLD.seal <> '' AND NEW.seal <> OLD.seal) AND NOT orders_is_open(OLD.id))
    THEN
        RAISE EXCEPTION 'number, key, amounts and seal of order % do not change', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION orders_guard_fees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status = 'checkout-draft' OR orders_is_open(OLD.id) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the fees of order % do not change', OLD.id USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE FUNCTION orders_guard_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF EXISTS (SELECT 1 FROM orders_orderevent WHERE order_id = NEW.order_id) AND NOT orders_is_open(NEW.order_id) THEN
            RAISE EXCEPTION 'order % is sealed', NEW.order_id USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF orders_is_open(OLD.order_id)
        OR EXISTS (SELECT 1 FROM orders_order WHERE id = OLD.order_id AND status = 'checkout-draft') THEN
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
CLOSED = f"""
DROP TRIGGER orders_edit_is_closed ON orders_orderedit;
DROP TRIGGER orders_guard_edit ON orders_orderedit;
DROP FUNCTION orders_edit_is_closed();
DROP FUNCTION orders_guard_edit();
{before.ORDER_GUARD}
{before.PART_GUARD}
DROP FUNCTION orders_is_open(bigint);
"""


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0005_order_life"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="OrderEdit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "was",
                    models.JSONField(
                        default=dict, editable=False, help_text="The order, its lines and adjustments before."
                    ),
                ),
                ("seal_before", models.CharField(blank=True, editable=False, max_length=32)),
                ("seal_after", models.CharField(blank=True, editable=False, max_length=32)),
                ("closed_at", models.DateTimeField(editable=False, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "order",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="edits", to="orders.order"
                    ),
                ),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.RunSQL(OPEN, CLOSED),
    ]
