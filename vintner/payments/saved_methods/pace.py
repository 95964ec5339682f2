"""How soon another payment method may be added."""

from datetime import datetime

from django.db.models import Max

from vintner.customers.models import User
from vintner.payments.messages import CARD_TOO_SOON, CARD_TOO_SOON_AFTER_REFUSED
from vintner.payments.models import CardSetup
from vintner.payments.saved_methods.purpose import SetupPurpose
from vintner.payments.saved_methods.rules import SetupHistory, SetupStatus
from vintner.refusal import Refusal


def refuse_if_too_soon(user: User, purpose: SetupPurpose, now: datetime) -> None:
    """Refuse another method so soon after the last one, `too_soon`, with one of two messages: the pause after a
    declined method is shorter, and its length is not displayed. Where a box or an order waits for a method, only saved
    ones count: whoever was declined enters another card at once.
    """
    history = _read_history(user)
    if history.follows_added(now):
        raise Refusal("too_soon", CARD_TOO_SOON)
    if purpose.is_for_account and history.follows_refused(now):
        raise Refusal("too_soon", CARD_TOO_SOON_AFTER_REFUSED)


def _read_history(user: User) -> SetupHistory:
    ends = CardSetup.objects.filter(user=user)
    added = ends.filter(status=SetupStatus.SUCCEEDED).aggregate(at=Max("closed_at"))["at"]
    refused = ends.filter(status=SetupStatus.DECLINED).aggregate(at=Max("closed_at"))["at"]
    return SetupHistory(added_at=added, refused_at=refused)
