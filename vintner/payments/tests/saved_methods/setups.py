"""Payment methods that are being saved, and their names."""

from datetime import timedelta

from django.utils import timezone

from vintner.payments.models import CardSetup


def get_setup() -> CardSetup:
    return CardSetup.objects.get()


def age_setups() -> None:
    """Let so much time pass that the background asks about what nobody brought news of."""
    CardSetup.objects.update(changed_at=timezone.now() - timedelta(minutes=3), busy_until=None)


LABELS = {
    "link": "Link (fill_never@example.com)",
    "sepa_debit": "SEPA Direct Debit ending in 3003",
    "bacs_debit": "Bacs Direct Debit ending in 2345",
    "au_becs_debit": "BECS Direct Debit ending in 3456",
    "cashapp": "Cash App Pay ($sandbox)",
    "us_bank_account": "US bank account ending in 0009 (STRIPE TEST BANK)",
    **dict.fromkeys(("bancontact", "ideal", "sofort"), "SEPA Direct Debit ending in 3000"),
}
