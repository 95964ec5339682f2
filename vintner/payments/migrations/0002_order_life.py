"""What was really taken, and the guard that no more of it goes back."""

from django.db import migrations

import vintner.money

# Of the attempts there were, only those that took the amount asked for are known; staff has looked at the others.
TAKEN = "UPDATE payments_payment SET captured = amount WHERE status IN ('succeeded', 'unexpected')"

# The order's row is locked, so that refunds of one order are added up one after the other.
GUARD = """
CREATE FUNCTION payments_guard_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    paid bigint;
    taken bigint;
    refunded bigint;
BEGIN
    SELECT CASE WHEN paid_at IS NULL THEN 0 ELSE total END INTO paid FROM orders_order WHERE id = NEW.order_id FOR UPDATE;
    SELECT coalesce(sum(captured), 0) INTO taken FROM payments_payment WHERE order_id = NEW.order_id;
    SELECT coalesce(sum(amount), 0) INTO refunded FROM orders_refund
    WHERE order_id = NEW.order_id AND state <> 'failed';
    IF refunded + NEW.amount > greatest(paid, taken) THEN
        RAISE EXCEPTION 'order % would give back more than was paid', NEW.order_id USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.intent_id <> '' THEN
        SELECT coalesce(sum(captured), 0) INTO taken FROM payments_payment
        WHERE order_id = NEW.order_id AND intent_id = NEW.intent_id;
        SELECT coalesce(sum(amount), 0) INTO refunded FROM orders_refund
        WHERE intent_id = NEW.intent_id AND state <> 'failed';
        IF refunded + NEW.amount > taken THEN
            RAISE EXCEPTION 'payment % would give back more than it took', NEW.intent_id
                USING ERRCODE = 'restrict_violation';
        END IF;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER payments_guard_refund BEFORE INSERT ON orders_refund
FOR EACH ROW EXECUTE FUNCTION payments_guard_refund();
"""
NO_GUARD = "DROP TRIGGER payments_guard_refund ON orders_refund; DROP FUNCTION payments_guard_refund();"


class Migration(migrations.Migration):
    dependencies = [("payments", "0001_initial"), ("orders", "0005_order_life")]

    operations = [
        migrations.AddField(
            model_name="payment",
            name="captured",
            field=vintner.money.MoneyField(default=vintner.money.Money(0), help_text="What the provider really took."),
        ),
        migrations.RunSQL(TAKEN, migrations.RunSQL.noop),
        migrations.RunSQL(GUARD, NO_GUARD),
    ]
