"""Adds payment methods to accounts without paying. Never calls the provider inside a transaction.

`apply_setup` is the only place where the method of an attempt gets into the account, whether the call's answer, the
browser, a webhook event or the reconciler brings the setup intent (docs/payments.md).
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import DataError, IntegrityError, transaction
from django.db.models import Max, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from procrastinate.contrib.django import app

from vintner import chaos
from vintner.customers.models import User
from vintner.payments.attempts import attempts, card_testing
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.attempts import build_claim, is_ours
from vintner.payments.attempts.start_payment import is_trusted_page
from vintner.payments.gateway import NewSetup, NotSent, PaymentError, Rejected, SetupIntent, expect_found
from vintner.payments.messages import CARD_BUSY
from vintner.payments.models import MAX_PAGE_LENGTH, CardSetup, SavedMethod
from vintner.payments.provider import gateway
from vintner.payments.saved_methods import saved_methods
from vintner.payments.saved_methods.pace import refuse_if_too_soon
from vintner.payments.saved_methods.purpose import FOR_ORDERS, SetupPurpose
from vintner.payments.saved_methods.rules import (
    ACTION_LIFETIME,
    OPEN_SETUP_STATUSES,
    SetupOutcome,
    SetupStatus,
    decide_setup,
)
from vintner.payments.saved_methods.signals import setup_saved
from vintner.payments.types import CARD, MethodType
from vintner.refusal import Refusal
from vintner.web.client_address import BrowserInfo

PROVE_BY_DEPOSIT = "verify_with_microdeposits"
"""The provider's name of the verification by a small deposit, which takes days."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StartedSetup:
    """The attempt, and the setup intent with which the browser continues, if there is one."""

    setup: CardSetup
    intent: SetupIntent | None = None


def create_setup(
    user: User, method: str, now: datetime, method_type: MethodType = CARD, purpose: SetupPurpose = FOR_ORDERS
) -> CardSetup:
    """Create an attempt before the provider is called. `method` is blank when the browser adds it later.

    The same method again, or a blank one of the same type and purpose while the last one waits, is the same attempt:
    with its key the provider does nothing twice. What it is saved for is what was asked for last. Raises Refusal:
    `busy` while a request of the account waits for the provider, `too_soon`.
    """
    with transaction.atomic(durable=True):
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        own = CardSetup.objects.filter(user=user)
        if own.filter(status=SetupStatus.CREATED, busy_until__gt=now).exists():
            raise Refusal("busy", CARD_BUSY)
        known = own.filter(method=method) if method else _find_awaiting_method(user, method_type, purpose, now)
        setup = known.select_for_update(of=("self",)).first()
        if setup is None:
            refuse_if_too_soon(user, purpose, now)
            setup = _create_attempt(user, method, method_type, purpose)
        elif purpose.is_for_subscriptions:
            _choose_again(setup, purpose, now)
        if purpose.order is not None and setup.order_id != purpose.order.pk:
            setup.order = purpose.order
            setup.save(update_fields=["order", "changed_at"])
        if setup.status == SetupStatus.CREATED:
            setup.busy_until = now + attempts.CALL_TIMEOUT
            setup.save(update_fields=["busy_until", "changed_at"])
    chaos.point("after_setup_is_begun")
    return setup


def _choose_again(setup: CardSetup, purpose: SetupPurpose, now: datetime) -> None:
    """Store for which subscriptions the method of a locked attempt was chosen now. A saved one is charged at once."""
    setup.subscription_number, setup.for_all_subscriptions = purpose.subscription, purpose.for_all
    setup.chosen_at = now
    setup.save(update_fields=["subscription_number", "for_all_subscriptions", "chosen_at", "changed_at"])
    owner = saved_methods.lock_customer(setup.user) if setup.status == SetupStatus.SUCCEEDED else None
    saved = owner.methods.filter(method_id=setup.method).first() if owner is not None else None
    if saved is not None:
        setup_saved.send(CardSetup, setup=setup, method=saved)


def start_setup(setup: CardSetup, address: str | None = None) -> StartedSetup:
    """Create the setup intent, or read the one that there is, and apply it.

    A decline of an open attempt counts for the internet address of the request, if there is one. Raises ProviderDown
    when the outcome is unknown; the webhook or the reconciler finds it out.
    """
    was_open = setup.closed_at is None
    started = _start(setup)
    if was_open:
        _count_decline_from(address, started.setup)
    return started


