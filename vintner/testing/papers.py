"""Reads papers of orders."""

import io
import re
from collections.abc import Iterator
from typing import cast

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream, DictionaryObject, StreamObject

from vintner.orders.emails.order_texts import write_texts
from vintner.orders.models import Email
from vintner.testing.email_words import words_of


def read_lines(paper: bytes) -> str:
    """Return the text of a PDF with its lines."""
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(paper)).pages)


def read_text(paper: bytes) -> str:
    """Return the text of a PDF. A line that was broken is whole again."""
    return " ".join(read_lines(paper).split())


def drawn_lines(paper: bytes) -> list[str]:
    """Return the text of a PDF as its glyphs stand from left to right, each line as it is drawn."""
    found: list[str] = []
    for page in PdfReader(io.BytesIO(paper)).pages:
        meanings = {name: _meanings(font) for name, font in _fonts(page)}
        found += ("".join(meanings[font].get(code, "") for font, code in line) for line in _codes(page))
    return found


def drawn_fonts(paper: bytes) -> list[set[str]]:
    """Return the names of the fonts in which each line of a PDF is drawn."""
    found: list[set[str]] = []
    for page in PdfReader(io.BytesIO(paper)).pages:
        names = {name: str(font["/BaseFont"]).partition("+")[2] for name, font in _fonts(page)}
        found += ({names[font] for font, _ in line} for line in _codes(page))
    return found


def _fonts(page: PageObject) -> Iterator[tuple[str, DictionaryObject]]:
    resources = cast("DictionaryObject", page["/Resources"])
    for name, font in cast("DictionaryObject", resources["/Font"]).items():
        yield name, cast("DictionaryObject", font.get_object())


def _codes(page: PageObject) -> Iterator[list[tuple[str, int]]]:
    """Yield the lines of a page, each glyph as the name of its font and its code of two bytes."""
    font, kept, line = "", [], []
    for operands, operator in ContentStream(page["/Contents"].get_object(), page.pdf, "bytes").operations:
        if operator == b"Tf":
            font = str(operands[0])
        elif operator == b"q":
            kept.append(font)
        elif operator == b"Q":
            font = kept.pop()
        elif operator == b"Tj":
            codes = bytes(operands[0])
            line += [(font, int.from_bytes(codes[at : at + 2])) for at in range(0, len(codes), 2)]
        elif operator == b"ET" and line:
            yield line
            line = []


def _meanings(font: DictionaryObject) -> dict[int, str]:
    words = cast("StreamObject", font["/ToUnicode"]).get_data().decode()
    pairs = re.findall(r"^<(\w{4})> <(\w+)>$", words, re.MULTILINE)
    return {int(code, 16): bytes.fromhex(text).decode("utf-16-be") for code, text in pairs}


def write_bodies(email: Email) -> tuple[str, str]:
    """Return an email's text, and the words of its HTML."""
    write_texts(email)
    return email.text, words_of(email.html)
