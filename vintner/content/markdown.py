"""Turns the merchant's Markdown into HTML that is safe on a page."""

from typing import Final

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

_TAGS: Final = frozenset(
    ("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "strong", "em", "s", "a", "blockquote", "code")
) | frozenset(("pre", "table", "thead", "tbody", "tr", "th", "td"))
_ATTRIBUTES: Final = {"a": {"href", "title"}, "ol": {"start"}}
_SCHEMES: Final = frozenset(("http", "https", "mailto", "tel"))


def render_markdown(text: str) -> str:
    """Return the HTML of a text. Its largest headings become second ones: the page's title is the first.

    HTML within the text is shown as it is typed. What comes out is sanitized as well, so that a fault of the parser
    cannot bring a script onto the page.
    """
    return nh3.clean(
        _parser.render(text),
        tags=set(_TAGS),
        attributes={tag: set(names) for tag, names in _ATTRIBUTES.items()},
        url_schemes=set(_SCHEMES),
        link_rel=None,
    ).strip()


def _lower_titles(state: StateCore) -> None:
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close") and token.tag == "h1":
            token.tag = "h2"


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.core.ruler.push("lower_titles", _lower_titles)
    return parser


_parser: Final = _make_parser()
