"""Questions are read by the words that the catalogue has now."""

import threading
from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection, transaction

from vintner.catalogue.finding import dictionary, search
from vintner.catalogue.jobs import forget_words
from vintner.catalogue.models import Product
from vintner.testing.builders import make_producer, make_product


def words() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT word FROM catalogue_searchword")
        return {row[0] for row in cursor.fetchall()}


@pytest.mark.django_db
def test_words_that_no_wine_has_any_more_are_forgotten() -> None:
    wine = make_product(name="Barolo Antico", producer=make_producer("Casa Nova"), facts={"Grape": "Nebbiolo"})
    make_product(name="Barolo")
    Product.objects.filter(pk=wine.pk).update(name="Barolo Moderno", description="As good as antico.")
    assert "antico" in words()
    forget_words(timestamp=0)
    assert {"barolo", "moderno", "nebbiolo", "casa", "nova"} <= words()
    assert "antico" not in words()
    assert [reading.meant for reading in search.read("antcio")] == [("antcio",)]


@pytest.fixture
def slow_filing(transactional_db: None) -> Iterator[threading.Event]:
    """A transaction has filed a wine by an unused word that it found in the dictionary, and commits after the event."""
    make_product(name="Rarissimo").delete()
    begun, finish = threading.Event(), threading.Event()

    def slowly() -> None:
        try:
            with transaction.atomic():
                make_product(name="Rarissimo")
                begun.set()
                finish.wait(20)
        finally:
            connection.close()

    thread = threading.Thread(target=slowly)
    thread.start()
    assert begun.wait(20)
    yield finish
    finish.set()
    thread.join()


def somebody_waits_for_a_table() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'catalogue_findable'::regclass)"
        )
        (waits,) = cursor.fetchone()
    return bool(waits)


def test_forgetting_waits_for_who_files_a_wine_but_not_for_long(slow_filing: threading.Event) -> None:
    with pytest.raises(OperationalError):
        dictionary.delete_unused_words()
    assert "rarissimo" in words()


def test_a_word_that_came_into_use_meanwhile_stays(
    slow_filing: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dictionary, "PATIENCE", "20s")
    forgotten: list[int] = []

    def forget() -> None:
        try:
            forgotten.append(dictionary.delete_unused_words())
        finally:
            connection.close()

    forgetting = threading.Thread(target=forget)
    forgetting.start()
    while forgetting.is_alive() and not somebody_waits_for_a_table():
        forgetting.join(0.02)
    slow_filing.set()
    forgetting.join()
    assert forgotten == [0]
    assert "rarissimo" in words()
