"""The program is killed while the method of subscriptions is changed: none is left on the old one."""

from datetime import timedelta

import pytest
from django.utils import timezone

from vintner.payments import jobs
from vintner.payments.models import CardSetup, SavedMethod
from vintner.payments.tests.killed import killed
from vintner.subscriptions.tests.club_member import ALL, ClubMember
from vintner.testing.sandbox import Sandbox
from vintner.testing.store import open_store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
POINTS = ("after_setup_is_begun", "after_setup_call", "before_setup_commit", "before_method_change_commit")
CHANGE = """
from django.utils import timezone
from vintner.customers.models import User
from vintner.payments.saved_methods import setups
from vintner.payments.saved_methods.purpose import SetupPurpose
purpose = SetupPurpose(subscription={number}, for_all=True)
setup = setups.create_setup(User.objects.get(), "{card}", timezone.now(), purpose=purpose)
setups.start_setup(setup)
"""
CHOOSE = """
from django.utils import timezone
from vintner.customers.models import User
from vintner.payments.models import SavedMethod
from vintner.subscriptions.changes import methods
method = SavedMethod.objects.get(last_four="4444")
methods.change_method(User.objects.get(), method, timezone.now(), number={number}, for_all=True)
"""
OLD, NEW = "Visa •••• 4242", "Mastercard •••• 4444"


@pytest.fixture
def jane(sandbox: Sandbox) -> ClubMember:
    open_store()
    return ClubMember(sandbox, count=3)


def some_time_later() -> None:
    CardSetup.objects.update(changed_at=timezone.now() - timedelta(minutes=3), busy_until=None)
    for _ in range(2):
        jobs.reconcile_setups(0)


@pytest.mark.parametrize("point", POINTS)
def test_all_are_changed_or_none_and_the_background_puts_it_right(
    sandbox: Sandbox, jane: ClubMember, point: str
) -> None:
    card = sandbox.card("5555555555554444")
    killed(point, CHANGE.format(number=jane.subscription.pk, card=card), sandbox)
    assert jane.methods() == {OLD}
    some_time_later()
    reached = point != "after_setup_is_begun"
    assert jane.methods() == ({NEW} if reached else {OLD})
    assert SavedMethod.objects.filter(method_id=card).exists() == reached
    if not reached:  # the provider never heard of it, and the subscriber tries again
        jane.changes_to_card(sandbox.card("5555555555554444"), **ALL)
        assert jane.methods() == {NEW}


def test_a_saved_method_is_for_all_or_for_none(sandbox: Sandbox, jane: ClubMember) -> None:
    jane.saves(sandbox.card("5555555555554444"))
    killed("before_method_change_commit", CHOOSE.format(number=jane.subscription.pk), sandbox)
    assert jane.methods() == {OLD}
