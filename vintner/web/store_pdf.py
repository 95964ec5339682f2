"""A PDF in the store's fonts and colors. The fonts are open ones from npm's @fontsource and are embedded."""

from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from fpdf import FPDF
from fpdf.fonts import TTFFont
from fpdf.prefs import ViewerPreferences

TEXT: Final = "jost-latin"
TITLES: Final = "newsreader"
MARGIN: Final = 18
ACCENT, INK, SOFT, RULE = (110, 26, 46), (35, 26, 23), (98, 84, 76), (205, 192, 178)

_FONTS: Final = Path(settings.BASE_DIR) / "node_modules" / "@fontsource"
_ALPHABETS: Final = ("jost-latin", "jost-latin-ext", "jost-cyrillic")
_EVERY_SCRIPT: Final = "unifontex"
_BROKEN_TABLES: Final = ("BASE", "GDEF", "JSTF", "MATH", "PfEd", "TeX ", "FFTM")
"""Tables of the font of all scripts that are not needed; the PDF library cannot write some of them."""


class StorePdf(FPDF):
    """US Letter, in millimetres. `text` is the whole text of the document: it decides which fonts are needed."""

    def __init__(self, title: str, written_at: datetime, text: str) -> None:
        super().__init__(format="letter")
        self.set_margins(MARGIN, MARGIN)
        self.set_title(f"{title} – {settings.STORE_NAME}")
        self.set_author(settings.STORE_NAME)
        self.set_lang("en-US")
        self.set_creation_date(written_at)
        self.viewer_preferences = ViewerPreferences(display_doc_title=True)
        self._add_fonts(text)

    def _add_fonts(self, text: str) -> None:
        for name in _ALPHABETS:
            for style, weight in (("", 400), ("B", 600)):
                self.add_font(name, style, _FONTS / "jost" / "files" / f"{name}-{weight}-normal.woff")
        self.add_font(TITLES, "", _FONTS / "newsreader" / "files" / "newsreader-latin-500-normal.woff")
        spare = list(_ALPHABETS[1:])
        known = {code for font in self.fonts.values() if isinstance(font, TTFFont) for code in font.cmap}
        if any(ord(letter) not in known for letter in text if letter.isprintable()):
            self._add_every_script()
            spare.append(_EVERY_SCRIPT)
        self.set_fallback_fonts(spare, exact_match=False)

    def _add_every_script(self) -> None:
        """Add the font of all scripts. It takes half a second, so it is added only for texts that need it."""
        self.add_font(_EVERY_SCRIPT, "", _FONTS / "unifontex" / "files" / "unifontex-latin-400-normal.woff")
        font = self.fonts[_EVERY_SCRIPT]
        for table in _BROKEN_TABLES:
            if isinstance(font, TTFFont) and table in font.ttfont:
                del font.ttfont[table]
