"""A PDF with the store's letterhead."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.conf import settings
from fpdf.enums import TableBordersLayout, XPos, YPos
from fpdf.fonts import FontFace

from vintner.orders.documents.letterhead import store_lines
from vintner.web.pdf.store_pdf import ACCENT, INK, MARGIN, RULE, SOFT, TEXT, TITLES, StorePdf

_LINE: Final = 5
_LEFT_ROW: Final = ((13.8, 14.6), (9.2, 21), (2.5, 29))
_MIDDLE_ROW: Final = ((16.2, 14.6), (15.5, 23), (13.6, 33))
_RIGHT_ROW: Final = ((18.8, 14.4), (22.6, 22), (26, 31))
"""The rows of vines of the mark, in a box of 32 by 32."""
_RULE_WIDTH: Final = 0.2
_PAGE_COUNT: Final = f"{{{secrets.token_hex(8)}}}"
"""Where the number of pages is written. Nobody can type it, so no text of a customer is replaced."""


class Sheet(StorePdf):
    """Pages with the letterhead on the first."""

    def __init__(self, title: str, written_at: datetime) -> None:
        super().__init__(title, written_at)
        self.title_text = title
        self.set_auto_page_break(True, margin=MARGIN + 8)
        self.alias_nb_pages(_PAGE_COUNT)
        self.add_page()

    def header(self) -> None:
        """Write the letterhead; on further pages only the title."""
        if self.page_no() > 1:
            self.write_small(self.title_text)
            self.ln(_LINE)
            return
        top = self.get_y()
        self.set_text_color(*ACCENT)
        self.set_font(TITLES, size=24)
        if settings.HAS_HOUSE_MARK:
            self._draw_mark(MARGIN, top + 1.4, 7.2)
            self.set_xy(MARGIN + 9.5, top)
        self.cell(0, 10, settings.STORE_NAME, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.write_small(*store_lines())
        bottom = self.get_y()
        self.set_xy(MARGIN, top)
        self.set_text_color(*INK)
        self.set_font(TITLES, size=18)
        self.cell(0, 10, self.title_text, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_y(bottom + _LINE)
        self.rule()

    def _draw_mark(self, left: float, top: float, size: float) -> None:
        """Draw the mark of the house: a disc, with a sun, a hill and rows of vines cut out of it."""
        at = size / 32
        self.set_fill_color(*ACCENT)
        self.circle(left + size / 2, top + size / 2, size / 2, style="F")
        self.set_fill_color(255)
        self.circle(left + 20.6 * at, top + 8.9 * at, 3.5 * at, style="F")
        self.set_draw_color(255)
        self.set_line_width(1.9 * at)
        for points in (((0, 18), (8, 15), (16, 14), (24, 15), (32, 18)), _LEFT_ROW, _MIDDLE_ROW, _RIGHT_ROW):
            self.polyline([(left + x * at, top + y * at) for x, y in points])
        self.set_line_width(_RULE_WIDTH)

    def footer(self) -> None:
        self.set_y(-MARGIN)
        self.set_text_color(*SOFT)
        self.set_font(TEXT, size=8)
        page = f"Page {self.page_no()} of "
        self.set_x((self.w - self.get_string_width(f"{page}{self.page_no()}")) / 2 - self.c_margin)
        self.cell(0, _LINE, f"{page}{_PAGE_COUNT}")

    def rule(self) -> None:
        self.set_draw_color(*RULE)
        self.line(MARGIN, self.get_y(), self.w - MARGIN, self.get_y())
        self.ln(_LINE)

    def write_small(self, *lines: str) -> None:
        self.set_text_color(*SOFT)
        self.set_font(TEXT, size=9)
        for line in lines:
            self.multi_cell(0, 4.4, line, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def write_part(self, title: str, *lines: str) -> None:
        """Write a title with lines below it, over the whole width."""
        self._titled(MARGIN, self.epw, title, lines)
        self.ln(_LINE)

    def write_beside(self, *parts: tuple[str, Sequence[str]]) -> None:
        """Write titles with their lines, side by side."""
        top, bottom, width = self.get_y(), self.get_y(), self.epw / len(parts)
        for number, (title, lines) in enumerate(parts):
            self.set_y(top)
            self._titled(MARGIN + number * width, width - 4, title, lines)
            bottom = max(bottom, self.get_y())
        self.set_xy(MARGIN, bottom + _LINE)

    def _titled(self, left: float, width: float, title: str, lines: Sequence[str]) -> None:
        self.set_x(left)
        self.set_text_color(*SOFT)
        self.set_font(TEXT, size=9)
        self.cell(width, _LINE, title, new_x=XPos.LEFT, new_y=YPos.NEXT)
        self.set_text_color(*INK)
        self.set_font(TEXT, size=10.5)
        for line in lines:
            self.set_x(left)
            self.multi_cell(width, _LINE, line, align="L", new_x=XPos.LEFT, new_y=YPos.NEXT)

    def write_table(self, headings: Sequence[str], widths: Sequence[int], rows: Sequence[Sequence[str]]) -> None:
        """Write a table; its headings are repeated on every page. All columns but the first are numbers."""
        self.set_text_color(*INK)
        self.set_font(TEXT, size=10)
        self.set_draw_color(*RULE)
        with self.table(
            col_widths=tuple(widths),
            text_align=("LEFT", *("RIGHT" for _ in headings[1:])),
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            headings_style=FontFace(emphasis="BOLD", color=SOFT, size_pt=9),
            line_height=_LINE,
            padding=(1.6, 1),
        ) as table:
            for row in (headings, *rows):
                table.row(row)
        self.ln(_LINE)

    def write_sums(self, rows: Sequence[tuple[str, str]], *, bold: Sequence[str] = ()) -> None:
        """Write labels and amounts at the right edge; those whose label is in `bold` are bold."""
        for label, amount in rows:
            self.set_text_color(*INK)
            self.set_font(TEXT, "B" if label in bold else "", 11 if label in bold else 10)
            self.set_x(MARGIN + self.epw * 0.42)
            self.cell(self.epw * 0.38, 6, label, align="R")
            self.cell(self.epw * 0.20, 6, amount, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.ln(_LINE)
