"""Tax rates as a CSV file, in the columns that other shops use (docs/pricing.md#taxes)."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction

from vintner.catalogue.classes import STANDARD, TaxClass
from vintner.pricing.models import TaxRate
from vintner.shipping.regions import read_country_and_state
from vintner.web.admin.csv_export import find_delimiter, unquote_cell, write_csv
from vintner.web.numbers import whole
from vintner.web.text_input import read_line, read_text

COLUMNS: Final = (
    *("Country code", "State code", "Postcode / ZIP", "City", "Rate %", "Tax name"),
    *("Priority", "Compound", "Shipping", "Tax class"),
)
MOST_LINES: Final = 100_000
MOST_TOLD: Final = 20
"""So many bad lines are reported; the others are reported after these were corrected."""
_TRUE: Final = {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False, "": False}
_KEY: Final = ("postcodes", "cities", "name", "priority", "tax_class")
"""What makes a rate of a place the same when a file comes again: all but how much it is and on what."""


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be read, counted from 1 as editors count, and why."""

    number: int
    problem: str

    def __str__(self) -> str:
        return f"Line {self.number}: {self.problem}"


@dataclass
class BadFile(Exception):
    """Lines that cannot be read. Nothing of their file is taken over."""

    lines: tuple[BadLine, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of the rates of a file."""

    added: int
    changed: int
    removed: int


def take_over(text: str, *, replace: bool = False) -> Imported:
    """Take over the rates of a file: new ones are added, known ones changed; with `replace`, others are removed.

    Raises BadFile, and then nothing has changed.
    """
    rates = read(text)
    with transaction.atomic():
        known = {_key(row): row for row in TaxRate.objects.select_for_update().order_by("id")}
        new = [rate for rate in rates if _key(rate) not in known]
        changed = [row for rate in rates if (row := known.get(_key(rate))) and _differs(row, rate)]
        TaxRate.objects.bulk_create(new, batch_size=1000)
        TaxRate.objects.bulk_update(changed, ("percent", "compound", "on_shipping"), batch_size=1000)
        removed = 0
        if replace:
            kept = {_key(rate) for rate in rates}
            gone = [row.pk for key, row in known.items() if key not in kept]
            removed, _ = TaxRate.objects.filter(pk__in=gone).delete()
    return Imported(added=len(new), changed=len(changed), removed=removed)


def _key(rate: TaxRate) -> tuple[object, ...]:
    return (*read_country_and_state(rate.country, rate.state), *(getattr(rate, name) for name in _KEY))


def _differs(row: TaxRate, rate: TaxRate) -> bool:
    """Compare the rows, and give the row what the file says."""
    was = (row.percent, row.compound, row.on_shipping)
    row.percent, row.compound, row.on_shipping = rate.percent, rate.compound, rate.on_shipping
    return was != (row.percent, row.compound, row.on_shipping)


def read(text: str) -> list[TaxRate]:
    """Return the unsaved rates of a file. Raises BadFile."""
    classes = {name.casefold(): slug for slug, name in TaxClass.objects.values_list("slug", "name")}
    classes |= {slug: slug for slug in classes.values()}
    rates: dict[tuple[object, ...], TaxRate] = {}
    bad: list[BadLine] = []
    for number, cells in _rows(text, bad):
        try:
            rate = _rate(cells, classes)
            if _key(rate) in rates:
                raise ValueError("The same rate stands in a line before.")
            rates[_key(rate)] = rate
        except ValueError as problem:
            bad.append(BadLine(number, str(problem)))
    if bad:
        raise BadFile(tuple(bad[:MOST_TOLD]))
    return list(rates.values())


def _rows(text: str, bad: list[BadLine]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines after the heading with their numbers; a file that is no such file is told in `bad`."""
    text = text.lstrip("\ufeff")
    delimiter = find_delimiter(text.partition("\n")[0].rstrip("\r"), COLUMNS)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=delimiter)
    try:
        heading = [read_line(cell) for cell in next(reader, [])]
        if [cell.casefold() for cell in heading] != [column.casefold() for column in COLUMNS]:
            bad.append(BadLine(1, f"The columns must be: {', '.join(COLUMNS)}."))
            return
        for cells in reader:
            if reader.line_num > MOST_LINES:
                raise csv.Error(f"a file has at most {MOST_LINES:,} lines")
            if any(cell.strip() for cell in cells):
                yield reader.line_num, [read_text(unquote_cell(cell)).strip() for cell in cells]
    except csv.Error as error:
        bad.append(BadLine(reader.line_num, f"This is not CSV: {error}."))


def _rate(cells: Sequence[str], classes: Mapping[str, str]) -> TaxRate:
    """Return the rate of one line. Raises ValueError."""
    if len(cells) != len(COLUMNS):
        raise ValueError(f"It has {len(cells)} cells, not {len(COLUMNS)}.")
    country, state, postcodes, city, percent, name, priority, compound, shipping, tax_class = cells
    rate = TaxRate(
        country=_everywhere(country).upper(),
        state=_everywhere(state).upper(),
        postcodes=_everywhere(postcodes),
        cities=_everywhere(city),
        percent=_number(percent),
        name=name or "Tax",
        priority=_whole(priority or "1"),
        compound=_flag(compound, "Compound"),
        on_shipping=_flag(shipping, "Shipping"),
        tax_class=_class(tax_class, classes),
    )
    try:
        rate.clean()  # a state by its name becomes a code, which fits
        rate.clean_fields()
    except ValidationError as error:
        messages = (f"{field}: {' '.join(texts)}" for field, texts in error.message_dict.items())
        raise ValueError(" ".join(messages)) from error
    return rate


def _everywhere(text: str) -> str:
    return "" if text == "*" else text


def _number(text: str) -> Decimal:
    try:
        number = Decimal(text.removesuffix("%").strip())
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise ValueError(f"“{text[:30]}” is no percentage: write 7.25.")
    return number


def _whole(text: str) -> int:
    number = whole(text, digits=4)
    if number is None:
        raise ValueError(f"“{text[:30]}” is no priority: write 1, 2, 3 …")
    return number


def _flag(text: str, column: str) -> bool:
    if text.casefold() not in _TRUE:
        raise ValueError(f"{column} must be 1 or 0, not “{text[:30]}”.")
    return _TRUE[text.casefold()]


def _class(text: str, classes: Mapping[str, str]) -> str:
    if not text:
        return STANDARD
    if text.casefold() not in classes:
        raise ValueError(f"There is no tax class “{text[:40]}”. Add it first.")
    return classes[text.casefold()]


def write(rates: Sequence[TaxRate]) -> str:
    """Return the file of these rates, which `take_over` reads."""
    return write_csv(COLUMNS, map(_cells, rates))


def _cells(rate: TaxRate) -> tuple[str, ...]:
    return (
        rate.country or "*",
        rate.state or "*",
        rate.postcodes or "*",
        rate.cities or "*",
        f"{rate.percent:.4f}",
        rate.name,
        str(rate.priority),
        str(int(rate.compound)),
        str(int(rate.on_shipping)),
        "" if rate.tax_class == STANDARD else rate.tax_class,
    )
