"""The reader of all text: what it keeps, what it drops, and that it comes to an end."""

import unicodedata
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse, QueryDict
from django.test import RequestFactory
from hypothesis import example, given
from hypothesis import strategies as st

from vintner.web.middleware import TextInputMiddleware
from vintner.web.text_input import read_code, read_form, read_json, read_line, read_lines, read_text

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
COOK = "\U0001f469\U0001f3fd\u200d\U0001f373"
HEART = "\u2764\ufe0f\u200d\U0001f525"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
HINDI = "\u0915\u094d\u200d\u0937"


@pytest.mark.parametrize(
    "text",
    [
        *("", "Chablis", "one\r\ntwo\tthree", "Ch\u00e2teau \u2013 \u201cGrand Cru\u201d", "\u0394\u03a9 \u8461\u8404"),
        *(FAMILY, COOK, HEART, ENGLAND, "1\ufe0f\u20e3", PERSIAN, HINDI, "\u845b\U000e0100", "\u0600\u0661"),
        *(
            "\u0d05\u0d35\u0d28\u0d4d\u200d",
            "\u0995\u09cd\u200c ",
            "\u0647\u200c",
            "\u0647\u200d.",
            "\u182a\u180e\u1820",
        ),
        *("\xa9\ufe0f", "\u2122\ufe0f", "\u203c\ufe0f", "\u2139\ufe0f", "\u3297\ufe0f", "\u3001\ufe00"),
    ],
)
def test_what_can_be_seen_stays(text: str) -> None:
    assert read_text(text) == text


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Jose\u0301", "Jos\u00e9"),
        ("a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg", "abcdefg"),
        ("\u202egnp.exe\u202c \u2066x\u2069 \u200e\u200f\u061c", "gnp.exe x "),
        ("a\x00b\x07c\x1bd\x7fe\x9ff\ufffeg\uffffh\ud800i\U0001ffffj\ufdd0k", "abcdefghijk"),
        ("a\x0bb\x0cc\x1cd\x85e\u00a0f\u3000g\u2007h", "a b c d e f g h"),
        ("one\u2028two\u2029three", "one\ntwo\nthree"),
        ("\u3164\u115f\uffa0", ""),
        ("+1\ufe0d 4\U000e0100", "+1 4"),
        (f"{ENGLAND[0]}x{ENGLAND[1:3]}", f"{ENGLAND[0]}x"),
        (f"{FAMILY}\u200d", FAMILY),
        ("jane\u200d@example.com", "jane@example.com"),
    ],
)
def test_what_nobody_sees_goes(typed: str, read: str) -> None:
    assert read_text(typed) == read


@pytest.mark.parametrize("marks", ["\u0300", "\u0316\u0300", "\u0344", "\u0f73", "\u0f75\u0f73", "\u0f81\u0300"])
def test_a_letter_carries_only_so_many_marks(marks: str) -> None:
    """They are sorted, which takes minutes for a request full of them."""
    read = read_text(f"a{marks * (1_000_000 // len(marks))}b")
    assert len(read) <= 32
    assert read.endswith("b")


def test_no_mark_is_left_out_of_the_bound() -> None:
    for each in map(chr, range(0x110000)):
        if unicodedata.combining(unicodedata.normalize("NFD", each)[0]):
            assert len(read_text("a" + each * 1_000)) <= 31, hex(ord(each))


def test_lines_have_single_blanks() -> None:
    assert read_line("  one \n two\u2028three ") == "one two three"
    assert read_lines(" one  more \r\n\u00a0two\rthree\u2029 ") == "one more\ntwo\nthree"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("\uff33\uff21\uff36\uff25\uff0d\uff11\uff10", "SAVE-10"),
        ("a\u2010b\u2011c\u2012d\u2013e\u2014f\u2212g\ufe63h", "a-b-c-d-e-f-g-h"),
        (f"{FAMILY} 1\ufe0f\u20e3", "\U0001f468\U0001f469\U0001f467 1\u20e3"),
        (" two \u00a0 words ", "two words"),
        ("\u017f\u212b\u00b2\u0131", "\u017f\u00c5\u00b2\u0131"),  # no letter becomes another one
    ],
)
def test_a_code_is_folded(typed: str, read: str) -> None:
    assert read_code(typed) == read


HARD = (
    "a\u0301\u0316\u0344\u0f73 \n\r\u200b\u200c\u200d\u202e\ufe0f\u0645\u094d\u2329\xa9\U0001f468\U0001f3f4\U000e0067"
)


@given(st.text() | st.text(alphabet=HARD))
@example("\u0300\x1b\u0f75\ufe00")
@example("\u0300" + "\u0f71\ufe00" * 50)
def test_reading_twice_changes_nothing_and_xml_takes_it(text: str) -> None:
    for read in (read_text, read_line, read_lines, read_code):
        assert read(read(text)) == read(text)
    ElementTree.fromstring(f"<x>{escape(read_text(text))}</x>")  # noqa: S314 - our own


def test_a_form_keeps_its_fields_and_the_passwords_of_it() -> None:
    sent = QueryDict(mutable=True)
    sent.setlist("na\u200bme[]", ["a\u200b", "b", ""])
    sent["newPassword"] = sent["xoo_el_reg_pass"] = "e\u0301\u200b "
    read = read_form(sent)
    assert read.getlist("name[]") == ["a", "b", ""]
    assert read["newPassword"] == read["xoo_el_reg_pass"] == "e\u0301\u200b "
    with pytest.raises(AttributeError):
        read["name"] = "c"  # type: ignore[misc]  # this is what it says


def test_json_is_read_to_its_end() -> None:
    body = '{"na\\u200bme": ["a\\u000bb", {"x": "\\ud800e\\u0301"}, 1, null, true], "customer_password": "e\\u0301"}'
    assert read_json(body) == {"name": ["a b", {"x": "\u00e9"}, 1, None, True], "customer_password": "e\u0301"}


@pytest.mark.parametrize("kind", ["form", "upload"])
def test_views_get_the_texts_of_query_and_form(kind: str) -> None:
    fields: dict[str, object] = {"name": "Jose\u0301\x0b"}
    file = SimpleUploadedFile("x.txt", b"\xe2\x80\x8b")
    request = RequestFactory().post("/?q=a%E2%80%8Bb&w=1", fields | ({"file": file} if kind == "upload" else {}))
    TextInputMiddleware(lambda _: HttpResponse())(request)
    assert (request.GET.dict(), request.POST.dict()) == ({"q": "ab", "w": "1"}, {"name": "Jos\u00e9 "})
    files = [each.read() for each in request.FILES.getlist("file")]
    assert files == ([b"\xe2\x80\x8b"] if kind == "upload" else [])


def test_a_query_is_read_though_its_letters_came_raw() -> None:
    request = RequestFactory().get("/")
    request.META["QUERY_STRING"] = "s=Jose\u0301\u200b".encode().decode("latin-1")
    TextInputMiddleware(lambda _: HttpResponse())(request)
    assert request.GET["s"] == "Jos\u00e9"


def test_bounds_of_files_are_set_before_a_form_is_read() -> None:
    request = RequestFactory().post("/", {"name": "a", "file": SimpleUploadedFile("x.txt", b"x")})
    handled: list[int] = []

    def view(request: HttpRequest) -> HttpResponse:
        request.upload_handlers = []  # refused once the form is read
        handled.append(len(request.POST))
        return HttpResponse()

    TextInputMiddleware(view)(request)
    assert handled == [1]
