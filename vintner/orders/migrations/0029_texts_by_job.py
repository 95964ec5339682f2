"""The job writes the texts of e-mails about changes of status; what it needs besides the order is stored with them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0027_contents_of_sets")]

    operations = [
        migrations.AddField(
            model_name="email",
            name="context",
            field=models.JSONField(
                db_default={}, default=dict, help_text="What its texts say besides what the order says."
            ),
        ),
        migrations.AlterField(
            model_name="email",
            name="html",
            field=models.TextField(blank=True, default=""),
        ),
        migrations.AlterField(
            model_name="email",
            name="text",
            field=models.TextField(blank=True, default=""),
        ),
    ]
