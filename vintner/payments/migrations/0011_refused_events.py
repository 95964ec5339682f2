"""Names the model of refused webhook events after what it holds. The table keeps its name."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("payments", "0010_origin"),
    ]

    operations = [
        migrations.AlterModelTable(name="refusednews", table="payments_refusednews"),
        migrations.RenameModel(old_name="RefusedNews", new_name="RefusedEvent"),
    ]
