"""Reads a CSV file as a stream. Rows that cannot be read are yielded as rejected rows with their line."""

import csv
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from vintner.catalogue.importing.html_text import decode_entities, read_html
from vintner.web.admin.csv_export import find_delimiter, unquote_cell
from vintner.web.text_input import read_line, read_text

LONGEST_LINE: Final = 1_000_000
LONGEST_PROSE: Final = 100_000
"""Characters. The time that HTML takes grows with their square."""
LONGEST_RECORD: Final = 1_000
"""Lines after which an open quotation mark counts as forgotten."""
_OTHER_ENCODINGS: Final = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


class FileProblem(Exception):
    """The file as a whole cannot be read; the message says why."""


@dataclass
class RowProblem(Exception):
    """A row that cannot be imported: the wrong column ('' for the whole row) and the reason."""

    column: str
    reason: str

    def __str__(self) -> str:
        return f"{self.column}: {self.reason}" if self.column else self.reason


@dataclass
class RowMissing(Exception):
    """A row that names what is not there, or not there yet: the column and the reason, if it never comes."""

    column: str
    reason: str


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """A RowProblem with the line at which its row starts."""

    line: int
    column: str
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}{f', {self.column}' if self.column else ''}: {self.reason}"


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One record. Cells are found by their column's name in small letters."""

    line: int
    cells: Mapping[str, str]

    def has(self, column: str) -> bool:
        """Return whether the file has the column."""
        return column.lower() in self.cells

    def text(self, column: str) -> str:
        """Return the cell without blanks around it, '' where there is no such column. Entities are read as characters:
        WooCommerce stores the name of a category as “Reds &amp; rosés”.
        """
        return decode_entities(self.source(column)).strip()

    def source(self, column: str) -> str:
        """Return the cell as it stands in the file."""
        return self.cells.get(column.lower(), "")

    def prose(self, column: str) -> str:
        """Return the cell as plain text with paragraphs, lines and lists, also if it is HTML.

        Exporters write line breaks as a backslash and an n.
        """
        cell = self.source(column)
        if len(cell) > LONGEST_PROSE:
            raise RowProblem(column, f"has {len(cell)} characters, {LONGEST_PROSE} fit")
        return read_html(cell.replace("\\n", "\n"))


class CsvTable:
    """A CSV file with a header, in UTF-8. Raises FileProblem when opened on anything else.

    Cells are parted by commas, semicolons or tabs, as the header says.
    """

    def __init__(self, path: Path, required: tuple[str, ...]) -> None:
        self._path = path
        self.size = 0
        self.position = 0
        """Bytes read so far."""
        self.header = self._read_header(required)

    def rows(self) -> Iterator[CsvRow | RejectedRow]:
        """Yield the records in order; a broken one as a Problem. Memory does not grow with the file."""
        names = tuple(name.lower() for name in self.header)
        with self._path.open("rb") as file:
            records = _records(self._lines(file), self._delimiter)
            next(records)
            for line, record in records:
                if isinstance(record, str):
                    yield RejectedRow(line, "", record)
                elif len(record) != len(names):
                    yield RejectedRow(line, "", f"the row has {len(record)} cells, the header has {len(names)}")
                else:
                    yield CsvRow(line, dict(zip(names, map(_read_cell, record), strict=True)))

    def _read_header(self, required: tuple[str, ...]) -> tuple[str, ...]:
        try:
            self.size = self._path.stat().st_size
            with self._path.open("rb") as file:
                start = file.read(2)
                if start in _OTHER_ENCODINGS:
                    raise FileProblem(f"The file is in {_OTHER_ENCODINGS[start]}: save it as UTF-8.")
                file.seek(0)
                self._delimiter = find_delimiter(file.readline(LONGEST_LINE).decode("utf-8-sig", "ignore"), required)
                file.seek(0)
                first = next(_records(self._lines(file), self._delimiter), None)
        except OSError as error:
            raise FileProblem(f"The file cannot be read: {error.strerror}.") from error
        if first is None:
            raise FileProblem("The file is empty.")
        if isinstance(first[1], str):
            raise FileProblem(f"The header cannot be read: {first[1]}.")
        return _check_header(tuple(map(read_line, first[1])), required)

    def _lines(self, file: BinaryIO) -> Iterator[bytes]:
        self.position = 0
        while line := file.readline(LONGEST_LINE):
            yield line.removeprefix(b"\xef\xbb\xbf") if self.position == 0 else line
            self.position += len(line)


def _read_cell(cell: str) -> str:
    return read_text(unquote_cell(cell))


def _check_header(header: tuple[str, ...], required: tuple[str, ...]) -> tuple[str, ...]:
    names = [name.lower() for name in header]
    missing = [name for name in required if name.lower() not in names]
    if missing:
        raise FileProblem(f"The header lacks {', '.join(missing)}: the first line must name the columns.")
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        raise FileProblem(f"The header names {', '.join(twice)} twice.")
    return header


def _records(lines: Iterator[bytes], delimiter: str) -> Iterator[tuple[int, list[str] | str]]:
    """Yield each record with the line it starts at: its cells, or what is wrong with it.

    After a broken record reading goes on with the very next line, so one forgotten quotation mark costs one row.
    """
    waiting: deque[bytes] = deque()
    number = 1
    while True:
        taken = _read_record(waiting, lines)
        if not taken:
            return
        record = _parse(taken, delimiter)
        if isinstance(record, str):
            waiting.extendleft(reversed(taken[1:]))
            taken = taken[:1]
        if record:
            yield number, record
        number += len(taken)


def _read_record(waiting: deque[bytes], lines: Iterator[bytes]) -> list[bytes]:
    """Return the lines of one record: as many as it takes to close all quotation marks."""
    taken: list[bytes] = []
    quotes = size = 0
    while len(taken) < LONGEST_RECORD and size < LONGEST_LINE:
        line = waiting.popleft() if waiting else next(lines, b"")
        if not line:
            break
        taken.append(line)
        size += len(line)
        quotes += line.count(b'"')
        if quotes % 2 == 0:
            break
    return taken


def _parse(taken: list[bytes], delimiter: str) -> list[str] | str:
    """Return the cells, none for an empty line, or the reason why there are none."""
    try:
        lines = [line.decode() for line in taken]
    except UnicodeDecodeError:
        return "the row is not in UTF-8"
    if any("\0" in line for line in lines):
        return "the row holds a NUL character"
    try:
        found = list(csv.reader(lines, strict=True, delimiter=delimiter))
    except csv.Error as error:
        return f"the row is not valid CSV ({error})"
    return found[0] if found and any(found[0]) else []
