"""Money that the card only sets aside until staff takes it, and attempts that the store has given up.

An order that somebody may be paying at this moment is not written anew.
"""

from django.db import migrations, models

GUARD = """
CREATE FUNCTION payments_guard_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM orders_order WHERE id = NEW.order_id FOR UPDATE;
    IF EXISTS (SELECT 1 FROM payments_payment WHERE order_id = NEW.order_id AND closed_at IS NULL) THEN
        RAISE EXCEPTION 'order % is being paid', NEW.order_id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER payments_guard_edit BEFORE INSERT ON orders_orderedit
FOR EACH ROW EXECUTE FUNCTION payments_guard_edit();
"""
NO_GUARD = "DROP TRIGGER payments_guard_edit ON orders_orderedit; DROP FUNCTION payments_guard_edit();"


class Migration(migrations.Migration):
    dependencies = [("payments", "0003_saved_methods"), ("orders", "0006_edits")]

    operations = [
        migrations.AddField(
            model_name="payment",
            name="capture_later",
            field=models.BooleanField(
                default=False, help_text="The card is only asked to set the money aside; staff takes it."
            ),
        ),
        migrations.AddField(
            model_name="payment",
            name="given_up_at",
            field=models.DateTimeField(
                help_text="Since then the order waits for another payment: this one's end is not the order's.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="payment",
            name="status",
            field=models.CharField(
                choices=[
                    ("created", "Created"),
                    ("action_required", "Action Required"),
                    ("processing", "Processing"),
                    ("authorized", "Authorized"),
                    ("succeeded", "Succeeded"),
                    ("declined", "Declined"),
                    ("cancelled", "Cancelled"),
                    ("unexpected", "money that no order was waiting for"),
                ],
                db_index=True,
                default="created",
                max_length=16,
            ),
        ),
        migrations.RunSQL(GUARD, NO_GUARD),
    ]
