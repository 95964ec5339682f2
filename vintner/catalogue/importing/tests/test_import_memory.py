"""An import takes no more memory for a long file than for a short one."""

import gc
import tracemalloc
from pathlib import Path

import pytest

from vintner.catalogue.importing.products_file import ProductImport, Summary
from vintner.catalogue.models import Product

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
HEAD = "Type,SKU,Name,Description,Regular price,Tags,Parent,Attribute 1 name,Attribute 1 value(s)\n"
TEXT = "It is good. " * 40


def shop(path: Path, size: int) -> Path:
    """Write a shop of so many rows: variations that must wait for their products, products, and many faulty rows."""
    with path.open("w") as file:
        file.write(HEAD)
        for number in range(size // 20):
            file.write(f"variation,S{size}-V{number},,,9.50,,S{size}-{number % 5},Vintage,{number % 50}\n")
        for number in range(size // 20):
            kind, price = ("variable", "") if number < 5 else ("simple", "9.99")
            file.write(f"{kind},S{size}-{number},Wine {number},{TEXT},{price},Tag {number},,,\n")
        for number in range(size // 20 * 18):
            file.write(f"simple,S{size}-X{number},Wine {number},{TEXT},a lot,,,,\n")
    return path


def most_kept(path: Path) -> tuple[int, Summary]:
    """Return the most bytes that were kept from one batch to the next; what only waits to be swept up is swept up."""
    kept: list[int] = []

    def weigh(_: int) -> None:
        gc.collect()
        kept.append(tracemalloc.get_traced_memory()[0])

    gc.freeze()
    run = ProductImport(path, None, trial=False, report=lambda _: None, progress=weigh)
    tracemalloc.start()
    try:
        summary = run.run()
        weigh(0)
    finally:
        tracemalloc.stop()
        gc.unfreeze()
    return max(kept), summary


@pytest.mark.sweep
def test_memory_stays_flat(tmp_path: Path) -> None:
    most_kept(shop(tmp_path / "warm.csv", 100))
    short, _ = most_kept(shop(tmp_path / "short.csv", 500))
    long, summary = most_kept(shop(tmp_path / "long.csv", 2_000))

    assert Product.objects.filter(sku__startswith="S2000-").count() == 100
    assert sum(summary.counts.values()) == 200
    assert summary.rejected == 1_800
    assert long < short + 400_000, (short, long)
