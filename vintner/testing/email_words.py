"""Reading the HTML of an e-mail as its reader does."""

import re
from html import unescape

_UNREAD = re.compile(r"<head.*?</head>|<!--.*?-->|<div class=\"preheader\".*?</div>", re.DOTALL)


def words_of(html: str) -> str:
    """Return the words of an e-mail's HTML in one line, without those that are hidden."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", _UNREAD.sub("", html))).split())
