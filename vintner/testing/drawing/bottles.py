"""A bottle with its label and capsule, alone or in the studio."""

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from vintner.testing.drawing.colours import gradient, halo, mixed, rgb
from vintner.testing.drawing.glass import Glass, body, foil_strip, glass_strip, highlights, strip, wrapped
from vintner.testing.drawing.labels import LabelText, label
from vintner.testing.drawing.outlines import OUTLINES, SAG, Frame, Outline, Shape, half_width, silhouette

SIZE: Final = (960, 1280)
_TALLEST: Final = 330.0
"""Millimetres of the tallest bottle: smaller ones look smaller, though not as much as they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BottleLook:
    """All that decides how a bottle looks."""

    shape: Shape
    glass: Glass
    wine: str
    foil: str
    shiny: bool
    label: LabelText
    backdrop: str = "#ece6dc"


def portrait(look: BottleLook) -> Image.Image:
    """Return the whole bottle in the studio."""
    outline = OUTLINES[look.shape]
    width, height = SIZE
    scale = height * 0.9 / (0.3 * _TALLEST + 0.7 * outline.height)
    return _studio(look, outline, Frame(width / 2, height * 0.95 - outline.height * scale, scale), fine=2)


def close_up(look: BottleLook) -> Image.Image:
    """Return the middle of the bottle, near enough to read the label."""
    outline = OUTLINES[look.shape]
    width, height = SIZE
    scale = width * 0.86 / (2 * max(half for _, half in outline.points))
    middle = outline.label_top + outline.label_height * 0.5
    return _studio(look, outline, Frame(width * 0.5, height * 0.52 - middle * scale, scale), fine=1)


def _studio(look: BottleLook, outline: Outline, frame: Frame, *, fine: int) -> Image.Image:
    picture = _room(SIZE, look.backdrop, frame.top + outline.height * frame.scale)
    stand(picture, look, frame, fine=fine)
    return picture


def stand(picture: Image.Image, look: BottleLook, frame: Frame, *, fine: int) -> None:
    """Put a bottle into a picture, with its shadow; it is drawn `fine` times as large as it is shown."""
    outline = OUTLINES[look.shape]
    _drop_shadow(picture, outline, frame)
    left, top, right, bottom = frame.box(outline)
    top, bottom = max(0, top), min(picture.height, bottom)
    size = ((right - left) * fine, (bottom - top) * fine)
    near = Frame((frame.axis - left) * fine, (frame.top - top) * fine, frame.scale * fine)
    bottle, mask = draw_bottle(size, look, outline, near)
    picture.paste(bottle.reduce(fine), (left, top), mask.reduce(fine))


def _room(size: tuple[int, int], backdrop: str, floor: float) -> Image.Image:
    """Return an empty studio: a wall with a soft light on it, and a table that starts out of focus."""
    tone = rgb(backdrop)
    small = (size[0] // 8, size[1] // 8)
    horizon = min(0.97, (floor / size[1]) - 0.085)
    wall = [(0.0, mixed(tone, (120, 110, 98), 0.16)), (horizon - 0.05, mixed(tone, (255, 252, 246), 0.28))]
    table = [(horizon + 0.03, mixed(tone, (150, 136, 118), 0.20)), (1.0, mixed(tone, (255, 250, 240), 0.16))]
    room = gradient(small, [*wall, *table])
    light = Image.new("L", small, 0)
    light.paste(halo((small[0] * 2, int(small[1] * 1.5))), (-small[0] // 2, -small[1] // 4))
    room.paste(Image.new("RGB", small, (255, 252, 245)), mask=light.point(lambda level: int(level * 0.42)))
    return room.resize(size, Image.Resampling.BICUBIC)


def _drop_shadow(picture: Image.Image, outline: Outline, frame: Frame) -> None:
    """Darken the table where the bottle stands, and away from the window."""
    shrink = 8
    size = (picture.width // shrink, picture.height // shrink)
    radius = max(half for _, half in outline.points) * frame.scale / shrink
    axis, foot = frame.axis / shrink, (frame.top + outline.height * frame.scale) / shrink
    cast = Image.new("L", size, 0)
    ImageDraw.Draw(cast).polygon(
        [(axis - radius * 0.9, foot - radius * 0.1), (axis + radius, foot + radius * 0.1),
         (axis + radius * 3.6, foot - radius * 0.62), (axis + radius * 2.4, foot - radius * 0.85)],
        fill=105,
    )  # fmt: skip
    cast = cast.filter(ImageFilter.GaussianBlur(radius * 0.24))
    contact = Image.new("L", size, 0)
    spot = (axis - radius * 1.05, foot - radius * 0.12, axis + radius * 1.12, foot + radius * 0.2)
    ImageDraw.Draw(contact).ellipse(spot, fill=225)
    contact = contact.filter(ImageFilter.GaussianBlur(radius * 0.1))
    shade = ImageChops.lighter(cast, contact).resize(picture.size, Image.Resampling.BICUBIC)
    picture.paste(Image.new("RGB", picture.size, (58, 48, 40)), mask=shade)


def draw_bottle(
    size: tuple[int, int], look: BottleLook, outline: Outline, frame: Frame
) -> tuple[Image.Image, Image.Image]:
    """Return the bottle on nothing, and the mask of its shape."""
    fill_line = outline.foil * 0.86 if look.shape != "champagne" else outline.foil
    bottle = body(
        size,
        outline,
        frame,
        [
            (0.0, glass_strip(look.glass, look.wine, full=False)),
            (fill_line, glass_strip(look.glass, look.wine, full=True)),
        ],
    )
    bottle = bottle.filter(ImageFilter.BoxBlur(1))
    _thicken_base(bottle, look, outline, frame)
    shine = highlights(size, outline, frame, 0.62 if look.glass != "clear" else 0.8)
    bottle.paste(Image.new("RGB", size, (255, 253, 247)), mask=shine)
    _put_foil(bottle, look, outline, frame)
    _put_label(bottle, look, outline, frame)
    return bottle, silhouette(size, outline, frame)


def _thicken_base(bottle: Image.Image, look: BottleLook, outline: Outline, frame: Frame) -> None:
    """Shade the thick glass of the foot."""
    foot = frame.top + (outline.height + SAG * half_width(outline, outline.height)) * frame.scale
    if foot > bottle.height + 4 * frame.scale:
        return
    depth = 9 * frame.scale
    shade = Image.linear_gradient("L").resize((bottle.width, round(depth)))
    mask = Image.new("L", bottle.size, 0)
    mask.paste(shade.point(lambda level: int(level * 0.55)), (0, round(foot - depth)))
    dark = mixed(rgb(look.wine), (12, 12, 10), 0.75)
    bottle.paste(Image.new("RGB", bottle.size, dark), mask=mask)


def _put_foil(bottle: Image.Image, look: BottleLook, outline: Outline, frame: Frame) -> None:
    end = frame.top + outline.foil * frame.scale
    if end < 0:
        return
    foil = body(bottle.size, outline, frame, [(0.0, foil_strip(look.foil, shiny=look.shiny))], outline.foil + 4)
    mask = Image.new("L", bottle.size, 0)
    draw = ImageDraw.Draw(mask)
    half = half_width(outline, outline.foil) * frame.scale + 2
    draw.rectangle((0, 0, bottle.width, end), fill=255)
    draw.ellipse((frame.axis - half, end - half * SAG, frame.axis + half, end + half * SAG), fill=255)
    bottle.paste(foil, mask=mask)
    _cap(bottle, look, outline, frame)
    lines = ImageDraw.Draw(bottle)
    for at in (outline.points[2][0] + 1.0, outline.foil - 4.5):
        half = half_width(outline, at) * frame.scale
        y = frame.top + at * frame.scale
        shade = mixed(rgb(look.foil), (0, 0, 0), 0.35)
        box = (frame.axis - half, y - half * SAG, frame.axis + half, y + half * SAG)
        lines.arc(box, 0, 180, fill=shade, width=max(1, round(frame.scale * 0.5)))


def _cap(bottle: Image.Image, look: BottleLook, outline: Outline, frame: Frame) -> None:
    """Show the top of the capsule, as seen from slightly above."""
    half = outline.points[0][1] * frame.scale
    rise = half * SAG
    box = (frame.axis - half, frame.top - rise, frame.axis + half, frame.top + rise)
    ImageDraw.Draw(bottle).ellipse(box, fill=mixed(rgb(look.foil), (255, 250, 240), 0.16))


def _put_label(bottle: Image.Image, look: BottleLook, outline: Outline, frame: Frame) -> None:
    flat = label(look.label)
    radius = half_width(outline, outline.label_top + 20) * frame.scale
    reach = outline.label_share
    curved = wrapped(_fit(flat, outline, frame, radius), radius, reach, sag=radius * SAG)
    mask = wrapped(Image.new("L", _fit(flat, outline, frame, radius).size, 255), radius, reach, sag=radius * SAG)
    curved = ImageChops.multiply(curved, _label_light(curved.size))
    left, top = round(frame.axis - curved.width / 2), round(frame.top + outline.label_top * frame.scale)
    _label_shadow(bottle, mask, (left, top), frame.scale)
    bottle.paste(curved, (left, top), mask)


def _fit(flat: Image.Image, outline: Outline, frame: Frame, radius: float) -> Image.Image:
    """Return the label at about the size at which it is shown, so that no detail flickers."""
    width = round(radius * outline.label_share * 3.1416)
    height = round(width * flat.height / flat.width)
    room = round(outline.label_height * frame.scale)
    if height > room:
        height = room
    return flat.resize((width, height), Image.Resampling.LANCZOS)


def _label_light(size: tuple[int, int]) -> Image.Image:
    """Return how light falls on paper around a bottle: full towards the window, less away from it."""

    def light(x: float) -> tuple[int, int, int]:
        level = 1.0 - 0.30 * abs(x + 0.22) ** 2.6 - 0.16 * max(0.0, x) ** 1.5
        return round(255 * level), round(253 * level), round(248 * level)

    return strip(light).resize(size, Image.Resampling.BICUBIC)


def _label_shadow(bottle: Image.Image, mask: Image.Image, corner: tuple[int, int], scale: float) -> None:
    edge = Image.new("L", bottle.size, 0)
    edge.paste(mask.point(lambda level: int(level * 0.5)), (corner[0], corner[1] + round(scale * 0.4)))
    soft = edge.filter(ImageFilter.BoxBlur(max(1, round(scale * 0.5))))
    bottle.paste(Image.new("RGB", bottle.size, (0, 0, 0)), mask=soft)
