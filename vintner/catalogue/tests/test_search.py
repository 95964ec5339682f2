"""Shoppers find wines by words, however they spell them."""

import csv

import pytest
from django.core.management import call_command

from tests.reference import reference
from vintner.catalogue.finding import search
from vintner.catalogue.finding.index_refresh import current_index
from vintner.catalogue.finding.listing_query import ListingQuery
from vintner.catalogue.finding.spelling import distance
from vintner.catalogue.models import Product
from vintner.testing.builders import make_category, make_producer, make_product, make_variable_product
from vintner.testing.misspelling import MISTAKES, misspellings

pytestmark = pytest.mark.sweep

MISSPELT, FIRST, BAR = 200, 5, 0.95  # what the search has to find at least (docs/decisions/0024)


def found(question: str) -> list[int]:
    """Return the ids of the products that a question finds, the best first."""
    readings = search.read(question)
    with current_index() as index:
        answer = search.find(readings, index)
        return index.in_tiers(answer.among, answer.tiers, 0, 99)


def answer_to(question: str) -> search.SearchResult:
    readings = search.read(question)
    with current_index() as index:
        return search.find(readings, index)


@pytest.fixture
def cellar(db: None) -> None:
    wines = make_category("Wine", slug="wine")
    red = make_category("Red", slug="red", parent=wines)
    make_product(
        name="Chablis 'Montmains'",
        sku="V-77",
        facts={"Vintage": "2019", "Region": "Chablis", "Grape": "Chardonnay", "Colour": "White"},
    )
    make_product(name="Château Lumière", producer=make_producer("Casa Valdonga"), facts={"Region": "Pessac-Léognan"})
    make_product(name="Barolo", facts={"Region": "Barolo", "Grape": "Nebbiolo", "Colour": "Red"}, categories=[red])
    make_product(name="Barolo Riserva Lunga", facts={"Region": "Barolo", "Grape": "Nebbiolo", "Colour": "Red"})
    make_variable_product(name="Old Vine Zinfandel", prices={"2017": "30", "2018": "31"}, categories=[red])


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("barolo", ["Barolo", "Barolo Riserva Lunga"]),
        ("BAROLO", ["Barolo", "Barolo Riserva Lunga"]),
        ("barool", ["Barolo", "Barolo Riserva Lunga"]),
        ("riserva barolo", ["Barolo Riserva Lunga"]),
        ("2019 chablis", ["Chablis 'Montmains'"]),
        ("chablis 2019", ["Chablis 'Montmains'"]),
        ("chateau lumiere", ["Château Lumière"]),
        ("château  lumière!", ["Château Lumière"]),
        ("pessac leognan", ["Château Lumière"]),
        ("casa valdonga", ["Château Lumière"]),
        ("casa valdnoga", ["Château Lumière"]),
        ("nebbiolo", ["Barolo", "Barolo Riserva Lunga"]),
        ("nebiolo", ["Barolo", "Barolo Riserva Lunga"]),
        ("V-77", ["Chablis 'Montmains'"]),
        ("zinfandel 2018", ["Old Vine Zinfandel"]),
        ("white wine", ["Chablis 'Montmains'"]),
        ("zinfandels", ["Old Vine Zinfandel"]),
        ("chardo", ["Chablis 'Montmains'"]),
        ("xyzzy", []),
        ("'; DROP TABLE --", []),
        ("& | ! :* <->", []),
        ("", []),
    ],
)
def test_a_question_finds(cellar: None, question: str, names: list[str]) -> None:
    ids = found(question)
    known = Product.objects.in_bulk(ids)
    assert [known[each].name for each in ids] == names


@pytest.mark.parametrize(
    ("question", "corrected"),
    [("barool", "barolo"), ("barolo", ""), ("nebiolo riserva", "nebbiolo riserva"), ("reds", "")],
)
def test_it_is_told_how_a_question_was_read(cellar: None, question: str, corrected: str) -> None:
    assert answer_to(question).corrected == corrected


def test_a_year_is_never_read_as_another(cellar: None) -> None:
    assert answer_to("chablis 2018").close
    assert found("chablis 2018")


