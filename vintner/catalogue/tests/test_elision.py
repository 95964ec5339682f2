"""Words with an apostrophe are found however it is typed, on the search page and while typing."""

import pytest

from vintner.catalogue.finding import search
from vintner.catalogue.finding.elision import ends_in_elision, without_article
from vintner.catalogue.finding.index_refresh import current_index
from vintner.catalogue.models import Product
from vintner.catalogue.tests.searching import search_products
from vintner.testing.builders import make_producer, make_product

pytestmark = pytest.mark.django_db

WINES = (
    ("Nero d'Avola Sicilia", "Feudo Alto"),
    ("Coteaux de l’Aubance", "Domaine Bas"),
    ("Riesling", "Clos de l'Écho"),
    ("Barbera d´Asti", "Cascina Alta"),
    ("Rosso dell'Umbria", "Poggio Alto"),
    ("Bourgogne Côte d'Or", "Maison Basse"),
    ("Bourgogne Aligoté", "Maison Neuve"),
    ("Merlot", "O'Brien"),
    ("Zinfandel", "Bakers Field"),
    ("Block D", "Kimberley"),
    ("Block Du Nord", "Kimber"),
    ("Damask Rosé", "Davenport"),
)


@pytest.fixture
def cellar() -> None:
    for name, producer in WINES:
        make_product(name=name, producer=make_producer(producer))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        *((f"nero d{sign}avola", ["Nero d'Avola Sicilia"]) for sign in "'’‘´`ʼ′＇ "),
        *((typed, ["Nero d'Avola Sicilia"]) for typed in ("nero avola", "NERO DAVOLA", "nero dav", "d’avola")),
        *((typed, ["Coteaux de l’Aubance"]) for typed in ("l'aubance", "laubance", "laub", "coteaux laubance")),
        *((typed, ["Riesling"]) for typed in ("clos de l'écho", "clos de l’echo", "clos lecho", "clos de lec")),
        *((typed, ["Barbera d´Asti"]) for typed in ("barbera d’asti", "barbera dasti", "d'as")),
        *((typed, ["Rosso dell'Umbria"]) for typed in ("dell’umbria", "rosso umbria", "rosso dellumb")),
        *((typed, ["Merlot"]) for typed in ("o'brien", "O’BRIEN", "obrien")),
        *((typed, ["Zinfandel"]) for typed in ("baker's field", "baker’s", "bakers field")),
        *((f"rosso l{sign}umbria", ["Rosso dell'Umbria"]) for sign in "'’‘´`ʼʹ′＇"),
        *((typed, ["Rosso dell'Umbria"]) for typed in ("ROSSO L'UMBRIA", "rosso nell'umbria", "rosso sant’umbria")),
        ("BAKER'S", ["Zinfandel"]),
        ("cote d'or", ["Bourgogne Côte d'Or"]),
        ("bourgogne d'or", ["Bourgogne Côte d'Or"]),
        ("block d", ["Block D", "Block Du Nord"]),
    ],
)
def test_an_apostrophe_makes_no_difference(cellar: None, typed: str, found: list[str]) -> None:
    names = dict(Product.objects.values_list("pk", "name"))
    suggested = search.suggest(typed, wines=9, makers=3)
    assert [names[each] for each in suggested.product_ids] == found
    assert [names[each] for each in search_products(typed + search.BEGINNING)] == found


def test_a_known_word_behind_an_apostrophe_is_no_beginning(cellar: None) -> None:
    make_product(name="Bourgogne Côte d'Orange")
    found = Product.objects.filter(pk__in=search_products("cote d'or")).values_list("name", flat=True)
    assert list(found) == ["Bourgogne Côte d'Or"]


def test_a_grower_is_suggested_by_the_word_behind_the_article(cellar: None) -> None:
    assert [maker.name for maker in search.suggest("l’écho", wines=3, makers=3).makers] == ["Clos de l'Écho"]
    assert [maker.name for maker in search.suggest("lech", wines=3, makers=3).makers] == ["Clos de l'Écho"]


@pytest.mark.parametrize(
    ("typed", "corrected"),
    [("laubance", ""), ("l'aubance", ""), ("laubance coteaux", ""), ("aubamce", "aubance"), ("xaubance", "aubance")],
)
def test_a_word_typed_with_its_article_is_no_mistake(cellar: None, typed: str, corrected: str) -> None:
    with current_index() as index:
        assert search.find(search.read(typed), index).corrected == corrected


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        *((typed, "Riesling") for typed in ("l'ec", "clos de l’Éc", "lec")),
        *((typed, "Nero d'Avola Sicilia") for typed in ("d'av", "nero d'av", "nero dav")),
        *((typed, "Merlot") for typed in ("obri", "obrie", "o'bri")),
    ],
)
def test_the_search_page_finds_what_is_suggested_for_an_unfinished_word(cellar: None, typed: str, found: str) -> None:
    make_product(name="Enc", producer=make_producer("An Al Ok"))
    suggested = search.suggest(typed, wines=9, makers=0).product_ids
    assert search_products(typed) == suggested
    assert Product.objects.get(pk__in=suggested).name == found


@pytest.mark.parametrize(
    ("question", "ends"),
    [("clos de l'éc", True), ("l’ec ", True), ("l'écho rouge", False), ("écho", False), ("", False), (" ", False)],
)
def test_a_search_may_end_behind_an_apostrophe(question: str, *, ends: bool) -> None:
    assert ends_in_elision(question) is ends


@pytest.mark.parametrize(
    ("word", "rest"),
    [
        *(("davola", "avola"), ("lecho", "echo"), ("disera", "isera"), ("doc", "oc"), ("lunico", "unico")),
        *(("dyquem", "yquem"), ("lhermitage", "hermitage"), ("dellumbria", "umbria"), ("santantimo", "antimo")),
        *(("nellorto", "orto"), ("dallarno", "arno"), ("sullarno", "arno"), ("alloro", "oro")),
        *(("obrien", "brien"), ("obr", ""), ("oak", ""), ("oaken", ""), ("oeno", ""), ("o12", "")),
        *(("dry", ""), ("la", ""), ("avola", ""), ("xavola", ""), ("", "")),
    ],
)
def test_a_word_may_have_its_article_in_front(word: str, rest: str) -> None:
    assert without_article(word) == rest


def test_the_beginning_of_a_word_comes_before_a_correction_that_fits_the_others(cellar: None) -> None:
    make_product(name="Old Ribs Red")
    make_product(name="Gewürztraminer Riesenberg")
    with current_index() as index:
        assert search.find(search.read("red ries"), index).close


def test_a_single_letter_is_read_as_it_is_typed(cellar: None) -> None:
    make_product(name="Block De Nuit")
    names = Product.objects.filter(pk__in=search_products("block d")).values_list("name", flat=True)
    assert list(names) == ["Block D"]
