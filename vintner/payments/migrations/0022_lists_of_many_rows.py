"""The lists of payments and of events have an index for each filter and search."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0030_lists_of_many_rows"),
        ("payments", "0021_us_spelling"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="providerevent",
            name="object_id",
            field=models.CharField(blank=True, db_index=True, max_length=80, verbose_name="what it is about"),
        ),
        migrations.AddIndex(
            model_name="payment",
            index=models.Index(
                condition=models.Q(("wallet", ""), _negated=True), fields=["wallet", "-id"], name="payments_by_wallet"
            ),
        ),
    ]
