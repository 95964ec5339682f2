"""So often and no more, whichever process counts."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from vintner.web.jobs import forget_tries
from vintner.web.models import Tries
from vintner.web.rate_limits import count_try, is_exhausted, reset_tries, return_try


@pytest.fixture(autouse=True)
def _three(settings: Settings) -> None:
    settings.LIMITS = {"tries": (3, 60), "others": (3, 60)}


@pytest.mark.django_db
def test_three_tries_and_no_more() -> None:
    assert [count_try("tries", "a") for _ in range(4)] == [True, True, True, False]
    assert (is_exhausted("tries", "a"), is_exhausted("tries", "b"), is_exhausted("others", "a")) == (True, False, False)


@pytest.mark.django_db
def test_every_key_is_counted_also_behind_a_full_one() -> None:
    for _ in range(3):
        count_try("tries", "a")
    assert not count_try("tries", "a", "b", "b")
    assert sorted(Tries.objects.values_list("count", flat=True)) == [1, 4]


@pytest.mark.django_db
def test_when_the_time_is_over_they_begin_anew() -> None:
    for _ in range(3):
        count_try("tries", "a")
    Tries.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert not is_exhausted("tries", "a")
    assert count_try("tries", "a")
    assert Tries.objects.get().count == 1


@pytest.mark.django_db
def test_what_is_over_is_forgotten_and_nobody_s_name_is_kept() -> None:
    count_try("tries", "jane@example.com")
    count_try("tries", "b")
    Tries.objects.filter(key=Tries.objects.first().key).update(ends_at=timezone.now())  # type: ignore[union-attr]
    forget_tries(0)
    assert Tries.objects.count() == 1
    assert "jane" not in Tries.objects.get().key


@pytest.mark.django_db(transaction=True)
def test_tries_at_the_same_moment_are_all_counted() -> None:
    def press(_: int) -> bool:
        try:
            return count_try("tries", "a", "b") if _ % 2 else count_try("tries", "b", "a")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as shoppers:
        assert sum(shoppers.map(press, range(24))) == 3
    assert list(Tries.objects.values_list("count", flat=True)) == [24, 24]


@pytest.mark.django_db
def test_a_try_can_be_given_back_and_a_count_forgotten() -> None:
    for _ in range(3):
        count_try("tries", "a")
    return_try("tries", "a", "unknown")
    assert [count_try("tries", "a"), count_try("tries", "a")] == [True, False]
    reset_tries("tries", "a")
    assert count_try("tries", "a")
