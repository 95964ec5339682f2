"""After an import of many wines PostgreSQL knows that there are many, and plans the queries of pages for them."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from vintner.catalogue.management.commands.import_products import MANY_ROWS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _without_autovacuum(db: None) -> None:
    """Keep PostgreSQL from looking at these tables by itself: meanwhile, an import leaves them out."""
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE catalogue_product, catalogue_variation IN SHARE UPDATE EXCLUSIVE MODE")


def import_wines(folder: Path, number: int, *options: str, price: int = 20) -> None:
    path = folder / "products.csv"
    rows = "".join(f"simple,STAT-{each},Wine {each},{price},5\n" for each in range(number))
    path.write_text(f"Type,SKU,Name,Regular price,Stock\n{rows}")
    call_command("import_products", str(path), *options)


def knows_wines(price: int = 20) -> bool:
    """Tell whether PostgreSQL knows that there are imported wines, and that this is what they cost."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stats WHERE (tablename, attname) = ('catalogue_product', 'sku') AND"
            " histogram_bounds::text LIKE '%%STAT-1%%' OR (tablename, attname) = ('catalogue_variation',"
            " 'regular_price') AND %s = ANY (most_common_vals::text::text[])",
            [str(price * 100)],
        )
        (known,) = cursor.fetchone()
        return bool(known == 2)


def test_after_many_wines_their_tables_are_looked_at(tmp_path: Path) -> None:
    import_wines(tmp_path, MANY_ROWS)
    assert knows_wines()


def test_a_few_wines_and_a_trial_change_nothing(tmp_path: Path) -> None:
    import_wines(tmp_path, MANY_ROWS - 1)
    import_wines(tmp_path, MANY_ROWS, "--dry-run")
    assert not knows_wines()


def test_changed_wines_count_and_unchanged_ones_do_not(tmp_path: Path) -> None:
    import_wines(tmp_path, MANY_ROWS - 1)
    import_wines(tmp_path, MANY_ROWS)
    assert not knows_wines()
    import_wines(tmp_path, MANY_ROWS, price=30)
    assert knows_wines(30)
