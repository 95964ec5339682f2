"""A PDF in the store's fonts and colors. The fonts are open ones from npm's @fontsource and are embedded."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from fpdf import FPDF
from fpdf.enums import MethodReturnValue
from fpdf.fonts import TTFFont
from fpdf.prefs import ViewerPreferences
from fpdf.unicode_script import UnicodeScript, get_unicode_script

from vintner.web.pdf.printed_text import compose_text, keep_direction, order_line, replace_missing, runs_right_to_left

TEXT: Final = "jost-latin"
TITLES: Final = "newsreader"
MARGIN: Final = 18
ACCENT, INK, SOFT, RULE = (110, 26, 46), (35, 26, 23), (98, 84, 76), (205, 192, 178)

_FONTS: Final = Path(settings.BASE_DIR) / "node_modules" / "@fontsource"
_ALPHABETS: Final = ("jost-latin", "jost-latin-ext", "jost-cyrillic")
_WEIGHTS: Final = (("", 400), ("B", 600))
_SCRIPTS: Final = {UnicodeScript.ARABIC: "arabic", UnicodeScript.HEBREW: "hebrew"}
"""Scripts with a font of their own, and its name in Noto Sans."""
_EVERY_SCRIPT: Final = "unifontex"
_SPARE: Final = (*_ALPHABETS[1:], *(f"noto-sans-{name}-{name}" for name in _SCRIPTS.values()), _EVERY_SCRIPT)
"""Fonts for letters that the text's own lacks; the plainest is the last."""
_BROKEN_TABLES: Final = ("BASE", "GDEF", "JSTF", "MATH", "PfEd", "TeX ", "FFTM")
"""Tables of the font of all scripts that are not needed; the PDF library cannot write some of them."""


class StorePdf(FPDF):
    """US Letter, in millimetres. Fonts of rare scripts are added with the first text that needs them."""

    def __init__(self, title: str, written_at: datetime) -> None:
        super().__init__(format="letter")
        self.set_margins(MARGIN, MARGIN)
        self.set_title(f"{title} – {settings.STORE_NAME}")
        self.set_author(settings.STORE_NAME)
        self.set_lang("en-US")
        self.set_creation_date(written_at)
        self.viewer_preferences = ViewerPreferences(display_doc_title=True)
        for name in _ALPHABETS:
            self._add_font(name, "jost")
        self.add_font(TITLES, "", _FONTS / "newsreader" / "files" / "newsreader-latin-500-normal.woff")
        self._use_fonts()

    def cell(self, w: float | None = None, h: float | None = None, text: str = "", *args: Any, **more: Any) -> bool:  # noqa: ANN401 - fpdf2's
        """Draw a line, in the order in which it is drawn."""
        self._tell_font()
        return super().cell(w, h, order_line(self.normalize_text(text)), *args, **more)

    def multi_cell(self, w: float, h: float | None = None, text: str = "", *args: Any, **more: Any) -> Any:  # noqa: ANN401 - fpdf2's
        """Draw paragraphs, or return their lines in the order in which they are read: they are broken in that order,
        and put into the order in which they are drawn after that.
        """
        if more.get("output") == MethodReturnValue.LINES:
            return super().multi_cell(w, h, text, *args, **more)
        self._tell_font()
        lines = self._break_lines(w, h, self.normalize_text(text), *args, **more)
        return super().multi_cell(w, h, "\n".join(map(order_line, lines)), *args, **more)

    def normalize_text(self, text: str) -> str:
        """Return the text as it is printed. fpdf2 calls this for all text that it draws or measures."""
        if text.isascii() and text.isprintable():
            return text
        text = compose_text(text)
        self._add_fonts_for(text)
        return replace_missing(text, lambda letter: ord(letter) in self._known)

    def _tell_font(self) -> None:
        """Tell the page the font: fpdf2 2.8.9 tells it within a line, which may begin with another, and forgets it."""
        if self.current_font and not self.current_font_is_set_on_page:
            self._out(self._set_font_for_page(self.current_font, self.font_size_pt))

    def _break_lines(self, w: float, h: float | None, text: str, *args: Any, **more: Any) -> Iterator[str]:  # noqa: ANN401 - fpdf2's
        """Yield the lines of which some run from right to left, each with the direction of its paragraph. All others
        are left to fpdf2.
        """
        measured = more | {"dry_run": True, "output": MethodReturnValue.LINES}
        for paragraph in text.split("\n"):
            is_whole = not runs_right_to_left(paragraph)
            for line in [paragraph] if is_whole else self.multi_cell(w, h, paragraph, *args, **measured):
                yield keep_direction(line, paragraph)

    def _add_font(self, name: str, package: str) -> None:
        for style, weight in _WEIGHTS:
            self.add_font(name, style, _FONTS / package / "files" / f"{name}-{weight}-normal.woff")

    def _add_fonts_for(self, text: str) -> None:
        """Add the fonts of scripts that this text is the first to have."""
        for script in {get_unicode_script(letter) for letter in text} & _SCRIPTS.keys():
            package = f"noto-sans-{_SCRIPTS[script]}"
            if (name := f"{package}-{_SCRIPTS[script]}") not in self.fonts:
                self._add_font(name, package)
                self._use_fonts()
        missing = any(ord(letter) not in self._known for letter in text if letter.isprintable())
        if missing and _EVERY_SCRIPT not in self.fonts:
            self._add_every_script()

    def _add_every_script(self) -> None:
        """Add the font of all scripts. It takes a third of a second, so it is added only for texts that need it."""
        self.add_font(_EVERY_SCRIPT, "", _FONTS / "unifontex" / "files" / "unifontex-latin-400-normal.woff")
        font = self.fonts[_EVERY_SCRIPT]
        for table in _BROKEN_TABLES:
            if isinstance(font, TTFFont) and table in font.ttfont:
                del font.ttfont[table]
        self._use_fonts()

    def _use_fonts(self) -> None:
        """Let letters that a font lacks be drawn in another one of those that were added."""
        self.set_fallback_fonts([name for name in _SPARE if name in self.fonts], exact_match=False)
        self._known = {code for font in self.fonts.values() if isinstance(font, TTFFont) for code in font.cmap}