def test_a_number_is_never_corrected(cellar: None) -> None:
    make_product(name="Lot 101b")
    assert search.read("101")[0].near == ()


def test_a_year_is_not_the_beginning_of_a_code(cellar: None) -> None:
    wine = make_product(name="Gavi", sku="20187")
    assert found("gavi 201") == [wine.pk]
    assert not answer_to("gavi 201").close
    assert answer_to("gavi 2018").close


def test_a_wine_that_has_some_of_the_words_is_better_than_none(cellar: None) -> None:
    assert answer_to("barolo riserva from mars").close
    assert Product.objects.get(pk=found("barolo riserva from mars")[0]).name == "Barolo Riserva Lunga"


def test_the_last_word_may_be_unfinished_while_typing(cellar: None) -> None:
    suggested = search.suggest("casa val", wines=3, makers=3)
    assert [maker.name for maker in suggested.makers] == ["Casa Valdonga"]
    assert Product.objects.get(pk__in=suggested.product_ids).name == "Château Lumière"


@pytest.mark.parametrize("typed", ["baro", "bar", "barolo", "ries", "ch", "casa val", "barool"])
def test_all_results_begin_with_what_was_suggested(cellar: None, typed: str) -> None:
    make_product(name="Old Ribs Red")
    make_product(name="Riesling Auslese", facts={"Region": "Baroloni"})
    suggested = search.suggest(typed, wines=6, makers=3).product_ids
    assert suggested
    assert found(typed + search.BEGINNING)[: len(suggested)] == suggested


def test_the_beginning_of_a_word_is_not_read_as_another_word(cellar: None) -> None:
    make_product(name="Old Ribs Red")
    wine = make_product(name="Riesling Auslese")
    assert (found("ries"), answer_to("ries").corrected) == ([wine.pk], "")


def test_a_whole_word_is_not_a_beginning_unless_asked_for(cellar: None) -> None:
    zin, zinfandel = make_product(name="Zin").pk, Product.objects.get(name="Old Vine Zinfandel").pk
    assert (found("zin"), sorted(found("zin*"))) == ([zin], [zinfandel, zin])
    assert ListingQuery(search="zin*").title == "Search results for “zin”"


def test_hidden_wines_are_not_suggested(cellar: None) -> None:
    Product.objects.filter(name="Barolo").update(visibility="catalog")
    names = Product.objects.filter(pk__in=search.suggest("baro", wines=9, makers=3).product_ids)
    assert [each.name for each in names] == ["Barolo Riserva Lunga"]


@pytest.mark.parametrize(
    ("one", "other", "mistakes"),
    [("", "", 0), ("barolo", "barolo", 0), ("barool", "barolo", 1), ("brolo", "barolo", 1), ("batolo", "barolo", 1),
     ("baarolo", "barolo", 1), ("", "abc", 3), ("abcd", "badc", 2)],
)  # fmt: skip
def test_mistakes_are_counted(one: str, other: str, mistakes: int) -> None:
    assert distance(one, other) == distance(other, one) == mistakes


def test_misspellings_are_the_same_every_time_and_of_every_kind() -> None:
    names = ["Barolo Riserva", "Château Margot", "Pinot Noir"]
    once, again = misspellings(names, 40), misspellings(reversed(names), 40)
    assert once == again
    assert len(once) == 40
    assert all(each.typed != each.meant for each in once)
    assert len(MISTAKES) == 5


@pytest.mark.django_db
def test_misspelt_names_are_found_among_the_first_five() -> None:
    wines = reference("data/xwines/products.csv")
    call_command("import_products", str(wines), verbosity=0)
    names = dict(Product.objects.values_list("pk", "name"))
    with wines.open(newline="") as file:
        meant = [row["Name"] for row in csv.DictReader(file) if row["Type"] != "variation"]
    typed = misspellings(meant, MISSPELT)
    among_first = sum(each.meant in {names[pk] for pk in found(each.typed)[:FIRST]} for each in typed)
    assert len(typed) == MISSPELT
    assert among_first / MISSPELT >= BAR
