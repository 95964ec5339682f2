"""Products and what belongs to them, and the product index, which the database keeps."""

from pathlib import Path

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.contrib.postgres.operations import TrigramExtension, UnaccentExtension
from django.db import migrations, models

import vintner.catalogue.models
import vintner.money
from vintner.catalogue.ids import SEQUENCE

SQL = Path(__file__).with_name("sql")

PRODUCT = (
    "id, published, visibility, in_stock, on_sale, producer_id, rating_average, rating_count, name, lowest_price, "
    "featured, created_at, sales_count, sku, short_description, description"
)
OWN = "SELECT array_agg(DISTINCT product_id) FROM (%s) AS rows"
ALL, UPDATE = ("INSERT", "UPDATE", "DELETE"), ("UPDATE",)
# Each table, the statements that count, its columns that count, and the query for the products of changed rows.
WATCHED = (
    ("catalogue_product", ALL, PRODUCT, "SELECT array_agg(DISTINCT id) FROM (%s) AS rows"),
    ("catalogue_productfact", ALL, "product_id, value_id", OWN),
    ("catalogue_product_categories", ALL, "product_id, category_id", OWN),
    ("catalogue_product_tags", ALL, "product_id, tag_id", OWN),
    ("catalogue_variation", ALL, "product_id, id, enabled, sku", OWN),
    (
        "catalogue_variation_options",
        ALL,
        "variation_id, attributevalue_id",
        "SELECT array_agg(DISTINCT v.product_id) FROM catalogue_variation v JOIN (%s) AS rows ON v.id = variation_id",
    ),
    (
        "catalogue_attributevalue",
        UPDATE,
        "id, name, slug, attribute_id",
        (
            "SELECT array_agg(product_id) FROM (SELECT product_id FROM catalogue_productfact f JOIN (%1$s) AS rows ON f.value_id = rows.id "
            "UNION SELECT v.product_id FROM catalogue_variation v JOIN catalogue_variation_options o ON o.variation_id = v.id "
            "JOIN (%1$s) AS rows ON o.attributevalue_id = rows.id) AS reached"
        ),
    ),
    (
        "catalogue_producer",
        UPDATE,
        "id, name, slug, region, country",
        "SELECT array_agg(DISTINCT p.id) FROM catalogue_product p JOIN (%s) AS rows ON p.producer_id = rows.id",
    ),
    (
        "catalogue_category",
        UPDATE,
        "id, name, slug",
        "SELECT array_agg(DISTINCT product_id) FROM catalogue_product_categories JOIN (%s) AS rows ON category_id = rows.id",
    ),
    (
        "catalogue_tag",
        UPDATE,
        "id, name, slug",
        "SELECT array_agg(DISTINCT product_id) FROM catalogue_product_tags JOIN (%s) AS rows ON tag_id = rows.id",
    ),
)
CHANGED_ROWS = {
    "INSERT": "NEW TABLE AS made",
    "DELETE": "OLD TABLE AS old",
    "UPDATE": "OLD TABLE AS old NEW TABLE AS made",
}


def _file_products_trigger(table, event, columns, reach):
    return migrations.RunSQL(
        f"CREATE TRIGGER found_{event.lower()} AFTER {event} ON {table} REFERENCING {CHANGED_ROWS[event]} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION catalogue_touched('{columns}', '{reach}')"
    )


