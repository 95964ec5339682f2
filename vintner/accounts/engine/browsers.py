"""Names browsers in words a person knows. Only for display: a browser may say anything about itself."""

import re
from typing import Final

_BROWSERS: Final = (
    (r"Edg(e|A|iOS)?/", "Edge"),
    (r"OPR/|Opera", "Opera"),
    (r"SamsungBrowser/", "Samsung Internet"),
    (r"Firefox/|FxiOS/", "Firefox"),
    (r"Chrome/|CriOS/|Chromium/", "Chrome"),
    (r"Safari/", "Safari"),
)
_SYSTEMS: Final = (
    (r"iPhone", "iPhone"),
    (r"iPad", "iPad"),
    (r"Android", "Android"),
    (r"Windows", "Windows"),
    (r"Mac OS X|Macintosh", "Mac"),
    (r"CrOS", "ChromeOS"),
    (r"Linux", "Linux"),
)


def name_browser(user_agent: str) -> str:
    """Return 'Firefox on Windows'; 'A browser' when the user agent says nothing known."""
    browser, system = _find(_BROWSERS, user_agent), _find(_SYSTEMS, user_agent)
    return f"{browser or 'A browser'} on {system}" if system else browser or "A browser"


def _find(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for pattern, name in names if re.search(pattern, text)), "")
