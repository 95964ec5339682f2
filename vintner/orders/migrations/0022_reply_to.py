"""E-mails to the merchant may be answered to somebody else: whoever wrote by the contact page."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0021_shipments"),
    ]

    operations = [
        migrations.AddField(
            model_name="email",
            name="reply_to",
            field=models.EmailField(
                blank=True, db_default="", help_text="Who gets the answer, if not the store.", max_length=254
            ),
        ),
    ]
