from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0002_guards")]

    operations = [
        migrations.AddIndex(
            model_name="orderline",
            index=models.Index(fields=["product_id"], name="order_lines_by_product"),
        ),
    ]
