"""The drawn pictures: the same from the same wine, different from wine to wine, and of the right size."""

import hashlib
from itertools import pairwise

import pytest
from PIL import Image, ImageStat

from vintner.testing.drawing import labels, lettering
from vintner.testing.drawing.looks import look_of
from vintner.testing.drawing.outlines import OUTLINES, Shape, half_width
from vintner.testing.drawing.prints import Commission, Motif, draw
from vintner.testing.world.growers import GROWERS
from vintner.testing.world.wines import WINES

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("motif", ["bottle", "label"])
def test_a_wine_is_drawn_the_same_each_time(motif: Motif) -> None:
    first, again = (draw(Commission(motif, "V-SIMPLE")) for _ in range(2))

    assert first == again


@pytest.mark.parametrize(
    ("commission", "size"),
    [
        (Commission("label", "V-BULK"), (960, 1280)),
        (Commission("bottle", "V-VINTAGES", "2019"), (960, 1280)),
        (Commission("vineyard", "quinta-do-zimbral"), (1600, 900)),
        (Commission("cellar", "quinta-do-zimbral"), (1600, 900)),
        (Commission("table", "weingut-hollerbusch"), (1600, 900)),
        (Commission("logo", "quinta-do-zimbral"), (640, 400)),
        (Commission("profile", "quinta-do-zimbral"), (1240, 1754)),
        (Commission("hero"), (1920, 1080)),
    ],
    ids=["label", "vintage", "vineyard", "cellar", "table", "logo", "profile", "hero"],
)
def test_every_motif_has_its_size(commission: Commission, size: tuple[int, int]) -> None:
    picture = draw(commission)

    assert (picture.size, picture.mode) == (size, "RGB")
    assert min(ImageStat.Stat(picture).stddev) > 10


@pytest.mark.parametrize("motif", ["cellar", "table", "logo"])
def test_no_two_growers_are_drawn_alike(motif: Motif) -> None:
    drawn = {
        hashlib.sha256(draw(Commission(motif, grower.slug)).reduce(16).tobytes()).hexdigest() for grower in GROWERS[:4]
    }

    assert len(drawn) == 4


def test_no_two_labels_are_alike() -> None:
    growers = {grower.slug: grower for grower in GROWERS}
    printed = {
        hashlib.sha256(labels.label(look_of(wine, growers[wine.grower]).label).reduce(4).tobytes()).hexdigest()
        for wine in WINES
    }

    assert len(printed) == len(WINES)


def test_labels_can_be_lettered_without_the_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "FACES", dict.fromkeys(lettering.FACES, "nowhere.woff"))
    lettering.face.cache_clear()
    try:
        assert lettering.printable("Château Rosé") == "Chateau Rose"
        assert isinstance(draw(Commission("label", "V-BULK")), Image.Image)
    finally:
        lettering.face.cache_clear()


@pytest.mark.parametrize("shape", OUTLINES)
def test_bottles_are_smooth_and_widen_from_neck_to_body(shape: Shape) -> None:
    outline = OUTLINES[shape]
    halves = [half_width(outline, at / 2) for at in range(int(outline.height * 2))]

    assert max(abs(first - second) for first, second in pairwise(halves)) < 2
    assert min(halves) > 10
    assert max(halves) == pytest.approx(max(half for _, half in outline.points), abs=0.1)
    assert outline.foil < outline.label_top < outline.label_top + outline.label_height < outline.height
