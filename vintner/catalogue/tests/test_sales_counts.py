"""What is sold is counted once, and nobody waits for it."""

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from vintner.catalogue.finding.index_refresh import current_index
from vintner.catalogue.jobs import count_sales
from vintner.catalogue.models import Product, UncountedSale
from vintner.catalogue.stock import sales_counts
from vintner.testing.builders import make_product
from vintner.testing.races import run_together, run_while_blocked
from vintner.web.catalogue_version import current_version, forget_version

pytestmark = pytest.mark.django_db(transaction=True)


def sold_before(count: int) -> Product:
    wine = make_product()
    Product.objects.filter(pk=wine.pk).update(sales_count=count)
    return wine


def sold(*quantities: tuple[Product, int]) -> None:
    UncountedSale.objects.bulk_create(UncountedSale(product_id=wine.pk, quantity=number) for wine, number in quantities)


def counts(*wines: Product) -> list[int]:
    return [Product.objects.get(pk=wine.pk).sales_count for wine in wines]


def popular() -> list[int]:
    with current_index() as index:
        return index.in_order(index.having("listed"), "popularity", 0, 9)


def number() -> int:
    forget_version()
    return current_version(timezone.now()).number


def text_rows() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT changed::text FROM catalogue_searchdocument ORDER BY product_id")
        return [changed for (changed,) in cursor.fetchall()]


def test_the_job_adds_up_what_orders_have_sold() -> None:
    wine, other = sold_before(5), sold_before(2)
    sold((wine, 2), (other, 12), (wine, 3), (other, -6))
    count_sales(timestamp=0)
    assert counts(wine, other) == [10, 8]
    count_sales(timestamp=0)
    assert counts(wine, other) == [10, 8]


def test_a_count_does_not_fall_below_zero_and_a_deleted_wine_has_none() -> None:
    wine, gone = sold_before(1), make_product()
    sold((wine, -3), (gone, 2))
    gone.delete()
    count_sales(timestamp=0)
    assert counts(wine) == [0]
    assert not UncountedSale.objects.exists()


def test_two_workers_at_once_count_each_sale_once() -> None:
    wines = [make_product() for _ in range(3)]
    for _ in range(20):
        sold(*((wine, 1) for wine in wines))
        run_together([sales_counts.count_sales] * 2)
    assert counts(*wines) == [20, 20, 20]


def test_a_worker_waits_for_the_one_that_counts_and_finds_nothing_left() -> None:
    wine = make_product()
    sold((wine, 4))
    transaction.set_autocommit(False)
    try:
        sales_counts.count_sales()
        run_while_blocked(sales_counts.count_sales, transaction.commit)
    finally:
        transaction.rollback()
        transaction.set_autocommit(True)
    assert counts(wine) == [4]


def test_what_a_crash_left_uncounted_is_counted_by_the_next_run(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = sold_before(1), make_product()
    sold((second, 4))
    with monkeypatch.context() as crash:
        crash.setattr(sales_counts, "end_version", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            sales_counts.count_sales()
    assert counts(first, second) == [1, 0]
    sales_counts.count_sales()
    assert counts(first, second) == [1, 4]


def test_wines_are_listed_by_the_new_counts_and_their_words_stay_as_they_are() -> None:
    first, second = sold_before(3), sold_before(1)
    assert popular() == [first.pk, second.pk]
    before = text_rows()
    sold((second, 4))
    count_sales(timestamp=0)
    assert popular() == [second.pk, first.pk]
    assert text_rows() == before


def test_an_edited_count_is_listed_as_well() -> None:
    first, second = sold_before(3), sold_before(1)
    Product.objects.filter(pk=second.pk).update(sales_count=9)
    assert popular() == [second.pk, first.pk]


def test_cached_pages_end_only_when_a_wine_overtakes_another() -> None:
    first, second = sold_before(30), sold_before(10)
    before = number()
    sold((first, 3), (second, 6))
    count_sales(timestamp=0)
    assert number() == before
    sold((second, 60))
    count_sales(timestamp=0)
    after = number()
    assert after > before
    count_sales(timestamp=0)
    assert number() == after


def test_counting_costs_as_many_queries_for_two_wines_as_for_twenty(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    wines = [make_product() for _ in range(20)]
    for some in (wines[:2], wines):
        sold(*((wine, place) for place, wine in enumerate(some, 1)))
        with django_assert_num_queries(7):  # begin and commit; take, lock, compare, add; the version
            sales_counts.count_sales()
