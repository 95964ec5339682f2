"""Somebody asks again and again for e-mails to one address, with all that such forms are attacked with."""

from datetime import timedelta
from functools import partial
from typing import Final

from django.utils import timezone

from bench.bars import Bar, none_of
from bench.invariants.database import wipe
from bench.invariants.shoppers import ShopperAnswer, ShopperBrowser, run_at_once
from vintner.alerts.models import Alert
from vintner.orders.models import Email
from vintner.testing.builders import make_product

WINES: Final = 5
SIDE_BY_SIDE: Final = 24
MOST_EMAILS: Final = 3
VICTIM: Final = "victim@example.com"
ADDRESSES: Final = (VICTIM, VICTIM.upper(), f" {VICTIM} ", f"{VICTIM}\r\nBcc: eve@example.com", f"<script>{VICTIM}")


def flood_one_address(address: str, count: int) -> list[Bar]:
    """Send so many requests for the same address, about several wines."""
    wipe()
    soon = timezone.now() + timedelta(days=3)
    wines = [make_product(available_from=soon) for _ in range(WINES)]
    asking = [
        partial(_ask, address, wines[number % WINES].pk, ADDRESSES[number // WINES % len(ADDRESSES)])
        for number in range(count)
    ]
    answers = [timed.answer for timed in run_at_once(asking, side_by_side=SIDE_BY_SIDE)]
    broken = sum(answer.failed or answer.status == 0 for answer in answers)
    written = Email.objects.filter(to__icontains="victim").count()
    rows = Alert.objects.count()
    return [
        none_of(f"{count} requests for one address: 5xx", broken, f"{rows} rows for {WINES} wines"),
        Bar(
            says=f"{count} requests for one address: emails to it",
            measured=str(written),
            asked=f"≤ {MOST_EMAILS}",
            is_met=written <= MOST_EMAILS,
        ),
    ]


def _ask(address: str, product_id: int, email: str) -> ShopperAnswer:
    fields = {"action": "wcp_save_email", "id": str(product_id), "email": email, "source": "x" * 10_000}
    return ShopperBrowser(address).asks("POST", "/wp-admin/admin-ajax.php", fields)
