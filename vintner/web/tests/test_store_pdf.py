"""Documents in any script: which signs are drawn, in which order, and from which fonts."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from fpdf.enums import XPos, YPos

from vintner.testing.papers import drawn_fonts, drawn_lines
from vintner.web.pdf.printed_text import keep_direction
from vintner.web.pdf.store_pdf import TEXT, TITLES, StorePdf

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def paper_with(*texts: str, width: float = 0, style: str = "") -> bytes:
    """Return a document with a paragraph for each text."""
    paper = StorePdf("Test", NOON)
    paper.add_page()
    paper.set_font(TEXT, style, 10)
    for text in texts:
        paper.multi_cell(width, 5, text, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    return bytes(paper.output())


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("محمد", "\ufeaa\ufee4\ufea4\ufee3"),
        ("مُحَمَّد", "\ufeaa\ufee4\ufea4\ufee3"),
        ("می\u200cخواهم", "\ufee2\ufeeb\ufe8d\ufeee\ufea7\ufbfd\ufee3"),
        ("لا", "\ufefb"),
        ("שָׁלוֹם", "םולש"),
    ],
)
def test_letters_are_joined_and_written_without_vowel_signs(word: str, forms: str) -> None:
    """From left to right, so the last letter stands first: in its final form, or one for two (Arabic Presentation Forms
    of Unicode).
    """
    assert drawn_lines(paper_with(word)) == [forms]


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("דוד כהן", "ןהכ דוד"),
        ("محمد بن علي", "يلع نب دمحم"),
        ("12 شارع الملك فيصل, Apt 4", "Apt 4 ,لصيف كلملا عراش 12"),
        ("Flat 4, شارع 12 الملك", "Flat 4, كلملا 12 عراش"),
        ("Suite 3, רחוב 5 הגפן, Tel Aviv", "Suite 3, ןפגה 5 בוחר, Tel Aviv"),
        ("Call אבי 054-123 after 5", "Call 054-123 יבא after 5"),
        ("الرياض 11564", "11564 ضايرلا"),
        ("(דוד) כהן", "ןהכ (דוד)"),
        ("שלום (Wine) 2015 Ltd [x]", "2015 Ltd [x] (Wine) םולש"),
        ("شركة (Al-Noor) LLC", "LLC (Al-Noor) ةكرش"),
        ("«דוד» <כהן>", "<ןהכ> «דוד»"),
        ("Jane Doe", "Jane Doe"),
        ("山 \u202eJane\u202c שלום\u200b", "山 Jane םולש"),
        ("Jane\tDoe", "Jane Doe"),
        ("山田太郎", "山田太郎"),
        ("สวัสดี", "สวัสดี"),
    ],
)
def test_letters_numbers_and_words_stand_in_their_order(text: str, drawn: str) -> None:
    found = [unicodedata.normalize("NFKC", line) for line in drawn_lines(paper_with(text))]
    assert found == [drawn]


def test_each_line_of_a_message_has_its_own_direction() -> None:
    drawn = drawn_lines(paper_with("Dear Dana,\nשלום, Dana 5"))
    assert drawn == ["Dear Dana,", "Dana 5 ,םולש"]


def test_a_long_paragraph_keeps_its_direction_in_each_line() -> None:
    drawn = drawn_lines(paper_with("שלום " * 8 + "Merlot Reserve", width=60))
    assert len(drawn) > 1
    assert drawn[-1].startswith("Merlot Reserve םולש")


@pytest.mark.parametrize(
    ("line", "paragraph", "drawn"),
    [
        ("Merlot, שלום", "שלום Merlot, שלום", "םולש ,Merlot"),
        ("שלום, Merlot", "Dear שלום, Merlot", "םולש, Merlot"),
        ("Merlot, Pinot", "Dear Merlot, Pinot", "Merlot, Pinot"),
    ],
)
def test_a_line_that_is_drawn_alone_keeps_the_direction_of_its_paragraph(line: str, paragraph: str, drawn: str) -> None:
    marked = keep_direction(line, paragraph)
    assert (marked == line) == line.isascii()
    [found] = drawn_lines(paper_with(marked))
    assert found.strip("\u200e\u200f") == drawn


@pytest.mark.parametrize("typed", ["Zoe\u0308 Doe", "Jose\u0301", "Đặng Thị A\u0301nh", "Й", "\u1112\u1161\u11ab"])
def test_letters_with_marks_are_drawn_the_same_however_they_are_encoded(typed: str) -> None:
    composed = unicodedata.normalize("NFC", typed)
    assert drawn_lines(paper_with(typed)) == [composed]


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("a 👨‍👩‍👧‍👦 b", "a 👨 b"),
        ("a 👍🏽 b", "a 👍 b"),
        ("a ❤️ b", "a ❤ b"),
        ("a ❤️‍🔥 b", "a ❤ b"),
        ("a 🤷🏽‍♀️ b", "a 🤷 b"),
        ("a 🏴󠁧󠁢󠁥󠁮󠁧󠁿 b", "a 🏴 b"),
        ("a 1️⃣ b", "a 1 b"),
        ("a 🇺🇸 b", "a  b"),
        ("a 🫠 b", "a  b"),
    ],
)
def test_an_emoji_is_one_sign_or_none(typed: str, drawn: str) -> None:
    assert drawn_lines(paper_with(typed)) == [drawn]


def test_a_letter_that_no_font_has_is_seen_to_be_missing() -> None:
    assert drawn_lines(paper_with("𠮷野")) == ["\ufffd野"]


@pytest.mark.parametrize(
    ("texts", "more"),
    [
        (["Jane Doe", "Zoë Łukaszewicz", "Дмитрий"], []),
        (["Jane", "דוד"], ["Hebrew"]),
        (["محمد"], ["Arabic"]),
        (["山田"], ["UnifontEx"]),
    ],
)
def test_only_fonts_of_the_scripts_in_a_text_are_embedded(texts: Sequence[str], more: Sequence[str]) -> None:
    content = paper_with(*texts)
    found = [name for name in ("Arabic", "Hebrew", "UnifontEx") if name.encode() in content]
    assert found == list(more)


def test_a_line_after_one_of_another_script_has_its_font_and_size() -> None:
    paper = StorePdf("Test", NOON)
    paper.set_compression(False)
    paper.add_page()
    for font, size, text in ((TEXT, 8, "To"), (TITLES, 14, "דוד"), (TITLES, 14, "Jane")):
        paper.set_font(font, size=size)
        paper.cell(0, 5, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    paper.multi_cell(0, 5, "דוד\nJane", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    content = bytes(paper.output())
    assert drawn_lines(content) == ["To", "דוד", "Jane", "דוד", "Jane"]
    sizes = re.findall(r"([\d.]+) Tf", content.decode("latin-1"))
    assert set(sizes[1:]) == {"14.00"}


def test_bold_words_of_other_scripts_are_bold() -> None:
    fonts = [drawn_fonts(paper_with("דוד", style=style)) for style in ("", "B")]
    assert fonts == [[{"NotoSansHebrew"}], [{"NotoSansHebrewSemiBold"}]]


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("שלום" + "." * 2_000, "." * 2_000 + "םולש"),
        ("a שלום " + "$" * 2_000 + "5", "a " + "$" * 2_000 + "5 םולש"),
        ("山" + "." * 2_000, "山" + "." * 2_000),
    ],
)
def test_whatever_is_written_can_be_drawn(typed: str, drawn: str) -> None:
    assert Counter("".join(drawn_lines(paper_with(typed))).replace(" ", "")) == Counter(drawn.replace(" ", ""))


def test_of_many_signs_without_a_direction_all_stand_at_one_side() -> None:
    paper = StorePdf("Test", NOON)
    paper.add_page()
    paper.set_font(TEXT, size=10)
    paper.cell(0, 5, "ab שלום" + "." * 300 + "5")
    assert drawn_lines(bytes(paper.output())) == ["ab 5" + "." * 300 + "םולש"]
