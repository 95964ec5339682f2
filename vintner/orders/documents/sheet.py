"""A PDF with the store's letterhead. The fonts are open ones from npm's @fontsource."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from fpdf import FPDF
from fpdf.enums import TableBordersLayout, XPos, YPos
from fpdf.fonts import FontFace, TTFFont

from vintner.shipping.regions import Address

_FONTS: Final = Path(settings.BASE_DIR) / "node_modules" / "@fontsource"
_TEXT: Final = "jost-latin"
_ALPHABETS: Final = ("jost-latin", "jost-latin-ext", "jost-cyrillic")
_EVERY_SCRIPT: Final = "unifontex"
_BROKEN_TABLES: Final = ("BASE", "GDEF", "JSTF", "MATH", "PfEd", "TeX ", "FFTM")
"""Tables of the font of all scripts that are not needed; the PDF library cannot write some of them."""
_MARGIN: Final = 18
_LINE: Final = 5
_ACCENT, _INK, _SOFT, _RULE = (110, 26, 46), (35, 26, 23), (98, 84, 76), (205, 192, 178)


class Sheet(FPDF):
    """US Letter, in millimetres. `text` is the whole text of the document: it decides which fonts are needed."""

    def __init__(self, title: str, written_at: datetime, text: str) -> None:
        super().__init__(format="letter")
        self.title_text = title
        self.set_margins(_MARGIN, _MARGIN)
        self.set_auto_page_break(True, margin=_MARGIN + 8)
        self.set_title(f"{title} – {settings.STORE_NAME}")
        self.set_author(settings.STORE_NAME)
        self.set_lang("en-US")
        self.set_creation_date(written_at)
        self._add_fonts(text)
        self.alias_nb_pages()
        self.add_page()

    def _add_fonts(self, text: str) -> None:
        for name in _ALPHABETS:
            for style, weight in (("", 400), ("B", 600)):
                self.add_font(name, style, _FONTS / "jost" / "files" / f"{name}-{weight}-normal.woff")
        self.add_font("newsreader", "", _FONTS / "newsreader" / "files" / "newsreader-latin-500-normal.woff")
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

    def header(self) -> None:
        """Write the letterhead; on further pages only the title."""
        if self.page_no() > 1:
            self.write_small(self.title_text)
            self.ln(_LINE)
            return
        top = self.get_y()
        self.set_text_color(*_ACCENT)
        self.set_font("newsreader", size=24)
        self.cell(0, 10, settings.STORE_NAME, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.write_small(*store_lines())
        bottom = self.get_y()
        self.set_xy(_MARGIN, top)
        self.set_text_color(*_INK)
        self.set_font("newsreader", size=18)
        self.cell(0, 10, self.title_text, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_y(bottom + _LINE)
        self.rule()

    def footer(self) -> None:
        self.set_y(-_MARGIN)
        self.set_text_color(*_SOFT)
        self.set_font(_TEXT, size=8)
        self.cell(0, _LINE, f"Page {self.page_no()} of {{nb}}", align="C")

    def rule(self) -> None:
        self.set_draw_color(*_RULE)
        self.line(_MARGIN, self.get_y(), self.w - _MARGIN, self.get_y())
        self.ln(_LINE)

    def write_small(self, *lines: str) -> None:
        self.set_text_color(*_SOFT)
        self.set_font(_TEXT, size=9)
        for line in lines:
            self.multi_cell(0, 4.4, line, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def write_part(self, title: str, *lines: str) -> None:
        """Write a title with lines below it, over the whole width."""
        self._titled(_MARGIN, self.epw, title, lines)
        self.ln(_LINE)

    def write_beside(self, *parts: tuple[str, Sequence[str]]) -> None:
        """Write titles with their lines, side by side."""
        top, bottom, width = self.get_y(), self.get_y(), self.epw / len(parts)
        for number, (title, lines) in enumerate(parts):
            self.set_y(top)
            self._titled(_MARGIN + number * width, width - 4, title, lines)
            bottom = max(bottom, self.get_y())
        self.set_xy(_MARGIN, bottom + _LINE)

    def _titled(self, left: float, width: float, title: str, lines: Sequence[str]) -> None:
        self.set_x(left)
        self.set_text_color(*_SOFT)
        self.set_font(_TEXT, size=9)
        self.cell(width, _LINE, title, new_x=XPos.LEFT, new_y=YPos.NEXT)
        self.set_text_color(*_INK)
        self.set_font(_TEXT, size=10.5)
        for line in lines:
            self.set_x(left)
            self.multi_cell(width, _LINE, line, align="L", new_x=XPos.LEFT, new_y=YPos.NEXT)

    def write_table(self, headings: Sequence[str], widths: Sequence[int], rows: Sequence[Sequence[str]]) -> None:
        """Write a table; its headings are repeated on every page. All columns but the first are numbers."""
        self.set_text_color(*_INK)
        self.set_font(_TEXT, size=10)
        self.set_draw_color(*_RULE)
        with self.table(
            col_widths=tuple(widths),
            text_align=("LEFT", *("RIGHT" for _ in headings[1:])),
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            headings_style=FontFace(emphasis="BOLD", color=_SOFT, size_pt=9),
            line_height=_LINE,
            padding=(1.6, 1),
        ) as table:
            for row in (headings, *rows):
                table.row(row)
        self.ln(_LINE)

    def write_sums(self, rows: Sequence[tuple[str, str]], *, bold: Sequence[str] = ()) -> None:
        """Write labels and amounts at the right edge; those whose label is in `bold` are bold."""
        for label, amount in rows:
            self.set_text_color(*_INK)
            self.set_font(_TEXT, "B" if label in bold else "", 11 if label in bold else 10)
            self.set_x(_MARGIN + self.epw * 0.42)
            self.cell(self.epw * 0.38, 6, label, align="R")
            self.cell(self.epw * 0.20, 6, amount, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.ln(_LINE)


def store_lines() -> tuple[str, ...]:
    """Return the store's address and e-mail address."""
    address = Address.read({**settings.STORE_BASE_ADDRESS, "address_1": settings.STORE_STREET})
    return (*address.lines(), settings.STORE_EMAIL)
