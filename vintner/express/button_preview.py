"""Draws the express buttons roughly as shoppers will see them. The real ones are drawn by the provider."""

from collections.abc import Iterator
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from vintner.express.models import ExpressSettings
from vintner.payments.wallets.rules import Wallet

WIDTH: Final = 240
GAP: Final = 8
MARGIN: Final = 12
RADIUS: Final = 4
_WORDS: Final = {"plain": "{}", "buy": "Buy with {}", "checkout": "Check out with {}", "order": "Order with {}"}
_COLORS: Final = {
    "black": ("#000", "#fff", "#000"),
    "white": ("#fff", "#000", "#fff"),
    "outline": ("#fff", "#000", "#000"),
}
"""Theme → the colors of the button, of its words and of its line. Without a theme buttons are black on light pages."""


_WITH_LOOKS: Final = frozenset({Wallet.APPLE_PAY, Wallet.GOOGLE_PAY})
_OWN_LOOK: Final = ("#fafaf9", "#000", "#a8a29e")
"""The colors of wallets that know neither words nor themes, and draw their buttons in their own way."""


def draw_buttons(row: ExpressSettings) -> SafeString:
    """Return an SVG of the buttons, one below the other. It has no styles, which the admin's policy forbids."""
    height = 2 * MARGIN + len(row.wallets) * (row.height + GAP) - GAP
    names = ", ".join(Wallet(name).label for name in row.wallets)
    return format_html(
        '<svg class="max-w-full" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img" aria-label="Buttons: {2}">'
        '<rect width="100%" height="100%" rx="{3}" fill="#e7e5e4"/>{4}</svg>',
        WIDTH + 2 * MARGIN,
        height,
        names,
        RADIUS,
        format_html_join("", "{}", ((each,) for each in _draw_each(row))),
    )


def _draw_each(row: ExpressSettings) -> Iterator[SafeString]:
    for number, name in enumerate(row.wallets):
        wallet = Wallet(name)
        fill, words, line = _COLORS.get(row.theme, _COLORS["black"]) if wallet in _WITH_LOOKS else _OWN_LOOK
        text = _WORDS.get(row.kind, "{}") if wallet in _WITH_LOOKS else "{}"
        top = MARGIN + number * (row.height + GAP)
        yield format_html(
            '<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}" stroke="{}"/>'
            '<text x="{}" y="{}" text-anchor="middle" dominant-baseline="central" font-size="16" fill="{}">{}</text>',
            *(MARGIN, top, WIDTH, row.height, RADIUS, fill, line),
            *(MARGIN + WIDTH // 2, top + row.height // 2, words),
            text.format(wallet.label),
        )
