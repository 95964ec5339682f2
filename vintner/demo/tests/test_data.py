"""The tables of the demo world tell a story without holes."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from pydantic import ValidationError

from vintner.demo import catalogue, reviews
from vintner.demo.catalogue import GROWERS, OPINIONS, WINES, read_table
from vintner.demo.products import choices
from vintner.demo.shapes import DemoWine, Grower, paragraphs
from vintner.testing.builders import money

OUTSIDE = {
    "V-SIMPLE", "V-LAST3", "V-SOLDOUT", "V-ONEEACH", "V-BACKORDER", "V-DRAFT", "V-VINTAGES", "V-BULK", "V-SOON",
}  # fmt: skip


def test_there_is_enough_of_everything() -> None:
    assert len(GROWERS) >= 12
    assert len([wine for wine in WINES if wine.published]) >= 52
    assert {wine.grower for wine in WINES} == {grower.slug for grower in GROWERS}
    assert {wine.sku for wine in WINES} >= OUTSIDE
    assert set(Counter(wine.colour for wine in WINES)) == {"Red", "White", "Rosé", "Sparkling", "Dessert", "Fortified"}


def test_names_are_used_once() -> None:
    for names in (
        [wine.sku for wine in WINES],
        [f"{wine.name} {wine.vintage}" for wine in WINES],
        [grower.name for grower in GROWERS],
    ):
        assert [name for name, number in Counter(names).items() if number > 1] == []


@pytest.mark.parametrize("grower", GROWERS, ids=lambda grower: grower.slug)
def test_a_grower_has_a_story_of_a_few_sentences(grower: Grower) -> None:
    assert 3 <= grower.story.count(". ") + 1 <= 6
    assert grower.story.endswith(".")
    assert grower.summary.endswith(".")


def test_every_grower_has_its_own_captions() -> None:
    captions = [caption for grower in GROWERS for caption in grower.captions]
    assert len(captions) == len(set(captions)) == 3 * len(GROWERS)


@pytest.mark.parametrize("wine", WINES, ids=lambda wine: wine.sku)
def test_a_wine_can_be_sold_and_described(wine: DemoWine) -> None:
    bottles = choices(wine)[1]
    prices = [money(bottle.price) for bottle in bottles] or [money(wine.price)]

    assert all(10_00 <= price.minor <= 200_00 for price in prices)
    assert wine.short.endswith((".", "?"))
    assert wine.notes
    assert wine.pairing
    assert wine.grapes
    assert not wine.published or len(wine.text) > 100
    if wine.sale:
        assert not bottles
        assert money(wine.sale) < money(wine.price)


def test_a_file_that_names_what_a_wine_has_not_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = (catalogue.DATA / "wines" / "south.toml").read_text()
    (tmp_path / "south.toml").write_text(file.replace("stock = 126", "stok = 126"))
    monkeypatch.setattr(catalogue, "DATA", tmp_path)
    with pytest.raises(ValidationError, match="stok"):
        read_table(DemoWine, "south", "wines")


def test_text_has_the_paragraphs_of_the_file_and_none_of_its_lines() -> None:
    assert paragraphs("One\n        line.\n\n        Two.") == "One line.\n\nTwo."


def test_every_opinion_is_told_once_of_a_wine_that_it_fits() -> None:
    dealt = list(reviews.deal(Random(1)))  # noqa: S311 - a seeded deal

    told = Counter(id(opinion) for _, opinion in dealt)
    assert len(dealt) >= 150
    assert set(told.values()) == {1}
    assert all(wine.colour == "Red" for wine, opinion in dealt if opinion in OPINIONS["reds"])
    assert {opinion.rating for _, opinion in dealt} == {1, 2, 3, 4, 5}
    assert len({opinion.text for _, opinion in dealt}) == len(dealt)