def refresh_setup(setup: CardSetup, address: str | None = None) -> CardSetup:
    """Read an attempt's setup intent from the provider and apply it. Raises ProviderDown.

    A decline counts for the internet address of the request that reports it, if there is one.
    """
    attempts.assert_no_transaction()
    intent = _find_intent(setup)
    setup = _close_unsent(setup.pk) if intent is None else apply_setup(intent)
    _count_decline_from(address, setup)
    return setup


def cancel_setup(setup: CardSetup) -> CardSetup:
    """Cancel an attempt's setup intent, so that it cannot succeed any more. Raises ProviderDown."""
    attempts.assert_no_transaction()
    return apply_setup(gateway().cancel_setup(setup.intent_id)) if setup.intent_id else refresh_setup(setup)


def apply_setup(intent: SetupIntent) -> CardSetup:
    """Update an attempt from a setup intent that was just read. Does nothing the second time.

    Raises ForeignIntent when it belongs to no attempt, or to another customer.
    """
    with transaction.atomic():
        setup = _lock_attempt(intent)
        outcome = decide_setup(SetupStatus(setup.status), intent.status, has_error=intent.error is not None)
        log.info("card setup %s: intent %s, %s", setup.pk, intent.status, outcome)
        setup.intent_id, setup.busy_until = intent.id, None
        _HANDLERS[outcome](setup, intent)
        setup.save()
        chaos.point("before_setup_commit")
    return setup


def _start(setup: CardSetup) -> StartedSetup:
    attempts.assert_no_transaction()
    if setup.status in (SetupStatus.DECLINED, SetupStatus.CANCELLED):
        return StartedSetup(setup)
    try:
        intent = _create_intent(setup) if setup.intent_id is None else _find_intent(setup)
    except NotSent:
        CardSetup.objects.filter(pk=setup.pk, status=SetupStatus.CREATED).update(busy_until=None)
        raise
    if intent is None:
        return StartedSetup(CardSetup.objects.get(pk=setup.pk))
    chaos.point("after_setup_call")
    return StartedSetup(apply_setup(intent), intent)


def _count_decline_from(address: str | None, setup: CardSetup) -> None:
    if address is not None and setup.status == SetupStatus.DECLINED:
        card_testing.count_address_decline(address)


def _find_awaiting_method(
    user: User, method_type: MethodType, purpose: SetupPurpose, now: datetime
) -> QuerySet[CardSetup]:
    """Return the attempts to which the browser may still add a method. Bank accounts in verification are not among
    them.
    """
    own = CardSetup.objects.filter(
        user=user,
        type=method_type.name,
        method="",
        provider_page="",
        subscription_number=purpose.subscription,
        for_all_subscriptions=purpose.for_all,
    )
    return own.filter(
        status__in=(SetupStatus.CREATED, SetupStatus.ACTION_REQUIRED), created_at__gt=now - ACTION_LIFETIME
    )


def _create_attempt(user: User, method: str, method_type: MethodType, purpose: SetupPurpose) -> CardSetup:
    attempt = (CardSetup.objects.filter(user=user).aggregate(last=Max("attempt"))["last"] or 0) + 1
    # an account with the same id in another database has another key
    mark = salted_hmac("vintner.payments.setup_key", f"{user.pk} {user.joined_at.isoformat()}").hexdigest()[:12]
    key = f"setup:{user.pk}-{mark}:attempt:{attempt}"
    browser = purpose.browser if method and method_type.mandate else BrowserInfo()  # else it is not stored
    return CardSetup.objects.create(
        user=user,
        attempt=attempt,
        type=method_type.name,
        method=method,
        subscription_number=purpose.subscription,
        for_all_subscriptions=purpose.for_all,
        sent_from=browser.address,
        user_agent=browser.user_agent,
        idempotency_key=key,
    )


def _create_intent(setup: CardSetup) -> SetupIntent | None:
    """Create the setup intent with the attempt's key. Returns None when the provider rejects it."""
    try:
        return attempts.call_for_customer(setup, lambda: gateway().set_up(_build_request(setup)))
    except Rejected as refusal:
        _record_rejection(setup.pk, refusal)
        return None


def _build_request(setup: CardSetup) -> NewSetup:
    return NewSetup(
        customer_id=setup.customer_id,
        type=setup.type,
        method=setup.method,
        key=setup.idempotency_key,
        claim=build_claim(setup),
        return_url=f"{settings.STORE_URL}{page_after(setup)}",
        browser=(setup.sent_from, setup.user_agent) if setup.sent_from or setup.user_agent else None,
    )


def page_after(setup: CardSetup) -> str:
    """Return the path of the page that is shown once the method is saved: its subscription's, or the list."""
    if setup.subscription_number is not None:
        return reverse("view_subscription", args=[setup.subscription_number])
    return reverse("payment_methods")


