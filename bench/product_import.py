"""The import of a file of 10,000 rows: how long it takes, and what the processors do for it.

`python -m bench.product_import` imports into a database of its own: once into an empty store, then the same file
again, then with every price changed. It writes docs/figures/product_import.md.
"""

import csv
import os
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from bench.own_database import own_database

ROWS: Final = 10_000
BAR: Final = 60
"""Seconds for the first import."""
FIGURES: Final = Path(__file__).resolve().parent.parent / "docs" / "figures" / "product_import.md"
COUNTRIES: Final = ("France", "Italy", "Spain", "Portugal", "Germany", "Austria", "Chile", "Argentina")
GRAPES: Final = ("Pinot Noir", "Merlot", "Chardonnay", "Syrah", "Grenache", "Riesling", "Nebbiolo", "Malbec", "Furmint")
NAMES: Final = ("Reserva", "Classic", "Old Vines")
COLOURS: Final = ("Red", "White", "Rosé", "Sparkling")
FOODS: Final = ("Beef", "Lamb", "Veal", "Pasta", "Pizza", "Seafood", "Poultry", "Risotto", "Cheese", "Vegetarian")
HEAD: Final = (
    "ID", "Type", "SKU", "Name", "Published", "Short description", "Description", "Stock", "Low stock amount",
    "Weight (lbs)", "Sale price", "Regular price", "Categories", "Tags", "Brands", "Parent", "Position",
    *(f"Attribute {number} {part}" for number in range(1, 6) for part in ("name", "value(s)")),
    "Body", "Acidity", "Score 1 source", "Score 1 points", "Contents",
)  # fmt: skip

Cells = dict[str, str]


class TimeTaken(NamedTuple):
    """Seconds: on the clock, and of processor time of the import and of its connection to the database."""

    clock: float
    program: float
    database: float


def write_file(path: Path, rows: int, *, dearer: int = 0) -> None:
    """Write a product file of so many rows, the same each time but for prices that are so many dollars higher.

    A third of its wines have vintages; some of those stand before their wine, a few rows have faults.
    """
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, HEAD, restval="")
        table.writeheader()
        found = _rows(dearer)
        for _ in range(rows):
            table.writerow(next(found))


def _rows(dearer: int) -> Iterator[Cells]:
    number = 0
    while True:
        number += 1
        chance = random.Random(number)  # noqa: S311 - chance, not secrecy
        price = str(chance.randrange(6, 90) + dearer)
        wine = _wine(number, chance)
        if number % 3:
            priced = "a lot" if number % 97 == 0 else f"{price}.50"
            yield {**wine, "Type": "simple", "Regular price": priced, "Stock": str(chance.randrange(60)),
                   "Sale price": "5.00" if number % 10 == 0 else "", "Contents": _contents(number)}  # fmt: skip
            continue
        years = [str(2024 - each) for each in range(chance.choice((2, 3, 4)))]
        vintages = [_vintage(wine, year, position, price) for position, year in enumerate(years, start=1)]
        product = {**wine, "Type": "variable", "Attribute 5 name": "Vintage", "Attribute 5 value(s)": ", ".join(years)}
        yield from [*vintages, product] if number % 60 == 0 else [product, *vintages]


def _contents(number: int) -> str:
    """Return what is in each two hundredth product, a gift set of the two before."""
    return f"GEN-{number - 1} × 2 | GEN-{number - 3} × 1" if number % 200 == 50 else ""


def _wine(number: int, chance: random.Random) -> Cells:
    colour, country, grape = chance.choice(COLOURS), chance.choice(COUNTRIES), chance.choice(GRAPES)
    facts = {
        "Grape": grape,
        "Country": country,
        "Region": f"{country} {chance.randrange(12)}",
        "Food pairing": ", ".join(chance.sample(FOODS, 5)),
    }
    attributes = {
        f"Attribute {place} {part}": text
        for place, (name, values) in enumerate(facts.items(), start=1)
        for part, text in (("name", name), ("value(s)", values))
    }
    grower = chance.randrange(300)
    return {
        "ID": str(number), "SKU": f"GEN-{number}", "Name": f"{grape} {chance.choice(NAMES)}",
        "Published": "1", "Short description": f"A {colour.lower()} wine from {facts['Region']}.",
        "Description": f"Made of {grape} by Estate {grower}. {'It is balanced, ripe and long. ' * 8}",
        "Low stock amount": "6", "Weight (lbs)": "3",
        "Categories": f"Wine, Wine > {colour}, {country} > {facts['Region']}",
        "Tags": ", ".join(chance.sample(FOODS, 3)), "Brands": f"Estate {grower}", **attributes,
        "Body": str(1 + number % 5), "Acidity": str(1 + number % 4),
        "Score 1 source": "Wine Gazette" if number % 4 == 0 else "", "Score 1 points": "91" if number % 4 == 0 else "",
    }  # fmt: skip


def _vintage(wine: Cells, year: str, position: int, price: str) -> Cells:
    return {
        "Type": "variation", "SKU": f"{wine['SKU']}-{year}", "Name": f"{wine['Name']} - {year}", "Published": "1",
        "Parent": wine["SKU"], "Position": str(position), "Regular price": f"{price}.{position}0",
        "Stock": str(position * 7), "Weight (lbs)": "3", "Attribute 1 name": "Vintage", "Attribute 1 value(s)": year,
    }  # fmt: skip


def main(rows: int) -> None:
    """Import three times and write the table."""
    with TemporaryDirectory() as folder, own_database(Path(folder) / "var"):
        from django.core.management import call_command  # noqa: PLC0415 - reads Django's settings

        call_command("migrate", verbosity=0)
        first, dearer = Path(folder) / "first.csv", Path(folder) / "dearer.csv"
        write_file(first, rows)
        write_file(dearer, rows, dearer=3)
        times = {
            "into an empty store": _time(first),
            "the same file again": _time(first),
            "with other prices": _time(dearer),
        }
    FIGURES.write_text(_table(times, rows))
    print(FIGURES.read_text())


def _time(path: Path) -> TimeTaken:
    from django.core.management import call_command  # noqa: PLC0415 - reads Django's settings
    from django.db import connection  # noqa: PLC0415 - reads Django's settings

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [[backend]] = cursor.fetchall()
    before = (time.perf_counter(), time.process_time(), _processor_time(backend))
    try:
        with Path(os.devnull).open("w") as nowhere:
            call_command("import_products", str(path), stderr=nowhere)
    except SystemExit:
        pass  # the file has rows with faults
    after = (time.perf_counter(), time.process_time(), _processor_time(backend))
    return TimeTaken(*(end - start for start, end in zip(before, after, strict=True)))


def _processor_time(process: int) -> float:
    """Return the seconds that a process has been on a processor, as Linux counts them."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


def _table(times: dict[str, TimeTaken], rows: int) -> str:
    lines = [
        f"| {what} | {taken.clock:.1f} | {taken.program:.1f} | {taken.database:.1f} | {taken.clock / rows * 1000:.1f} |"
        for what, taken in times.items()
    ]
    return "\n".join([
        f"# An import of {rows:,} rows",
        "",
        f"Seconds, on the clock and of a processor; the first at most {BAR}. {os.getloadavg()[0]:.1f} load at the end,",
        f"{os.cpu_count()} processors: the clock counts what other programs took as well.",
        "",
        "| Import | Clock | Program | Database | Clock, ms a row |",
        "|---|---|---|---|---|",
        *lines,
        "",
    ])  # fmt: skip


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROWS)
