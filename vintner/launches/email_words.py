"""What the merchant wants the e-mail about a launch to say."""

from vintner.catalogue.models import Product
from vintner.launches.models import LaunchPlan


def find_email_words(product: Product) -> tuple[str, tuple[str, ...]]:
    """Return the subject and the first paragraphs for the newest launch of a wine; empty: the usual ones. One query."""
    plans = LaunchPlan.objects.filter(product=product, cancelled_at=None).order_by("-pk")
    subject, text = plans.values_list("email_subject", "email_text").first() or ("", "")
    parts = text.replace("\r\n", "\n").split("\n\n")
    return subject, tuple(part.strip() for part in parts if part.strip())