def _find_intent(setup: CardSetup) -> SetupIntent | None:
    """Return the attempt's intent; None when the provider never heard of the attempt."""
    if setup.intent_id is not None:
        return expect_found(gateway().find_setup(setup.intent_id), f"setup intent {setup.intent_id}")
    if not setup.customer_id:  # it was never sent
        return None
    return gateway().find_claimed_setup(build_claim(setup), setup.customer_id, setup.created_at)


def _lock_attempt(intent: SetupIntent) -> CardSetup:
    """Return the locked attempt of this intent. Raises ForeignIntent."""
    setup = attempts.find_named(CardSetup.objects.select_for_update(of=("self",)).select_related("user"), intent)
    if setup is None:
        raise ForeignIntent(f"setup intent {intent.id} is of no attempt")
    if not is_ours(setup, intent.claim) or intent.customer_id != setup.customer_id:
        raise ForeignIntent(f"setup intent {intent.id} is not of attempt {setup.pk}")
    return setup


def _close_unsent(setup_id: int) -> CardSetup:
    """Close an attempt that never reached the provider."""
    with transaction.atomic():
        setup = CardSetup.objects.select_for_update().get(pk=setup_id)
        if attempts.is_unsent(setup):
            _close(setup, SetupStatus.CANCELLED)
            setup.save()
    return setup


def _record_rejection(setup_id: int, refusal: Rejected) -> None:
    """Record that the provider rejected the attempt and created no intent."""
    with transaction.atomic():
        setup = CardSetup.objects.select_for_update().get(pk=setup_id)
        if setup.status in OPEN_SETUP_STATUSES:
            _decline(setup, PaymentError(code=refusal.code, message=refusal.message))
            setup.save()


def _close(setup: CardSetup, status: SetupStatus) -> None:
    setup.status, setup.busy_until, setup.provider_page = status, None, ""
    setup.closed_at = timezone.now()


def _decline(setup: CardSetup, error: PaymentError) -> None:
    card_testing.count_setup_decline(setup.user_id)
    attempts.record_error(setup, error)
    _close(setup, SetupStatus.DECLINED)


def _change_nothing(setup: CardSetup, intent: SetupIntent) -> None:
    pass


def _save_method(setup: CardSetup, intent: SetupIntent) -> None:
    """Save the method in the account. One that cannot be saved is detached at the provider."""
    try:
        with transaction.atomic():
            is_saved = intent.method is not None and saved_methods.save_method(
                setup.user, setup.customer_id, intent.method
            )
    except (DataError, IntegrityError):
        log.exception("the method of setup %s could not be kept", setup.pk)
        is_saved = False
    if is_saved and intent.method is not None:
        setup.method = intent.method.method_id
        setup.error_code = setup.error_message = ""
        _close(setup, SetupStatus.SUCCEEDED)
        saved = SavedMethod.objects.get(method_id=intent.method.method_id)
        setup_saved.send(CardSetup, setup=setup, method=saved)
        saved_methods.send_setup_method_saved(setup)
        return
    _decline(setup, PaymentError())
    if intent.method is not None:
        saved_methods.detach_later(intent.method.method_id)


def _await_action(setup: CardSetup, intent: SetupIntent) -> None:
    setup.status = SetupStatus.ACTION_REQUIRED
    if intent.next_action == PROVE_BY_DEPOSIT and is_trusted_page(intent.page) and len(intent.page) <= MAX_PAGE_LENGTH:
        setup.provider_page = intent.page


def _await_bank(setup: CardSetup, intent: SetupIntent) -> None:
    setup.status = SetupStatus.PROCESSING


def _decline_intent(setup: CardSetup, intent: SetupIntent) -> None:
    """Decline the attempt, and cancel its intent by a job: a browser could test stolen cards on an open one."""
    _decline(setup, intent.error or PaymentError())
    app.configure_task("payments.end_setup").defer(setup_id=setup.pk)


def _cancel(setup: CardSetup, intent: SetupIntent) -> None:
    _close(setup, SetupStatus.CANCELLED)


_HANDLERS: dict[SetupOutcome, Callable[[CardSetup, SetupIntent], None]] = {
    SetupOutcome.NOTHING: _change_nothing,
    SetupOutcome.KEEP: _save_method,
    SetupOutcome.AWAIT_ACTION: _await_action,
    SetupOutcome.AWAIT_BANK: _await_bank,
    SetupOutcome.DECLINE: _decline_intent,
    SetupOutcome.END: _cancel,
}
