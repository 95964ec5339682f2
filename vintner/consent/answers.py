"""Answers to the question about cookies, as evidence."""

from datetime import datetime

from vintner.consent import cookie
from vintner.consent.models import ConsentRecord
from vintner.consent.rules import CookieConsent, VisitorRegion
from vintner.consent.store_words import words_version
from vintner.web.rate_limits import count_try


def record_answer(consent: CookieConsent, region: VisitorRegion, *, key: str, now: datetime) -> str:
    """Store an answer and return the text of its cookie.

    `key` is what the rate limit counts by. Beyond it the answer holds all the same, without a row as evidence: nobody
    may be kept from saying no.
    """
    record_id = ""
    if count_try("consents", key):
        record_id = ConsentRecord.objects.create(
            statistics=consent.statistics,
            preferences=consent.preferences,
            version=words_version(),
            region=str(region),
            answered_at=now,
        ).pk
    return cookie.write_answer(consent, at=now, record_id=record_id)
