"""Where wine may go is part of what pages say of delivery, so editing it makes a new edition of the book too."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("pricing", "0002_book_version")]

    operations = [
        migrations.RunSQL(
            "CREATE TRIGGER new_book AFTER INSERT OR UPDATE OR DELETE ON shipping_destination "
            "FOR EACH STATEMENT EXECUTE FUNCTION pricing_new_book()",
            "DROP TRIGGER new_book ON shipping_destination",
        )
    ]
