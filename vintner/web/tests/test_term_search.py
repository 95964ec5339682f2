"""What of a search in the admin counts."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vintner.web.admin.term_search import LONGEST, MOST_TERMS, terms


def test_the_first_words_count_each_once() -> None:
    assert terms("ada ada  grey") == ["ada", "grey"]
    assert terms(" ".join(f"w{number}" for number in range(1000))) == [f"w{number}" for number in range(MOST_TERMS)]
    assert len("".join(terms("x" * 5000))) == LONGEST


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"Pinot Noir" rosé', ["Pinot Noir", "rosé"]),
        ("'old vines'", ["old vines"]),
        ("d'Yquem \"", ["d'Yquem", '"']),
        ('"" \'\' "  "', []),
        ("o'brien's", ["o'brien's"]),
        ('\'90s "Vau"-Brut', ["'90s", '"Vau"-Brut']),
        ("\0", []),
    ],
)
def test_words_between_quotation_marks_are_one_term(text: str, found: list[str]) -> None:
    assert terms(text) == found


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["orders/order", "subscriptions/subscription", "customers/user", "catalogue/product", "favourites/wantedwine"],
)
def test_a_search_for_a_thousand_words_asks_few_and_short_queries(
    admin_client: Client, address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    words = " ".join(f"w{number}" for number in range(1400))
    with django_assert_max_num_queries(40) as asked:
        assert admin_client.get(f"/admin/{address}/", {"q": words}).status_code == 200
    assert not [query["sql"][:200] for query in asked.captured_queries if f"w{MOST_TERMS}%" in query["sql"]]
