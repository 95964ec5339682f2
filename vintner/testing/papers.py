"""Reads papers of orders."""

import io

from pypdf import PdfReader

from vintner.orders.emails.order_texts import write_texts
from vintner.orders.models import Email
from vintner.testing.email_words import words_of


def read_lines(paper: bytes) -> str:
    """Return the text of a PDF with its lines."""
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(paper)).pages)


def read_text(paper: bytes) -> str:
    """Return the text of a PDF. A line that was broken is whole again."""
    return " ".join(read_lines(paper).split())


def write_bodies(email: Email) -> tuple[str, str]:
    """Return an email's text, and the words of its HTML."""
    write_texts(email)
    return email.text, words_of(email.html)
