from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("payments", "0022_lists_of_many_rows"),
    ]

    operations = [
        migrations.AddField(
            model_name="payment",
            name="unanswered_at",
            field=models.DateTimeField(
                help_text="When its call ended without an answer: nobody waits, but the charge may still arrive.",
                null=True,
            ),
        ),
    ]
