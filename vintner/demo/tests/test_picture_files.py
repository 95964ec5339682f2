"""The files of the demo's pictures, and the cache of their sizes."""

import hashlib
from pathlib import Path

import pytest
from django.utils import timezone
from PIL import Image

from tests.sweeps import swept
from vintner.catalogue.picture_sizes import BYTES_PER_PIXEL_OF_WIDTH, WIDTHS
from vintner.demo import gift_sets, products
from vintner.demo.catalogue import GROWERS
from vintner.demo.picture_files import CACHE_VARIABLE, DemoPicture, Motif, load
from vintner.demo.picture_rows import missing

SIZES = {
    "hero": (1920, 1080),
    "bottle": (960, 1280),
    "set": (960, 1280),
    "label": (960, 1280),
    "vineyard": (1600, 900),
    "cellar": (1600, 900),
    "table": (1600, 900),
    "logo": (640, 400),
    "portrait": (960, 1200),
}
"""Width and height in pixels, by motif."""


def size_of(picture: DemoPicture) -> tuple[int, int]:
    with Image.open(picture.path) as opened:
        return opened.size


@pytest.fixture
def wanted(db: None) -> list[DemoPicture]:
    """Every picture of the demo."""
    products.make_products(timezone.now())
    gift_sets.make_gift_sets(timezone.now())
    return missing()


@pytest.mark.sweep
def test_every_picture_has_a_file_in_its_size_and_there_is_no_other_file(wanted: list[DemoPicture]) -> None:
    folder = DemoPicture("hero").path.parent
    assert {each.path for each in wanted} == {path for path in folder.rglob("*") if path.is_file()}
    pictures = [each for each in wanted if each.motif != "profile"]
    assert {each.name for each in pictures if size_of(each) != SIZES[each.motif]} == set()
    assert all(each.path.read_bytes().startswith(b"%PDF") for each in wanted if each.motif == "profile")


@pytest.mark.sweep
def test_no_two_wines_or_producers_look_alike(wanted: list[DemoPicture]) -> None:
    files = [each.path.read_bytes() for each in wanted if not each.vintage]
    assert len({hashlib.sha256(file).digest() for file in files}) == len(files)


@pytest.mark.parametrize("key", swept(["copper-wren-cellars", "domaine-perrachaud"], guards={"domaine-perrachaud"}))
def test_the_heaviest_landscapes_are_light_at_every_width(key: str) -> None:
    sizes = [each for each in load(DemoPicture("vineyard", key)).sizes if each.format == "avif"]
    assert [each.width for each in sizes] == list(WIDTHS)
    assert max(len(each.content) / each.width for each in sizes) <= BYTES_PER_PIXEL_OF_WIDTH


@pytest.mark.parametrize("motif", ["logo", "profile"])
def test_a_cached_picture_is_the_one_that_is_made(
    motif: Motif, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    picture = DemoPicture(motif, GROWERS[0].slug)
    made = load(picture)
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    assert (load(picture), load(picture)) == (made, made)
    assert len(list((tmp_path / "cache").iterdir())) == 1
