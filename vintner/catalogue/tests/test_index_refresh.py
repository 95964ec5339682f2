"""What a process keeps of the catalogue is never older than the request, and is read again only if it changed."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from vintner.catalogue.finding import index_refresh, search, word_index
from vintner.catalogue.finding.index_refresh import cache_commonest_words, current_index, preload_index
from vintner.catalogue.finding.product_index import WordSets
from vintner.catalogue.finding.word_index import MOST_CACHED, products_with
from vintner.catalogue.models import Product
from vintner.testing.builders import make_producer, make_product


def searched(question: str) -> set[str]:
    readings = search.read(question)
    with current_index() as index:
        found = search.find(readings, index)
        ids = index.in_tiers(found.among, found.tiers, 0, 99)
    return set(Product.objects.filter(pk__in=ids).values_list("name", flat=True))


def cached_words() -> set[str]:
    with current_index() as index:
        return set(index.cached_words)


@pytest.mark.django_db(transaction=True)
def test_cached_words_follow_the_texts() -> None:
    wine, other = make_product(name="Barolo Antico"), make_product(name="Gavi")
    assert searched("barolo") == {"Barolo Antico"}
    Product.objects.filter(pk=other.pk).update(lowest_price=700, sales_count=3)
    assert cached_words() == {"barolo"}
    Product.objects.filter(pk=other.pk).update(name="Barolo Moderno")
    assert cached_words() == {"barolo"}
    assert searched("barolo") == {"Barolo Antico", "Barolo Moderno"}
    Product.objects.filter(pk=wine.pk).update(name="Antico", description="Grown beside Barolo.")
    assert searched("barolo") == {"Antico", "Barolo Moderno"}
    assert searched("antico") == {"Antico"}
    Product.objects.filter(pk=wine.pk).update(description="Grown beside Gavi.")
    assert searched("barolo") == {"Barolo Moderno"}
    make_product(name="Barolo Nuovo")
    assert "Barolo Nuovo" in searched("barolo")
    other.delete()
    assert "Barolo Moderno" not in searched("barolo")


@pytest.fixture
def slow_renaming(transactional_db: None) -> Iterator[threading.Event]:
    """A transaction that has renamed 'Gavi' to 'Barolo', and commits once the event is set and the fixture ends."""
    wine, _ = make_product(name="Gavi"), make_product(name="Barolo Antico")
    begun, finish = threading.Event(), threading.Event()

    def slowly() -> None:
        try:
            with transaction.atomic():
                Product.objects.filter(pk=wine.pk).update(name="Barolo")
                begun.set()
                finish.wait(20)
        finally:
            connection.close()
            ended.set()

    ended = threading.Event()
    thread = threading.Thread(target=slowly)
    thread.start()
    assert begun.wait(20)
    finish.ended = ended  # type: ignore[attr-defined]
    yield finish
    finish.set()
    thread.join()


def test_texts_written_by_a_long_transaction_are_found_when_it_ends(slow_renaming: threading.Event) -> None:
    assert searched("barolo") == {"Barolo Antico"}
    make_product(name="Gavi Nuovo")
    assert searched("barolo") == {"Barolo Antico"}
    assert cached_words() == {"barolo"}, "what was seen is not read again while a transaction lasts"
    slow_renaming.set()
    assert slow_renaming.ended.wait(20)  # type: ignore[attr-defined]
    assert searched("barolo") == {"Barolo", "Barolo Antico"}


@pytest.mark.django_db(transaction=True)
def test_rows_restored_from_another_database_are_read_once() -> None:
    """Their numbers of transactions may lie far in the future here."""
    make_product(name="Barolo")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE catalogue_findable SET changed = '99999999'")
        assert searched("barolo") == {"Barolo"}
        cursor.execute("SELECT pg_current_snapshot()::text")
        (seen,) = cursor.fetchone()
        cursor.execute(index_refresh._CHANGED, [seen])
        ((_, _, rewritten, product_id, *_),) = cursor.fetchall()
    assert (rewritten, product_id) == ([], None)


@pytest.mark.django_db(transaction=True)
def test_products_are_read_before_the_first_visitor_and_common_words_beside_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(word_index, "COMMON", 2)
    for name in ("Barolo Antico", "Barolo Moderno", "Gavi"):
        make_product(name=name)
    preload_index()
    assert connection.connection is None
    assert len(index_refresh._shared_copy.index) == 3
    assert index_refresh._shared_copy.index.cached_words == {}
    cache_commonest_words()
    assert connection.connection is None
    assert "barolo" in index_refresh._shared_copy.index.cached_words
    assert "gavi" not in index_refresh._shared_copy.index.cached_words


@pytest.mark.django_db(transaction=True)
def test_beginnings_of_words_follow_the_texts() -> None:
    wine = make_product(name="Barolo")
    assert searched("baro") == {"Barolo"}
    Product.objects.filter(pk=wine.pk).update(name="Barone")
    assert cached_words() == {"baro:*"}
    assert searched("baro") == {"Barone"}


@pytest.mark.django_db
def test_only_so_many_words_are_cached_those_searched_for_last() -> None:
    with current_index() as index:
        index.cached_words |= {f"word{number}": WordSets(0, 0, 0) for number in range(MOST_CACHED)}
        products_with(["word0", "barolo"], index)
        assert len(index.cached_words) == MOST_CACHED
        assert {"word0", "barolo"} <= set(index.cached_words)
        assert "word1" not in index.cached_words


@pytest.mark.django_db
@pytest.mark.parametrize("wines", [1, 40])
@pytest.mark.parametrize("question", ["barolo", "barool", "barolo from mars", "2019 baorlo riserva"])
def test_a_search_takes_few_queries(
    client: Client, wines: int, question: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(wines):
        make_product(name=f"Barolo {number}", producer=make_producer(f"Casa {number}"), facts={"Grape": "Nebbiolo"})
    client.get("/")
    with django_assert_max_num_queries(9):
        assert client.get("/", {"s": question, "post_type": "product"}).status_code == 200
    with django_assert_max_num_queries(7):
        assert client.get("/search/suggestions/", {"q": question}).status_code == 200
