"""Launch prices take the place of a wine's own sale, which the plan remembers."""

from django.db import migrations, models

import vintner.money

_NOTE_WRITTEN = """
UPDATE launches_plannedbottles r SET written_price = r.price FROM launches_launchplan p
WHERE p.id = r.plan_id AND p.launched_at IS NULL AND p.cancelled_at IS NULL AND p.applied_moment IS NOT NULL
"""


class Migration(migrations.Migration):
    dependencies = [
        ("launches", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="plannedbottles",
            name="own_ends_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="plannedbottles",
            name="own_price",
            field=vintner.money.MoneyField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="plannedbottles",
            name="own_starts_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="plannedbottles",
            name="written_price",
            field=vintner.money.MoneyField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="launchplan",
            name="price_until",
            field=models.DateTimeField(
                blank=True,
                help_text="Empty: they stay until you change them. A launch price takes the place of a wine's own sale price, which comes back if the launch is cancelled.",
                null=True,
                verbose_name="launch prices end at",
            ),
        ),
        migrations.AlterField(
            model_name="plannedbottles",
            name="price",
            field=vintner.money.MoneyField(
                blank=True,
                help_text="Below the regular price. Empty: the wine's own price.",
                null=True,
                verbose_name="launch price",
            ),
        ),
        migrations.RunSQL(_NOTE_WRITTEN, migrations.RunSQL.noop),
    ]