def _former_address_triggers(kind):
    table = f"catalogue_{kind}"
    run = f"EXECUTE FUNCTION catalogue_keep_former_address('{kind}')"
    return migrations.RunSQL(
        f"CREATE TRIGGER keep_former_address AFTER UPDATE OF slug ON {table} FOR EACH ROW "
        f"WHEN (OLD.slug <> NEW.slug) {run}; "
        f"CREATE TRIGGER take_over_address AFTER INSERT ON {table} FOR EACH ROW {run};"
    )


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("catalogue", "0001_sequence"),
        ("catalogue", "0002_initial"),
        ("catalogue", "0003_initial"),
        ("catalogue", "0004_producer_showcase"),
        ("catalogue", "0005_reviews"),
        ("catalogue", "0006_findable"),
        ("catalogue", "0007_vintage_facts"),
        ("catalogue", "0008_former_addresses"),
        ("catalogue", "0009_changed_texts"),
        ("catalogue", "0010_tax_and_shipping_classes"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        TrigramExtension(),
        UnaccentExtension(),
        migrations.RunSQL(f"CREATE SEQUENCE {SEQUENCE} START 101"),
        migrations.CreateModel(
            name="Attribute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, unique=True)),
                ("slug", models.SlugField(max_length=80, unique=True)),
                ("position", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "ordering": ["position", "name"],
            },
        ),
        migrations.CreateModel(
            name="ShippingClass",
            fields=[
                ("slug", models.SlugField(max_length=40, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
            ],
            options={
                "verbose_name_plural": "shipping classes",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Tag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, unique=True)),
                ("slug", models.SlugField(max_length=80, unique=True)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="TaxClass",
            fields=[
                ("slug", models.SlugField(max_length=40, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
            ],
            options={
                "verbose_name_plural": "tax classes",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Variation",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=django.db.models.expressions.RawSQL("nextval('catalogue_item_id')", ()),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("sku", models.CharField(blank=True, max_length=80, null=True, unique=True, verbose_name="SKU")),
                ("enabled", models.BooleanField(default=True)),
                ("position", models.PositiveSmallIntegerField(default=0)),
                ("regular_price", vintner.money.MoneyField(blank=True, null=True)),
                ("sale_price", vintner.money.MoneyField(blank=True, null=True)),
                ("sale_starts_at", models.DateTimeField(blank=True, null=True)),
                ("sale_ends_at", models.DateTimeField(blank=True, null=True)),
                (
                    "weight",
                    models.DecimalField(
                        blank=True, decimal_places=3, max_digits=8, null=True, verbose_name="weight (lbs)"
                    ),
                ),
                ("manage_stock", models.BooleanField(default=True, verbose_name="count the stock")),
                ("on_hand", models.IntegerField(default=0, editable=False, verbose_name="bottles on hand")),
                ("reserved", models.IntegerField(default=0, editable=False, verbose_name="held by unpaid orders")),
                (
                    "available",
                    models.BooleanField(
                        default=True, help_text="Used when the stock is not counted.", verbose_name="in stock"
                    ),
                ),
                (
                    "backorders",
                    models.CharField(
                        choices=[("no", "Do not allow"), ("notify", "Allow, but tell the shopper"), ("yes", "Allow")],
                        default="no",
                        max_length=6,
                    ),
                ),
                ("low_stock_threshold", models.PositiveIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.CreateModel(
            name="AttributeValue",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=300)),
                ("slug", models.SlugField(max_length=300)),
                ("position", models.PositiveSmallIntegerField(default=0)),
                (
                    "attribute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="values", to="catalogue.attribute"
                    ),
                ),
            ],
            options={
                "ordering": ["position", "name"],
            },
        ),
        migrations.CreateModel(
            name="Category",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120)),
                ("slug", models.SlugField(max_length=120, unique=True)),
                (
                    "position",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Menus and listings follow it, from the lowest on; equal ones by name."
                    ),
                ),
                ("description", models.TextField(blank=True)),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="children",
                        to="catalogue.category",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "categories",
                "ordering": ["position", "name"],
            },
        ),
        migrations.CreateModel(
            name="FormerAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=8)),
                ("slug", models.SlugField(max_length=200)),
                ("target", models.BigIntegerField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("kind", "slug"), name="former_address_once")],
            },
        ),
        migrations.CreateModel(
            name="Picture",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "original",
                    models.ImageField(height_field="height", upload_to="pictures/original", width_field="width"),
                ),
                ("width", models.PositiveIntegerField(editable=False)),
                ("height", models.PositiveIntegerField(editable=False)),
                ("alt", models.CharField(blank=True, max_length=300, verbose_name="what it shows")),
                ("caption", models.CharField(blank=True, max_length=300)),
                (
                    "checksum",
                    models.CharField(
                        editable=False, help_text="SHA-256 of the original file.", max_length=64, unique=True
                    ),
                ),
                (
                    "sizes",
                    models.JSONField(
                        default=list,
                        editable=False,
                        help_text="[{format: avif|webp|jpeg, width, height, path}], narrowest first.",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GalleryPicture",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField(default=0)),
                (
                    "picture",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="catalogue.picture"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="Producer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, unique=True)),
                ("slug", models.SlugField(max_length=120, unique=True)),
                ("country", models.CharField(blank=True, max_length=80)),
                ("region", models.CharField(blank=True, max_length=120)),
                ("founded", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("summary", models.CharField(blank=True, max_length=300, verbose_name="one sentence")),
                ("story", models.TextField(blank=True)),
                (
                    "logo",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="catalogue.picture",
                    ),
                ),
                (
                    "picture",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="catalogue.picture",
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
            },
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
            },
        ),
        migrations.CreateModel(
            name="Product",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=django.db.models.expressions.RawSQL("nextval('catalogue_item_id')", ()),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("simple", "Simple"), ("variable", "Variable")], default="simple", max_length=8
                    ),
                ),
                ("sku", models.CharField(max_length=80, unique=True, verbose_name="SKU")),
                ("name", models.CharField(max_length=200)),
                ("slug", models.SlugField(max_length=200, unique=True)),
                ("short_description", models.TextField(blank=True)),
                ("description", models.TextField(blank=True)),
                ("published", models.BooleanField(default=True)),
                ("featured", models.BooleanField(default=False)),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("visible", "Shop and search"),
                            ("catalog", "Shop only"),
                            ("search", "Search only"),
                            ("hidden", "Hidden"),
                        ],
                        default="visible",
                        max_length=8,
                    ),
                ),
                ("created_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("available_from", models.DateTimeField(blank=True, null=True, verbose_name="coming soon until")),
                ("sold_individually", models.BooleanField(default=False, verbose_name="one per order")),
                ("reviews_allowed", models.BooleanField(default=True)),
                ("alcoholic", models.BooleanField(default=True, verbose_name="contains alcohol")),
                ("virtual", models.BooleanField(default=False, verbose_name="needs no shipping")),
                (
                    "tax_status",
                    models.CharField(
                        choices=[("taxable", "Taxable"), ("shipping", "Shipping only"), ("none", "None")],
                        default="taxable",
                        max_length=8,
                    ),
                ),
                ("tax_class", models.SlugField(default="standard", max_length=40)),
                ("shipping_class", models.SlugField(blank=True, max_length=40)),
                ("sales_count", models.PositiveIntegerField(default=0, editable=False)),
                ("lowest_price", vintner.money.MoneyField(editable=False, null=True)),
                ("highest_price", vintner.money.MoneyField(editable=False, null=True)),
                ("on_sale", models.BooleanField(default=False, editable=False)),
                ("in_stock", models.BooleanField(default=False, editable=False)),
                ("rating_average", models.DecimalField(decimal_places=2, default=0, editable=False, max_digits=3)),
                ("rating_count", models.PositiveIntegerField(default=0, editable=False)),
                ("review_count", models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                (
                    "star_counts",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(),
                        db_default=[0, 0, 0, 0, 0],
                        default=vintner.catalogue.models.no_stars,
                        editable=False,
                        size=5,
                    ),
                ),
                ("categories", models.ManyToManyField(blank=True, related_name="products", to="catalogue.category")),
                (
                    "gallery",
                    models.ManyToManyField(
                        blank=True, related_name="+", through="catalogue.GalleryPicture", to="catalogue.picture"
                    ),
                ),
                (
                    "picture",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="catalogue.picture",
                    ),
                ),
                (
                    "producer",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="products",
                        to="catalogue.producer",
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.AddField(
            model_name="gallerypicture",
            name="product",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="gallery_pictures", to="catalogue.product"
            ),
        ),
        migrations.CreateModel(
            name="ProductFact",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("visible", models.BooleanField(default=True, verbose_name="shown on the product page")),
                ("position", models.PositiveSmallIntegerField(default=0)),
                (
                    "product",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="facts", to="catalogue.product"
                    ),
                ),
                (
                    "value",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="facts", to="catalogue.attributevalue"
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
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
            },
        ),
        migrations.CreateModel(
            name="Review",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("author", models.CharField(max_length=100)),
                ("email", models.EmailField(blank=True, max_length=254)),
                (
                    "rating",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(5),
                        ],
                    ),
                ),
                ("text", models.TextField(blank=True, max_length=5000)),
                ("verified", models.BooleanField(default=False, verbose_name="verified buyer")),
                (
                    "status",
                    models.CharField(
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
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "reply",
                    models.TextField(
                        blank=True,
                        help_text="Stands under the review.",
                        max_length=2000,
                        verbose_name="the store's answer",
                    ),
                ),
                (
                    "product",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reviews", to="catalogue.product"
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-id"],
            },
        ),
        migrations.AddField(
            model_name="review",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="product",
            name="tags",
            field=models.ManyToManyField(blank=True, related_name="products", to="catalogue.tag"),
        ),
        migrations.AddField(
            model_name="variation",
            name="options",
            field=models.ManyToManyField(blank=True, related_name="variations", to="catalogue.attributevalue"),
        ),
        migrations.AddField(
            model_name="variation",
            name="picture",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="catalogue.picture",
            ),
        ),
        migrations.AddField(
            model_name="variation",
            name="product",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="variations", to="catalogue.product"
            ),
        ),
        migrations.AddField(
            model_name="productfact",
            name="variation",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="facts",
                to="catalogue.variation",
                verbose_name="only of",
            ),
        ),
        migrations.AddConstraint(
            model_name="attributevalue",
            constraint=models.UniqueConstraint(fields=("attribute", "slug"), name="attribute_value_once"),
        ),
        migrations.AddConstraint(
            model_name="category",
            constraint=models.UniqueConstraint(
                fields=("parent", "name"), name="category_name_once_per_parent", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="producerslide",
            constraint=models.UniqueConstraint(fields=("producer", "picture"), name="producer_slide_once"),
        ),
        migrations.AddConstraint(
            model_name="gallerypicture",
            constraint=models.UniqueConstraint(fields=("product", "picture"), name="gallery_picture_once"),
        ),
        migrations.AddConstraint(
            model_name="relatedmaterial",
            constraint=models.CheckConstraint(
                condition=models.Q(("file", ""), ("link", ""), _connector="XOR"),
                name="material_is_a_file_or_a_link",
                violation_error_message="Give a file or a link, not both.",
            ),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(fields=["product", "status", "-created_at"], name="catalogue_r_product_14c58f_idx"),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(fields=["email", "status"], name="catalogue_r_email_5dee64_idx"),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.CheckConstraint(
                condition=models.Q(("rating__isnull", True), ("rating__range", (1, 5)), _connector="OR"),
                name="rating_from_1_to_5",
            ),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.UniqueConstraint(fields=("product", "author", "created_at"), name="review_once"),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.UniqueConstraint(
                models.F("product"),
                models.F("email"),
                django.db.models.functions.text.MD5("text"),
                condition=models.Q(("email", ""), _negated=True),
                name="same_words_once_per_author",
            ),
        ),
        migrations.AddIndex(
            model_name="product",
            index=models.Index(fields=["published", "lowest_price"], name="catalogue_p_publish_66ce9e_idx"),
        ),
        migrations.AddIndex(
            model_name="product",
            index=models.Index(fields=["published", "-rating_average"], name="catalogue_p_publish_7f0deb_idx"),
        ),
        migrations.AddIndex(
            model_name="product",
            index=models.Index(fields=["published", "-sales_count"], name="catalogue_p_publish_0ef768_idx"),
        ),
        migrations.AddIndex(
            model_name="product",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=["name"], name="product_name_trigrams", opclasses=["gin_trgm_ops"]
            ),
        ),
        migrations.AddConstraint(
            model_name="variation",
            constraint=models.CheckConstraint(condition=models.Q(("reserved__gte", 0)), name="nothing_held_below_zero"),
        ),
        migrations.AddConstraint(
            model_name="variation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("manage_stock", False),
                    models.Q(("backorders", "no"), _negated=True),
                    ("reserved__lte", models.F("on_hand")),
                    _connector="OR",
                ),
                name="never_oversold",
            ),
        ),
        migrations.AddConstraint(
            model_name="variation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("regular_price__isnull", True), ("regular_price__gte", vintner.money.Money(0)), _connector="OR"
                    ),
                    models.Q(
                        ("sale_price__isnull", True), ("sale_price__gte", vintner.money.Money(0)), _connector="OR"
                    ),
                ),
                name="no_negative_price",
            ),
        ),
        migrations.AddConstraint(
            model_name="productfact",
            constraint=models.UniqueConstraint(
                fields=("product", "value", "variation"), name="fact_once_per_product", nulls_distinct=False
            ),
        ),
        migrations.RunSQL((SQL / "product_index.sql").read_text()),
        *[
            _file_products_trigger(table, event, columns, reach)
            for table, events, columns, reach in WATCHED
            for event in events
        ],
        migrations.RunSQL((SQL / "former_addresses.sql").read_text()),
        *[_former_address_triggers(kind) for kind in ("product", "producer", "category", "tag")],
    ]
