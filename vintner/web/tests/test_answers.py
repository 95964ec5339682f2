"""Pages answer as documents or as props, with the renderer up or down."""

import json
import re
from html import unescape
from pathlib import Path
from typing import ClassVar
from unittest.mock import Mock

import pytest
from django.core.cache import caches
from django.test import RequestFactory
from pytest_django import Settings

from vintner.web import answers
from vintner.web.answers import SECTIONS, error_response, fragments, page_response
from vintner.web.page import CSRF_TOKEN, Head, Notice, Shared
from vintner.web.pages import ErrorPage
from vintner.web.rendering.placeholders import make_placeholder
from vintner.web.section import Section

SCRIPT_BREAKER = "</script><script>alert(1)</script>"


def _page(message: str = "Gone", title: str = "Gone") -> ErrorPage:
    return ErrorPage(
        head=Head(title=title, json_ld=({"name": message},)),
        shared=Shared(
            currency_words="US dollars",
            store_name="Vintner",
            store_email="cellar@example.com",
            sandbox=True,
            navigation=(),
            notices=(Notice(kind="info", text="Hi"),),
        ),
        status=404,
        title=title,
        message=message,
    )


@pytest.fixture(autouse=True)
def _no_renderer(settings: Settings, tmp_path: Path) -> None:
    settings.RENDERER_SOCKET = str(tmp_path / "nobody.sock")
    caches["pages"].clear()


def test_asked_for_json_it_answers_the_props() -> None:
    response = page_response(RequestFactory().get("/", headers={"accept": "application/json"}), _page())
    assert response["Content-Type"] == "application/json"
    assert json.loads(response.content)["message"] == "Gone"
    assert "Accept" in response["Vary"]


def test_the_mark_of_the_house_stands_beside_the_name_of_the_house_alone(settings: Settings) -> None:
    assert '<html lang="en" data-house>' in page_response(RequestFactory().get("/"), _page()).content.decode()
    settings.HAS_HOUSE_MARK = False
    caches["pages"].clear()
    assert '<html lang="en">' in page_response(RequestFactory().get("/"), _page()).content.decode()


def test_while_the_renderer_is_down_the_page_still_comes_and_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    response = page_response(RequestFactory().get("/"), _page(), 404)
    body = response.content.decode()
    assert response.status_code == 404
    assert '<div id="root"></div>' in body
    assert json.loads(_between(body, '<script id="page" type="application/json">'))["props"]["message"] == "Gone"
    assert "renderer did not answer" in caplog.text


def test_a_document_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    renderer = Mock(return_value="<main>")
    monkeypatch.setattr(answers, "render_page", renderer)
    for message in ("Gone", "Gone", "Lost"):
        page_response(RequestFactory().get("/"), _page(message))
    assert renderer.call_count == 2


def test_text_cannot_break_out_of_the_scripts_or_the_head() -> None:
    body = page_response(RequestFactory().get("/"), _page(SCRIPT_BREAKER, SCRIPT_BREAKER)).content.decode()
    assert "<script>alert" not in body
    assert (
        json.loads(_between(body, '<script id="page" type="application/json">'))["props"]["message"] == SCRIPT_BREAKER
    )
    assert json.loads(_between(body, '<script type="application/ld+json">'))["name"] == SCRIPT_BREAKER


def test_each_visitor_gets_a_token_of_their_own_from_the_same_page() -> None:
    first, second = (page_response(RequestFactory().get("/"), _page(CSRF_TOKEN)).content for _ in range(2))
    assert CSRF_TOKEN.encode() not in first + second
    assert first != second


def test_a_visitor_cannot_type_a_placeholder() -> None:
    typed = "__csrf_token__"
    request = RequestFactory().get("/")
    body = page_response(request, _page(typed)).content.decode()
    assert json.loads(_between(body, '<script id="page" type="application/json">'))["props"]["message"] == typed
    assert "CSRF_COOKIE" not in request.META, "the page needs no token"


def test_placeholders_depend_on_the_secret_key(settings: Settings) -> None:
    first = make_placeholder("csrf-token")
    assert first == make_placeholder("csrf-token") == CSRF_TOKEN
    settings.SECRET_KEY = "another-secret-key"
    assert make_placeholder("csrf-token") != first


@pytest.mark.django_db
def test_an_error_is_shown_in_the_stores_own_look() -> None:
    request = RequestFactory().get("/")
    request._messages = []  # type: ignore[attr-defined]
    response = error_response(request, 404, "We can't find that page", "It may have moved.")
    assert response.status_code == 404
    assert "noindex" in response.content.decode()


class _Note(Section):
    selector: ClassVar[str] = "div.note"

    text: str


def _asked_for(accept: str) -> str:
    request = RequestFactory().post("/", headers={"accept": accept})
    return fragments(request, _Note(text=f'It\'s <b>"new"</b> & {SCRIPT_BREAKER}'))["div.note"]


def _rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vintner.web.answers.render_sections", lambda named: ["<div>rendered</div>" for _ in named])


def test_our_own_client_gets_sections_bare_and_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    _rendering(monkeypatch)
    html = _asked_for(f"{SECTIONS}, application/json")
    found = re.fullmatch(r"""<div data-section="_Note" data-props='([^'<>]*)'></div>""", html)
    assert found
    assert json.loads(unescape(found[1])) == {"text": f'It\'s <b>"new"</b> & {SCRIPT_BREAKER}'}


class _LongNote(_Note):
    selector: ClassVar[str] = "div.long"

    more: str


def test_our_own_client_gets_what_several_sections_tell_only_once() -> None:
    sections = (_Note(text="short"), _LongNote(text="short", more="and longer"))
    own, other = RequestFactory().post("/", headers={"accept": SECTIONS}), RequestFactory().post("/")
    [html] = fragments(own, *sections).values()
    assert html.startswith('<div data-section="_LongNote _Note" ')
    assert fragments(other, *sections).keys() == {"div.note", "div.long"}


@pytest.mark.parametrize(
    "accept", ["*/*", "", "text/html", "application/json", "application/json, text/javascript, */*; q=0.01"]
)
def test_every_other_client_gets_sections_rendered(accept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _rendering(monkeypatch)
    assert _asked_for(accept) == "<div>rendered</div>"


def test_while_the_renderer_is_down_everybody_gets_sections_bare() -> None:
    assert _asked_for("*/*") == _asked_for(SECTIONS)


def _between(body: str, start: str) -> str:
    found = re.search(re.escape(start) + "(.*?)</script>", body, re.DOTALL)
    assert found
    return found[1]
