"""Draws the tasting sheet of a wine: one page, however much there is to say of it.

What has a fixed height is measured first; the description takes the rest, in smaller letters and cut short if need be.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from fpdf.enums import Align, MethodReturnValue, XPos, YPos
from PIL import Image

from vintner.catalogue.tasting.props import Fact, Scale, Score
from vintner.storefront.tasting_sheet.contents import TastingContents
from vintner.web.pdf.printed_text import keep_direction
from vintner.web.pdf.store_pdf import ACCENT, INK, MARGIN, RULE, SOFT, TEXT, TITLES, StorePdf

PAPER: Final = (248, 244, 238)
POINT: Final = 25.4 / 72
"""Millimetres."""
LEADING: Final = 1.36
"""The height of a line, in heights of its letters."""
PICTURE_WIDTH, TALLEST, SHORTEST = 56.0, 136.0, 92.0
"""Of the upper part with the picture, in millimetres."""
MOST_CROPPED: Final = 2.0
"""A picture of a bottle fills its place if it is at most so much wider; of others nothing is cut off."""
GAP: Final = 9.0
FOOT: Final = 22.0
COLUMNS: Final = 3
SCALE_ROW: Final = 6.2
MOST_FACTS, MOST_SCORES = 12, 5
LONGEST: Final = 4_000
"""Letters of a text that are looked at: more fit on no page."""

FactRow = Sequence[tuple[str, Sequence[str]]]
"""Names of facts, each with the lines of its value."""


@dataclass(frozen=True, slots=True)
class Typeface:
    """A font with its size in points and its color."""

    font: str
    size: float
    color: tuple[int, int, int] = INK
    style: str = ""

    @property
    def line(self) -> float:
        """The height of a line in millimetres."""
        return self.size * POINT * LEADING


LABEL: Final = Typeface(TEXT, 8.5, SOFT)
VALUE: Final = Typeface(TEXT, 10)
SMALL: Final = Typeface(TEXT, 8.5, SOFT)
HEADING: Final = Typeface(TITLES, 14)


def draw_sheet(contents: TastingContents, picture: bytes | None, now: datetime) -> bytes:
    """Return the sheet as PDF. `picture` is a JPEG of the bottle."""
    return bytes(TastingSheet(contents, picture, now).output())


class TastingSheet(StorePdf):
    """The page. Places and sizes are in millimetres from its upper left corner."""

    def __init__(self, contents: TastingContents, picture: bytes | None, now: datetime) -> None:
        super().__init__(f"{contents.title}: tasting sheet", now)
        self.c_margin = 0
        self.set_auto_page_break(False)
        self.add_page()
        self._contents = contents
        facts = self._fact_rows(contents.facts[:MOST_FACTS])
        scores = contents.scores[:MOST_SCORES]
        below = self._height_of_facts(facts) + self._height_of_middle(contents.scales, scores)
        top = self._write_letterhead()
        end = self.h - MARGIN - FOOT
        upper = max(SHORTEST, min(TALLEST, end - top - below))
        self._draw_picture(picture, top, upper)
        self._write_text(top, upper, wide=picture is None)
        self._write_lower(top + upper + GAP, scores, facts)
        self._write_foot()

    def _write_letterhead(self) -> float:
        """Write the name of the store and of the paper; returns where the rest begins."""
        self._write(MARGIN, MARGIN - 4, 100, Typeface(TITLES, 17, ACCENT), [settings.STORE_NAME])
        self._set(SMALL)
        self.set_xy(MARGIN, MARGIN - 1.5)
        self.cell(self.epw, SMALL.line, "Tasting sheet", align=Align.R)
        self._rule(MARGIN + 6)
        return MARGIN + 13.0

    def _draw_picture(self, picture: bytes | None, top: float, height: float) -> None:
        if picture is None:
            return
        self.set_fill_color(*PAPER)
        self.rect(MARGIN, top, PICTURE_WIDTH, height, "F")
        with Image.open(io.BytesIO(picture)) as known:
            slimness = known.width / known.height
        drawn = height * slimness
        if not PICTURE_WIDTH <= drawn <= PICTURE_WIDTH * MOST_CROPPED:
            drawn = min(drawn, PICTURE_WIDTH)
        tall = drawn / slimness
        with self.rect_clip(MARGIN, top, PICTURE_WIDTH, height):
            self.image(
                io.BytesIO(picture),
                MARGIN + (PICTURE_WIDTH - drawn) / 2,
                top + (height - tall) / 2,
                drawn,
                tall,
                alt_text=f"A bottle of {self._contents.title}",
            )

    def _write_text(self, top: float, height: float, *, wide: bool) -> None:
        """Write names, texts, notes and food beside the picture."""
        contents = self._contents
        left = MARGIN if wide else MARGIN + PICTURE_WIDTH + GAP
        width = self.w - MARGIN - left
        y = self._write_fitting(left, top, width, 10, (Typeface(TEXT, 11, ACCENT, "B"),), contents.producer)
        titles = tuple(Typeface(TITLES, size) for size in (27, 23, 19, 15, 12))
        y = self._write_fitting(left, y + 0.5, width, 26, titles, contents.title)
        y = self._write_fitting(left, y + 1, width, 9, (Typeface(TEXT, 10, SOFT),), contents.place)
        y = self._write_fitting(left, y, width, 9, (Typeface(TEXT, 10, ACCENT),), contents.released)
        labelled = [
            (name, self._lines(text, width, VALUE, 2))
            for name, text in (("Tasting notes", contents.notes), ("Goes with", contents.food))
            if text
        ]
        lower = sum(LABEL.line + len(lines) * VALUE.line + 2.5 for _, lines in labelled)
        end = top + height - lower
        leads = tuple(Typeface(TITLES, size) for size in (13.5, 12, 10.5))
        y = self._write_fitting(left, y + 3, width, (end - y) / 3, leads, contents.lead)
        texts = tuple(Typeface(TEXT, size) for size in (10.5, 10, 9.5, 9, 8.5, 8))
        y = self._write_fitting(left, y + 2.5, width, end - y - 4, texts, contents.description)
        y += 3
        for name, lines in labelled:
            y = self._write(left, y, width, LABEL, [name])
            y = self._write(left, y, width, VALUE, lines) + 2.5

    def _write_lower(self, top: float, scores: Sequence[Score], rows: Sequence[FactRow]) -> None:
        """Write style and scores side by side, and the table of facts below them."""
        levels = self._contents.scales
        half = (self.epw - GAP) / 2
        if levels:
            self._write_scales(MARGIN, top, half, levels)
        if scores:
            self._write_scores(MARGIN + half + GAP if levels else MARGIN, top, half, scores)
        y = top + self._height_of_middle(levels, scores) - GAP if levels or scores else top
        width = (self.epw - GAP * (COLUMNS - 1)) / COLUMNS
        for row in rows:
            self._rule(y)
            for number, (name, lines) in enumerate(row):
                left = MARGIN + number * (width + GAP)
                self._write(left, self._write(left, y + 1.5, width, LABEL, [name]), width, VALUE, lines)
            y += self._height_of_row(row)

    def _write_scales(self, left: float, top: float, width: float, levels: Sequence[Scale]) -> None:
        y = self._write(left, top, width, HEADING, ["Style"]) + 1.5
        for scale in levels:
            self._write(left, y, 22, LABEL, [scale.name])
            for place in range(scale.most):
                self.set_fill_color(*(ACCENT if place < scale.level else RULE))
                self.circle(left + 24 + place * 4.6, y + 1.7, 1.35, "F")
            self._write(left + 52, y - 0.4, width - 52, VALUE, [scale.words])
            y += SCALE_ROW

    def _write_scores(self, left: float, top: float, width: float, scores: Sequence[Score]) -> None:
        y = self._write(left, top, width, HEADING, ["Critics’ scores"]) + 1.5
        for score in scores:
            self._write(left, y - 0.4, 18, Typeface(TEXT, 10, ACCENT, "B"), [score.points])
            about = f"{score.source}, {score.date}" if score.date else score.source
            self._write(left + 20, y - 0.4, width - 20, VALUE, self._lines(about, width - 20, VALUE, 1))
            y += SCALE_ROW

    def _write_foot(self) -> None:
        """Write where to find the wine and the store."""
        y = self.h - MARGIN - FOOT + 6
        self._rule(y)
        half = (self.epw - GAP) / 2
        name, *address = self._contents.store
        self._write(MARGIN, y + 2, half, SMALL, [name, *self._lines(", ".join(address), half, SMALL, 3)])
        self._set(SMALL)
        link = self._contents.address
        lines = self._lines(link.partition("//")[2], half, SMALL, 3)
        for number, line in enumerate(["More about this wine", *lines]):
            self.set_xy(MARGIN + half + GAP, y + 2 + number * SMALL.line)
            self.cell(half, SMALL.line, line, align=Align.R, link=link)

    def _fact_rows(self, facts: Sequence[Fact]) -> list[FactRow]:
        width = (self.epw - GAP * (COLUMNS - 1)) / COLUMNS
        cells = [
            (self._lines(each.name, width, LABEL, 1)[0], self._lines(each.value, width, VALUE, 3))
            for each in facts
            if each.value.strip() and each.name.strip()
        ]
        return [cells[start : start + COLUMNS] for start in range(0, len(cells), COLUMNS)]

    def _height_of_row(self, row: FactRow) -> float:
        return 3.5 + LABEL.line + VALUE.line * max(len(lines) for _, lines in row)

    def _height_of_facts(self, rows: Sequence[FactRow]) -> float:
        return GAP + sum(map(self._height_of_row, rows))

    def _height_of_middle(self, levels: Sequence[Scale], scores: Sequence[Score]) -> float:
        rows = max(len(levels), len(scores))
        return HEADING.line + 3.5 + rows * SCALE_ROW + GAP if rows else 0.0

    def _write_fitting(
        self, left: float, top: float, width: float, height: float, faces: Sequence[Typeface], text: str
    ) -> float:
        """Write a text in the largest letters in which it fits, or cut short; returns where it ends."""
        if not text.strip():
            return top
        smallest = faces[-1]
        most = max(1, int(height / smallest.line))
        least = self._lines(text, width, smallest)
        if len(least) <= most:
            for each in faces[:-1]:
                lines = self._lines(text, width, each)
                if len(lines) * each.line <= height:
                    return self._write(left, top, width, each, lines)
        return self._write(left, top, width, smallest, _cut(least, most))

    def _lines(self, text: str, width: float, face: Typeface, most: int = 0) -> list[str]:
        """Return a text as lines; of more than `most`, the last ends with an ellipsis."""
        self._set(face)
        lines = [line for part in text.strip()[:LONGEST].split("\n") for line in self._broken(part, width, face)]
        return _cut(lines, most) if most else lines

    def _broken(self, paragraph: str, width: float, face: Typeface) -> list[str]:
        """Return a paragraph as lines. Each is drawn alone, in the direction of the whole."""
        found = self.multi_cell(
            width, face.line, paragraph, dry_run=True, output=MethodReturnValue.LINES, align=Align.L
        )
        return [keep_direction(str(line), paragraph) for line in found] if isinstance(found, list) else []

    def _write(self, left: float, top: float, width: float, face: Typeface, lines: Sequence[str]) -> float:
        """Write lines; returns where they end."""
        self._set(face)
        self.set_xy(left, top)
        for line in lines:
            self.set_x(left)
            self.cell(width, face.line, line, new_x=XPos.LEFT, new_y=YPos.NEXT)
        return self.get_y()

    def _set(self, face: Typeface) -> None:
        self.set_font(face.font, face.style, face.size)
        self.set_text_color(*face.color)

    def _rule(self, y: float) -> None:
        self.set_draw_color(*RULE)
        self.set_line_width(0.2)
        self.line(MARGIN, y, self.w - MARGIN, y)


def _cut(lines: list[str], most: int) -> list[str]:
    """Return the first lines; an ellipsis at the end says that there are more."""
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], f"{lines[most - 1][:-2].rstrip(' ,.;:')}…"]
