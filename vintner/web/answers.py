"""Responses of views: a page as HTML or as props, sections as fragments, JSON, a PDF, an error page."""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import mark_safe

from vintner.web.google_tag import ga4_id
from vintner.web.page import CSRF_TOKEN, Head, Page
from vintner.web.pages import ErrorPage
from vintner.web.rendering.manifest import assets, build_id, read_stylesheet, style_links
from vintner.web.rendering.page_policy import PolicyUpdate, extend_policy, policy_of
from vintner.web.rendering.rendered_pages import RenderedPage, find_rendered, keep_rendered, make_rendered_key
from vintner.web.rendering.renderer import RendererDown, render_page, render_sections
from vintner.web.section import Section
from vintner.web.shared_props import plain_shared_props, shared_props

HTML = "text/html; charset=utf-8"
SECTIONS = "application/vnd.vintner.sections+json"
"""The media type that our own client accepts first: it renders sections itself, from their props."""

TOKEN_PLACEHOLDER: Final = CSRF_TOKEN.encode()

View = Callable[[HttpRequest], HttpResponse]
"""What answers a request."""


class PageResponse(HttpResponse):
    """A page. Where `has_token` is true, the visitor's token stands in it, so it is for this visitor alone."""

    def __init__(
        self,
        request: HttpRequest,
        rendered: RenderedPage,
        content_type: str,
        status: int = 200,
        *,
        policy: PolicyUpdate,
    ) -> None:
        body = rendered.plain()
        self.rendered, self.policy, self.has_token = rendered, policy, TOKEN_PLACEHOLDER in body
        if self.has_token:
            body = body.replace(TOKEN_PLACEHOLDER, get_token(request).encode())
        super().__init__(body, content_type, status)
        patch_vary_headers(self, ("Accept",))
        extend_policy(self, policy)


def wants_props(request: HttpRequest) -> bool:
    """Say whether a request asks for a page's props instead of its HTML."""
    return request.headers.get("Accept", "").startswith("application/json")


def wants_sections(request: HttpRequest) -> bool:
    """Say whether our own client sent the request; it renders sections from their props."""
    return request.headers.get("Accept", "").startswith(SECTIONS)


def page_response(request: HttpRequest, page: Page, status: int = 200) -> PageResponse:
    """Answer with the page: its props for `Accept: application/json`, otherwise the rendered document.

    A page with notices is for one visitor and one time, so no cache may store it.
    """
    response = _page_response(request, page, status)
    if page.shared.notices:
        patch_cache_control(response, private=True, no_store=True)
    return response


def _page_response(request: HttpRequest, page: Page, status: int) -> PageResponse:
    if wants_props(request):
        props = page.model_dump_json()
        rendered = RenderedPage(make_rendered_key("props", props), props.encode())
        return PageResponse(request, rendered, "application/json", status, policy={})
    try:
        return PageResponse(request, _render_document(page), HTML, status, policy=policy_of(page))
    except RendererDown:
        shell = RenderedPage("", _fill_shell(page, page.model_dump_json(), ""))
        bare = PageResponse(request, shell, HTML, status, policy=policy_of(page))
        bare["Cache-Control"] = "no-store"  # no cache may store a page without its text
        return bare


def fragments(request: HttpRequest, *sections: Section) -> dict[str, str]:
    """Return `{selector: html}` for a cart answer.

    Our own client gets bare elements with their props, and only the larger of two sections with the same content. While
    the renderer is down, every client gets bare elements.
    """
    if wants_sections(request):
        return {
            section.selector: _bare_element(section, _component_names(type(section)))
            for section in _without_repeated(sections)
        }
    try:
        html = render_sections([(type(section).__name__, section.model_dump_json()) for section in sections])
    except RendererDown:
        html = [_bare_element(section, type(section).__name__) for section in sections]
    return {section.selector: text for section, text in zip(sections, html, strict=True)}


def _without_repeated(sections: Sequence[Section]) -> list[Section]:
    """Return the sections without those that another one contains."""
    return [each for each in sections if not any(_contains(other, each) for other in sections)]


def _contains(section: Section, other: Section) -> bool:
    return type(section) is not type(other) and isinstance(section, type(other))


@lru_cache
def _component_names(kind: type[Section]) -> str:
    """Return the components that can be rendered from a section's props, its own first: 'CartPopup MiniCart'."""
    return " ".join(each.__name__ for each in kind.mro() if issubclass(each, Section) and each is not Section)


def _bare_element(section: Section, names: str) -> str:
    """Return the element without content.

    Single quotes around the props save escaping each double quote of the JSON.
    """
    props = escape(section.model_dump_json(), quote=False).replace("'", "&#x27;")
    return f"<div data-section=\"{names}\" data-props='{props}'></div>"


def error_response(request: HttpRequest, status: int, title: str, message: str) -> HttpResponse:
    """Return an error page in the store's design."""
    head = Head(title=f"{title} – {settings.STORE_NAME}", robots="noindex")
    shared = plain_shared_props(request) if status >= 500 else shared_props(request)
    page = ErrorPage(head=head, shared=shared, status=status, title=title, message=message)
    return page_response(request, page, status)


def json_response(body: dict[str, object], status: int = 200) -> HttpResponse:
    """Answer a call with JSON."""
    return HttpResponse(json.dumps(body), "application/json; charset=UTF-8", status)


def success_response(data: object) -> HttpResponse:
    """Answer a call of the provider's fields, in the shape of WordPress."""
    return json_response({"success": True, "data": data})


def failure_response(message: str) -> HttpResponse:
    """Answer such a call with the reason why it failed."""
    return json_response({"success": False, "data": {"error": {"message": message}}})


def pdf_response(document: bytes, name: str) -> HttpResponse:
    """Return a PDF to be displayed by the browser; `name` is the file's name when it is saved."""
    response = HttpResponse(document, "application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _render_document(page: Page) -> RenderedPage:
    """Return the HTML document with the placeholder of the visitor's token, cached by all that goes into it.

    Raises RendererDown.
    """
    props = page.model_dump_json()
    key = make_rendered_key(build_id(), ga4_id(page), page.component, page.head.model_dump_json(), props)
    rendered = find_rendered(key)
    if rendered is None:
        rendered = RenderedPage(key, _fill_shell(page, props, render_page(page.component, props)))
        keep_rendered(rendered)
    return rendered


def _fill_shell(page: Page, props: str, html: str) -> bytes:
    return render_to_string(
        "web/shell.html",
        {
            "page": page,
            "head": page.head,
            "assets": assets(page.component),
            "style_links": style_links(page.component),
            "style": mark_safe(read_stylesheet(page.component).text) if page.has_inline_styles else "",  # noqa: S308 - built
            "ga4_id": ga4_id(page),
            "icon": f"{settings.STATIC_URL}icon.svg",
            "touch_icon": f"{settings.STATIC_URL}apple-touch-icon.png",
            "house_mark": settings.HAS_HOUSE_MARK,
            "html": mark_safe(html),  # noqa: S308 - our own renderer's output, escaped by React
            "props": _for_script(f'{{"component":{json.dumps(page.component)},"props":{props}}}'),
            "json_ld": [_for_script(json.dumps(block)) for block in page.head.json_ld],
            "provider_script": f"{settings.SANDBOX_URL}/sandbox/stripe.js"
            if page.uses_provider and settings.SANDBOX
            else "",
        },
    ).encode()


def _for_script(text: str) -> str:
    """Return JSON that cannot end the script element it stands in."""
    return mark_safe(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))  # noqa: S308
