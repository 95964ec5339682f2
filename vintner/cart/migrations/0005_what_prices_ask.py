from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cart", "0004_addresses"),
    ]

    operations = [
        migrations.AddField(
            model_name="cart",
            name="billing_city",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Promotions may ask for it. Blank for where the cart is sent.",
                max_length=120,
            ),
        ),
        migrations.AddField(
            model_name="cart",
            name="payment_method",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="As the outside calls it; promotions may ask for it. Blank until chosen.",
                max_length=40,
            ),
        ),
    ]
