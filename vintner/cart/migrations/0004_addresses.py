from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cart", "0003_discounts")]

    operations = [
        migrations.AddField(
            model_name="cart",
            name="addresses",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="What the shopper said so far: {billing: {first_name, …}, shipping: {…}}.",
            ),
        ),
    ]
