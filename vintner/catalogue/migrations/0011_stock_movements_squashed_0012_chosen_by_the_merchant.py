"""Stock movements, and what the merchant chooses for the menu and the home page.

The movements name the orders that caused them, and orders name variations: so this comes after the orders' tables.
"""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("catalogue", "0011_stock_movements"),
        ("catalogue", "0012_chosen_by_the_merchant"),
    ]

    dependencies = [
        ("catalogue", "0001_squashed_0010_tax_and_shipping_classes"),
        ("orders", "0001_squashed_0010_refund_of_delivery"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="StockMovement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("received", "Received"),
                            ("counted", "Counted"),
                            ("broken", "Broken or lost"),
                            ("returned", "Returned"),
                            ("corrected", "Corrected"),
                            ("sold", "Sold"),
                            ("unsold", "Sale undone"),
                            ("refunded", "Put back with a refund"),
                            ("opening", "Opening balance"),
                            ("imported", "Imported"),
                        ],
                        max_length=10,
                    ),
                ),
                ("quantity", models.IntegerField(help_text="Bottles that came; below zero, bottles that went.")),
                ("on_hand", models.IntegerField(help_text="With this movement.", verbose_name="on hand after")),
                ("note", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField(db_index=True)),
                ("key", models.UUIDField(editable=False, null=True, unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "order",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="stock_movements",
                        to="orders.order",
                    ),
                ),
                (
                    "variation",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="movements",
                        to="catalogue.variation",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["variation", "-id"], name="movements_of_variation")],
            },
        ),
        migrations.AddField(
            model_name="category",
            name="children_in_menu",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="For a category at the top that only holds the others together, like “Wine” above “Red” and “White”.",
                verbose_name="its subcategories stand in the menu in its place",
            ),
        ),
        migrations.AddField(
            model_name="picture",
            name="opens_home",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Fills the top of the home page. One picture does; choosing another takes its place.",
                verbose_name="opens the home page",
            ),
        ),
        migrations.AddIndex(
            model_name="picture",
            index=models.Index(
                condition=models.Q(("opens_home", True)), fields=["opens_home"], name="picture_opens_home"
            ),
        ),
        migrations.RunSQL((SQL / "stock.sql").read_text()),
    ]
