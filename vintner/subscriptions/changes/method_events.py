"""Subscriptions follow the saved methods that they are charged to."""

from collections.abc import Mapping

from django.utils import timezone

from vintner.customers.models import User
from vintner.payments.models import CardSetup, SavedMethod
from vintner.refusal import Refusal
from vintner.subscriptions import subscriptions
from vintner.subscriptions.changes import methods
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.rules import LIVING


def apply_saved_setup(setup: CardSetup, method: SavedMethod, **_: object) -> None:
    """Charge the subscriptions to a new method that a change asked for. Receiver of `setup_saved`.

    It runs in the transaction that saves the method: there is no moment in which only one of both is done. A
    subscription for which another method was chosen since keeps that one.
    """
    if setup.subscription_number is not None or setup.for_all_subscriptions:
        methods.change_method(
            setup.user,
            method,
            timezone.now(),
            number=setup.subscription_number,
            for_all=setup.for_all_subscriptions,
            chosen_at=setup.chosen_at or setup.created_at,
        )


def hand_over_method(method: SavedMethod, heir: SavedMethod | None, by: User | None = None, **_: object) -> None:
    """Let the heir take over what is charged to a method. Receiver of `method_leaves`.

    Raises Refusal `in_use` when there is no heir and a living subscription needs the method.
    """
    if heir is not None:
        methods.hand_over(method, heir, by=by)
        return
    if numbers := methods.find_users_of([method]).get(method.pk):
        raise Refusal("in_use", in_use_words(numbers))


def in_use_words(numbers: list[str]) -> str:
    """Return why a method cannot be deleted."""
    which = f"subscription {numbers[0]}" if len(numbers) == 1 else f"subscriptions {', '.join(numbers)}"
    return (
        f"This payment method pays for {which}, and you have no other that could take over."
        " Add another payment method first, or cancel the subscription."
    )


def list_method_uses(user: User, **_: object) -> Mapping[int, str]:
    """Return method id → which subscriptions are charged to it. Receiver of `find_uses`."""
    if user.subscribed_at is None:
        return {}
    found = methods.find_users_of(list(SavedMethod.objects.filter(customer__user=user)))
    return {
        pk: f"subscription {numbers[0]}" if len(numbers) == 1 else f"subscriptions {', '.join(numbers)}"
        for pk, numbers in found.items()
    }


def note_lost_method(instance: SavedMethod, **_: object) -> None:
    """Note that a method is gone, before its row is: the next box is not charged to anything else.

    Receiver of Django's `pre_delete`. One query.
    """
    living = Subscription.objects.filter(method=instance, status__in=[each.value for each in LIVING])
    for subscription in living:
        subscriptions.add_event(subscription, f'The payment method "{instance.label}" is gone: there is none now.')
