"""The two bodies of an e-mail: HTML in the store's one layout (`web/templates/web/email/`), and its twin in plain text.

The rules of `styles.css` are written into the elements, because Outlook and some apps of Gmail do not read them in the
head. What depends on width and scheme stays there, for the programs that do (decision 97).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from css_inline import CSSInliner
from django.conf import settings
from django.template.loader import render_to_string

_INLINER: Final = CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
_SPACES_AT_ENDS: Final = re.compile(r"[ \t]+$", re.MULTILINE)
_EMPTY_LINES: Final = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class EmailBodies:
    """What an e-mail says, in both of its forms."""

    text: str
    html: str


def render_bodies(template: str, context: Mapping[str, object]) -> EmailBodies:
    """Render a pair of templates that extend those of the layout. `template` is their name without .txt and .html.

    The layout itself reads `subject`, and `for_staff`: who works here is not told whom to ask.
    """
    whole = {**_store(), **context}
    text = _EMPTY_LINES.sub("\n\n", _SPACES_AT_ENDS.sub("", render_to_string(f"{template}.txt", whole)))
    return EmailBodies(text=f"{text.strip()}\n", html=_INLINER.inline(render_to_string(f"{template}.html", whole)))


def _store() -> dict[str, object]:
    return {
        "store": settings.STORE_NAME,
        "store_url": settings.STORE_URL,
        "store_email": settings.STORE_EMAIL,
        "mark_url": f"{settings.STORE_URL}{settings.STATIC_URL}icon-96.png" if settings.HAS_HOUSE_MARK else "",
    }
