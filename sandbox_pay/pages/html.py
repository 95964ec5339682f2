"""HTML from templates: every value is escaped, unless it is markup made here."""

from functools import cache
from html import escape
from pathlib import Path
from string import Template

from starlette.responses import HTMLResponse

FOLDER = Path(__file__).parent / "templates"


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


@cache
def _template(name: str) -> Template:
    return Template((FOLDER / f"{name}.html").read_text(encoding="utf-8"))


def fill(template: str, **values: str) -> Markup:
    """Return the template with its values in place."""
    safe = {name: value if isinstance(value, Markup) else escape(value) for name, value in values.items()}
    return Markup(_template(template).substitute(safe))


def join(parts: list[Markup]) -> Markup:
    return Markup("".join(parts))


def page(content: Markup, *, framed_by: tuple[str, ...] = (), status: int = 200) -> HTMLResponse:
    """Answer a page that runs our own script only, and that only `framed_by` may frame."""
    ancestors = " ".join(framed_by) or "'none'"
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        f"base-uri 'none'; frame-ancestors {ancestors}"
    )
    headers = {
        "Content-Security-Policy": policy,
        "Cache-Control": "no-store",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    }
    return HTMLResponse(content, status, headers)
