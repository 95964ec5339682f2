"""Pages that the merchant writes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Content",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=120)),
                (
                    "slug",
                    models.SlugField(
                        help_text="“delivery” is the page /delivery/. Links to the old address stop working when you change it.",
                        max_length=80,
                        unique=True,
                        verbose_name="address",
                    ),
                ),
                (
                    "text",
                    models.TextField(
                        help_text="Markdown: an empty line begins a new paragraph, ## a heading, - an entry of a list; **strong**, [words](/shop/) for a link, and tables. HTML is shown as it is typed.",
                        max_length=50000,
                    ),
                ),
                (
                    "description",
                    models.CharField(blank=True, help_text="One sentence for search engines.", max_length=200),
                ),
                (
                    "group",
                    models.CharField(
                        blank=True,
                        choices=[(None, "No link in the footer"), ("help", "Help"), ("about", "About")],
                        max_length=10,
                        verbose_name="footer",
                    ),
                ),
                (
                    "position",
                    models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first in the footer."),
                ),
                (
                    "published",
                    models.BooleanField(
                        default=False,
                        help_text="Off: a draft, which only staff sees, by its preview.",
                        verbose_name="shown",
                    ),
                ),
                (
                    "starts_at",
                    models.DateTimeField(blank=True, help_text="Empty: at once.", null=True, verbose_name="from"),
                ),
                (
                    "ends_at",
                    models.DateTimeField(
                        blank=True, help_text="Empty: until it is switched off.", null=True, verbose_name="until"
                    ),
                ),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "verbose_name": "content page",
                "ordering": ("group", "position", "title"),
            },
        ),
    ]
