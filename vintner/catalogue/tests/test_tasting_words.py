"""Style, drink window and scores in words."""

from datetime import date
from decimal import Decimal

import pytest

from vintner.catalogue.tasting.props import Fact
from vintner.catalogue.tasting.words import Style, omit_facts, scales, score, style_facts, window_facts


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (2026, 2035, "2026–2035"),
        (2026, 2026, "2026"),
        (2026, None, "From 2026"),
        (None, 2035, "Until 2035"),
    ],
)
def test_a_drink_window_is_told_by_its_years(first: int | None, last: int | None, words: str) -> None:
    assert [fact.value for fact in window_facts(first, last)] == [words]


def test_what_is_not_known_is_not_told() -> None:
    assert style_facts(Style()) == ()
    assert scales(Style()) == ()


@pytest.mark.parametrize(("grams", "words"), [("0.0", "0 g/l"), ("6.0", "6 g/l"), ("4.5", "4.5 g/l")])
def test_a_dosage_has_no_idle_decimals(grams: str, words: str) -> None:
    assert [(fact.slug, fact.value) for fact in style_facts(Style(dosage=Decimal(grams)))] == [("dosage", words)]


def test_a_level_has_its_word() -> None:
    known = scales(Style(body=4, tannin=1))
    assert [(each.name, each.level, each.most, each.words) for each in known] == [
        ("Body", 4, 5, "Medium to full"),
        ("Tannin", 1, 5, "None"),
    ]


def test_an_attribute_that_is_stated_otherwise_is_left_out() -> None:
    body, region = Fact(slug="body", name="Body", value="Full"), Fact(slug="region", name="Region", value="Douro")
    assert omit_facts((body, region), *scales(Style(body=5))) == (region,)


@pytest.mark.parametrize(
    ("points", "out_of", "day", "words"),
    [
        ("94.0", 100, date(2027, 3, 3), ("94/100", "March 3, 2027", "2027-03-03")),
        ("17.5", 20, None, ("17.5/20", "", "")),
    ],
)
def test_a_score_names_its_scale_and_its_day(
    points: str, out_of: int, day: date | None, words: tuple[str, str, str]
) -> None:
    told = score("The Long Table", Decimal(points), out_of, day)
    assert (told.points, told.date, told.iso_date) == words
