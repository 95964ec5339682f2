import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("customers", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountField",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("email", "E-mail address"),
                            ("password", "Password"),
                            ("password_again", "Password, typed again"),
                            ("first_name", "First name"),
                            ("last_name", "Last name"),
                            ("country", "Country"),
                            ("state", "State"),
                            ("phone_code", "Phone code"),
                            ("phone", "Phone number"),
                            ("date", "Date"),
                            ("address", "Address with lookup"),
                            ("city", "City"),
                            ("postcode", "Postcode"),
                            ("picture", "Profile picture"),
                            ("terms", "Acceptance of the terms"),
                        ],
                        editable=False,
                        max_length=20,
                        unique=True,
                    ),
                ),
                ("label", models.CharField(max_length=200)),
                (
                    "hint",
                    models.CharField(
                        blank=True, help_text="Stands below the field.", max_length=300, verbose_name="description"
                    ),
                ),
                (
                    "default",
                    models.CharField(
                        blank=True,
                        help_text="For the country and the state: a code such as US or CA. Other fields begin empty.",
                        max_length=10,
                        verbose_name="chosen beforehand",
                    ),
                ),
                ("required", models.BooleanField(default=False)),
                ("in_registration", models.BooleanField(default=False, verbose_name="asked at registration")),
                ("in_profile", models.BooleanField(default=False, verbose_name="asked in the profile")),
                ("position", models.PositiveSmallIntegerField(default=0, help_text="Lower numbers stand further up.")),
            ],
            options={
                "verbose_name": "account field",
                "ordering": ("position", "pk"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("label", ""), _negated=True), name="account_field_has_label"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind__in", ("email", "password")), _negated=True),
                            models.Q(("in_registration", True), ("required", True)),
                            _connector="OR",
                        ),
                        name="account_field_to_log_in",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind__in", ("email", "password", "password_again", "terms")), _negated=True),
                            ("in_profile", False),
                            _connector="OR",
                        ),
                        name="account_field_not_in_profile",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CustomerProfile",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="profile",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("country", models.CharField(blank=True, max_length=2)),
                (
                    "state",
                    models.CharField(
                        blank=True, help_text="A code, or a name where the country has no codes.", max_length=100
                    ),
                ),
                (
                    "phone_country",
                    models.CharField(blank=True, help_text="The country whose phone code was chosen.", max_length=2),
                ),
                ("phone", models.CharField(blank=True, help_text="E.164: +14155550100.", max_length=16)),
                ("date", models.DateField(blank=True, null=True)),
                ("address", models.CharField(blank=True, max_length=300)),
                ("city", models.CharField(blank=True, max_length=100)),
                ("postcode", models.CharField(blank=True, max_length=12)),
                ("terms_accepted_at", models.DateTimeField(blank=True, null=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("country", ""), ("country__regex", "^[A-Z]{2}$"), _connector="OR"),
                        name="profile_country",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("phone_country", ""), ("phone_country__regex", "^[A-Z]{2}$"), _connector="OR"
                        ),
                        name="profile_phone_country",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("phone", ""),
                            models.Q(
                                ("phone__regex", "^\\+[1-9][0-9]{3,14}$"),
                                models.Q(("phone_country", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="profile_phone",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ProfilePicture",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="profile_picture",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("name", models.CharField(max_length=32, unique=True)),
                ("small", models.BinaryField()),
                ("large", models.BinaryField()),
                ("added_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name__regex", "^[0-9a-f]{32}$")), name="profile_picture_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.LessThanOrEqual(
                                django.db.models.functions.text.Length("small"), 400000
                            ),
                            django.db.models.lookups.LessThanOrEqual(
                                django.db.models.functions.text.Length("large"), 400000
                            ),
                        ),
                        name="profile_picture_size",
                    ),
                ],
            },
        ),
    ]
