import django.contrib.postgres.fields
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import MD5

import vintner.catalogue.models

COUNT = """
UPDATE catalogue_product AS product
   SET review_count = found.reviews, star_counts = found.stars
  FROM (
       SELECT product_id, count(*) AS reviews,
              ARRAY[count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2),
                    count(*) FILTER (WHERE rating = 3), count(*) FILTER (WHERE rating = 4),
                    count(*) FILTER (WHERE rating = 5)]::integer[] AS stars
         FROM catalogue_review
        WHERE status = 'approved'
        GROUP BY product_id
       ) AS found
 WHERE product.id = found.product_id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0004_producer_showcase"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="product",
            name="review_count",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name="product",
            name="star_counts",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.IntegerField(),
                db_default=[0, 0, 0, 0, 0],
                default=vintner.catalogue.models.no_stars,
                editable=False,
                size=5,
            ),
        ),
        migrations.AddField(
            model_name="review",
            name="reply",
            field=models.TextField(
                blank=True, help_text="Stands under the review.", max_length=2000, verbose_name="the store's answer"
            ),
        ),
        migrations.AlterField(
            model_name="review",
            name="status",
            field=models.CharField(
                choices=[
                    ("pending", "Pending"),
                    ("approved", "Approved"),
                    ("rejected", "Rejected"),
                    ("spam", "Spam"),
                ],
                default="pending",
                max_length=8,
            ),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(fields=["email", "status"], name="catalogue_r_email_5dee64_idx"),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.UniqueConstraint(
                "product",
                "email",
                MD5("text"),
                condition=models.Q(("email", ""), _negated=True),
                name="same_words_once_per_author",
            ),
        ),
        migrations.RunSQL(COUNT, migrations.RunSQL.noop),
    ]
