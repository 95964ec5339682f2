from django.contrib.postgres.operations import TrigramExtension, UnaccentExtension
from django.db import migrations

from vintner.catalogue.ids import SEQUENCE


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        TrigramExtension(),
        UnaccentExtension(),
        migrations.RunSQL(f"CREATE SEQUENCE {SEQUENCE} START 101", f"DROP SEQUENCE {SEQUENCE}"),
    ]
