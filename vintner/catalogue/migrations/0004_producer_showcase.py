import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0003_initial")]

    operations = [
        migrations.AddField(
            model_name="producer",
            name="logo",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="catalogue.picture",
            ),
        ),
        migrations.CreateModel(
            name="ProducerSlide",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("caption", models.CharField(blank=True, max_length=200)),
                ("position", models.PositiveSmallIntegerField(default=0)),
                (
                    "picture",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="catalogue.picture"
                    ),
                ),
                (
                    "producer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="slides", to="catalogue.producer"
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
                "constraints": [models.UniqueConstraint(fields=("producer", "picture"), name="producer_slide_once")],
            },
        ),
        migrations.CreateModel(
            name="RelatedMaterial",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=160)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("profile", "Estate profile"),
                            ("sheet", "Tasting sheet"),
                            ("article", "Article"),
                            ("video", "Video"),
                            ("region", "The region"),
                        ],
                        default="article",
                        max_length=8,
                    ),
                ),
                (
                    "file",
                    models.FileField(
                        blank=True,
                        upload_to="materials",
                        validators=[
                            django.core.validators.FileExtensionValidator(["pdf", "txt", "jpg", "png", "webp"])
                        ],
                    ),
                ),
                (
                    "link",
                    models.CharField(
                        blank=True,
                        max_length=500,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^(https://|/(?!/))", "Begin with https:// or with /."
                            )
                        ],
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(default=0)),
                (
                    "producer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="materials", to="catalogue.producer"
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("file", ""), ("link", ""), _connector="XOR"),
                        name="material_is_a_file_or_a_link",
                        violation_error_message="Give a file or a link, not both.",
                    )
                ],
            },
        ),
    ]
