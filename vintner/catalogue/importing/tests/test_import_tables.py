"""A CSV file is read as a stream, and what is broken in it is told with its line."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vintner.catalogue.importing.tables import CsvRow, CsvTable, FileProblem, RejectedRow
from vintner.web.text_input import read_text


def table(folder: Path, content: str | bytes) -> CsvTable:
    path = folder / "table.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return CsvTable(path, ("SKU", "Name"))


def read(folder: Path, content: str | bytes) -> list[CsvRow | RejectedRow]:
    return list(table(folder, content).rows())


def names(entries: list[CsvRow | RejectedRow]) -> list[str]:
    return [f"!{entry.line}" if isinstance(entry, RejectedRow) else entry.text("Name") for entry in entries]


def test_columns_are_found_by_name_in_any_order_and_case(tmp_path: Path) -> None:
    (row,) = read(tmp_path, "NAME,sku\nMerlot,A1\n")

    assert isinstance(row, CsvRow)
    assert (row.text("Name"), row.text("SKU"), row.text("Price"), row.has("Price")) == ("Merlot", "A1", "", False)


def test_cells_may_hold_lines_quotes_and_commas(tmp_path: Path) -> None:
    entries = read(tmp_path, '\ufeffSKU,Name\nA1,"first\nsecond, ""third"""\n\nA2,x\n')

    assert names(entries) == ['first\nsecond, "third"', "x"]
    assert [entry.line for entry in entries] == [2, 5]


@pytest.mark.parametrize("separator", [";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_cells_may_be_parted_as_spreadsheets_of_other_countries_do(tmp_path: Path, separator: str, mark: str) -> None:
    lines = (("SKU", '"Price, in dollars"', "Name"), ("A1", "16.99", '"Merlot, red; dry"'), ("A2", "9,50", "Malbec"))
    entries = read(tmp_path, mark + "\r\n".join(map(separator.join, lines)))

    assert names(entries) == ["Merlot, red; dry", "Malbec"]
    assert [entry.text("price, in dollars") for entry in entries if isinstance(entry, CsvRow)] == ["16.99", "9,50"]


def test_a_separator_in_a_name_of_a_column_parts_nothing(tmp_path: Path) -> None:
    (entry,) = read(tmp_path, "SKU,Name,a;b\nA1,x;y,z\n")

    assert names([entry]) == ["x;y"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('SKU,Name\nA1,"never closed\nA2,fine\nA3,fine\n', ["!2", "fine", "fine"]),
        ('SKU,Name\nA1,"closed" badly\nA2,fine\n', ["!2", "fine"]),
        ("SKU,Name\nA1\nA2,fine\n", ["!2", "fine"]),
        ("SKU,Name\nA1,one,too many\nA2,fine\n", ["!2", "fine"]),
        (b"SKU,Name\nA1,Ros\xe9\nA2,fine\n", ["!2", "fine"]),
        (b"SKU,Name\nA1,a\0b\nA2,fine\n", ["!2", "fine"]),
        ('SKU,Name\nA1,"open\nA2,"also open\nA3,fine\n', ["!2", "!3", "fine"]),
    ],
    ids=["open quote", "text after quote", "short", "long", "encoding", "nul", "two open quotes"],
)
def test_a_broken_row_costs_that_row_alone(tmp_path: Path, content: str | bytes, expected: list[str]) -> None:
    assert names(read(tmp_path, content)) == expected


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "empty"),
        ("A1,Merlot\nA2,Malbec\n", "header lacks SKU, Name"),
        ("SKU,Name,sku\n", "twice"),
        ("SKU,Name\n".encode("utf-16"), "UTF-16"),
        (b"SKU,Name,R\xe9gion\n", "not in UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0", "header"),
    ],
    ids=["empty", "no header", "double column", "utf-16", "latin-1", "a picture"],
)
def test_a_file_without_a_readable_header_is_refused(tmp_path: Path, content: str | bytes, reason: str) -> None:
    with pytest.raises(FileProblem, match=reason):
        table(tmp_path, content)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileProblem, match="cannot be read"):
        CsvTable(tmp_path / "nowhere.csv", ())


@given(st.lists(st.tuples(st.text(min_size=1), st.text())))
def test_whatever_python_writes_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, cells: list[tuple[str, str]]
) -> None:
    clean = [tuple(read_text(cell) or "x" for cell in row) for row in cells]
    out = StringIO()
    csv.writer(out).writerows([("SKU", "Name"), *clean])

    entries = read(tmp_path_factory.mktemp("csv"), out.getvalue())

    assert [tuple(entry.cells.values()) for entry in entries if isinstance(entry, CsvRow)] == clean
