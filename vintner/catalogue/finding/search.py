"""Searching products by words. A search server could stand behind this interface instead of PostgreSQL.

Words are looked up in the dictionary of all words in the catalogue. A word that is not there is read as the words
nearest to it (`spelling.py`). The products that have these words are sets (`word_index.py`), which are combined and
ranked in memory (`ranking.py`). Case, accents and punctuation make no difference, nor does an article before an
apostrophe (`elision.py`): “nero d'avola”, “nero avola” and “nero davola” find the same wine.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from django.db import connection

from vintner.catalogue.finding.elision import ends_in_elision, with_joined_letters, without_article
from vintner.catalogue.finding.index_refresh import current_index
from vintner.catalogue.finding.product_index import ProductIndex, WordSets
from vintner.catalogue.finding.ranking import tiers, with_all, with_any
from vintner.catalogue.finding.spelling import distance, most_mistakes
from vintner.catalogue.finding.word_index import products_with

SEARCHABLE: Final = "searchable"

LONGEST: Final = 100
"""Characters of a search that are read."""
MOST_WORDS: Final = 8
SHORTEST_BEGINNING: Final = 2
SIMILAR: Final = 0.4
"""Least similarity (pg_trgm) of a word and its correction where more than one letter is wrong."""
CLOSE_MATCHES: Final = 48
YEAR: Final = re.compile(r"(19|20)\d\d")
UNSAID: Final = frozenset({"a", "an", "and", "by", "for", "from", "in", "of", "or", "the", "wine", "wines", "with"})
"""Words that say nothing about a wine. They are ignored unless the search has no others."""

_WORDS: Final = """
SELECT asked.word, known.word IS NOT NULL, coalesce(spelt.words, alike.words, '{}')
  FROM unnest(string_to_array(catalogue_plain(%s), ' ')) WITH ORDINALITY AS asked (word, position)
  LEFT JOIN catalogue_searchword known ON known.word = asked.word
 CROSS JOIN LATERAL (SELECT known.word IS NULL AND asked.word ~ '[^0-9]' AND length(asked.word) > 1) AS unclear (yes)
  LEFT JOIN LATERAL (
       SELECT array_agg(w.word) AS words FROM catalogue_searchword w
        WHERE unclear.yes AND w.spellings && catalogue_spellings(asked.word)
       ) AS spelt ON true
  LEFT JOIN LATERAL (
       SELECT array_agg(w.word) AS words FROM catalogue_searchword w
        WHERE unclear.yes AND spelt.words IS NULL AND length(asked.word) > 5
          AND w.word %% asked.word AND similarity(w.word, asked.word) >= %s
       ) AS alike ON true
 ORDER BY asked.position
"""
_MAKERS: Final = """
WITH makers AS (
    SELECT p.producer_id, min(found.place) AS place
      FROM unnest(%s::bigint[]) WITH ORDINALITY AS found (id, place) JOIN catalogue_product p ON p.id = found.id
     GROUP BY p.producer_id
)
SELECT g.name, g.slug, concat_ws(', ', nullif(g.region, ''), nullif(g.country, ''))
  FROM makers JOIN catalogue_producer g ON g.id = makers.producer_id
 WHERE to_tsvector('simple', catalogue_plain(g.name)) @@ to_tsquery('simple', %s)
 ORDER BY makers.place LIMIT %s
"""
MAKERS_AMONG: Final = 200
"""Producers are suggested from so many of the best wines."""
UNFINISHED: Final = ":*"
"""Stands behind the beginning of a word."""
BEGINNING: Final = "*"
"""At the end of a search: its last word may be unfinished, as in suggestions."""


class Reading(NamedTuple):
    """A word as it was typed, and what it may mean."""

    typed: str
    near: tuple[str, ...]
    """The nearest words of the catalogue without itself, all with the same number of mistakes."""
    known: bool
    begun: bool = False
    """Whether it stands for all words that begin so."""

    @property
    def meant(self) -> tuple[str, ...]:
        return (self.typed,) if self.known or not self.near else self.near

    @property
    def unfinished(self) -> bool:
        """Whether it can only be the beginning of a word. A year cannot."""
        return not self.near and self.may_begin

    @property
    def may_begin(self) -> bool:
        return not self.known and len(self.typed) > SHORTEST_BEGINNING and not YEAR.fullmatch(self.typed)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The products found, as a set of the `ProductIndex`, and the same in tiers, the best first.

    `corrected` is the search as it was read, empty if every word was known. `close` says that no product has all of the
    words, and that these have some of them.
    """

    among: int = 0
    tiers: tuple[int, ...] = ()
    corrected: str = ""
    close: bool = False


class Maker(NamedTuple):
    """A producer whose name has the words."""

    name: str
    slug: str
    place: str


@dataclass(frozen=True, slots=True)
class Suggested:
    """Suggestions while somebody types: ids of products, and producers."""

    product_ids: list[int] = field(default_factory=list)
    makers: list[Maker] = field(default_factory=list)


def find(readings: Sequence[Reading], index: ProductIndex) -> SearchResult:
    """Return the products that a search finds. One query for words not cached, one more if no product has them all."""
    if not readings:
        return SearchResult()
    readings = _with_beginning(readings, index)
    sets, parts = _read_word_sets([_accepted_words(reading) for reading in readings], index)
    among = with_all(parts) & index.having(SEARCHABLE)
    if among:
        best_first = tuple(tiers(parts))
        (best,) = index.in_tiers(among, best_first, 0, 1)
        return SearchResult(among, best_first, _correction(readings, sets, index.with_ids([best])))
    _, parts = _read_word_sets([_loosely_accepted_words(reading) for reading in readings], index)
    best_first = tuple(tiers(parts))
    closest = index.in_tiers(index.having(SEARCHABLE), best_first, 0, CLOSE_MATCHES)
    return SearchResult(index.with_ids(closest), best_first, close=True)


def suggest(typed: str, *, wines: int, makers: int) -> Suggested:
    """Return so many products and producers for what was typed so far. The last word may be unfinished.

    Three queries, two more for words that are not cached.
    """
    readings = read(typed + BEGINNING)
    if not readings:
        return Suggested()
    with current_index() as index:
        words = [_accepted_words(reading) for reading in _with_beginning(readings, index)]
        _, parts = _read_word_sets(words, index)
        among = with_all(parts) & index.having(SEARCHABLE)
        ids = index.in_tiers(among, tiers(parts), 0, max(wines, MAKERS_AMONG))
    question = " | ".join(word for part in words for word in part)
    found = _rows(_MAKERS, [ids[:MAKERS_AMONG], question, makers]) if ids else []
    return Suggested(ids[:wines], [Maker(*row) for row in found])  # type: ignore[arg-type]


def read(question: str) -> list[Reading]:
    """Return how the words of a search are to be understood. One query."""
    text = question[:LONGEST]
    rows = _rows(_WORDS, [text, SIMILAR])
    words = {word: Reading(word, _nearest(word, tuple(near)), known) for word, known, near in rows}  # type: ignore[arg-type]
    unsaid = with_joined_letters(UNSAID, text)
    readings = [reading for word, reading in words.items() if word not in unsaid] or list(words.values())
    if not readings:
        return []
    *others, last = readings[:MOST_WORDS]
    # With its article even “ec” of “l'ec” is a word long enough to be the beginning of one.
    is_begun = question.endswith(BEGINNING) or (ends_in_elision(text) and not last.known)
    return [*others, last._replace(begun=is_begun)]


@lru_cache(maxsize=2_000)
def _nearest(typed: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words with the fewest mistakes between them and what was typed, none with too many."""
    mistakes = {word: distance(typed, word) for word in words}
    fewest = min(mistakes.values(), default=99)
    if fewest > most_mistakes(typed):
        return ()
    return tuple(sorted(word for word, number in mistakes.items() if number == fewest))


def _accepted_words(reading: Reading) -> list[str]:
    """Return the words of which a product needs one. They are letters and digits only, so none is an operator."""
    return [reading.typed + UNFINISHED] if reading.begun or reading.unfinished else list(reading.meant)


def _with_beginning(readings: Sequence[Reading], index: ProductIndex) -> list[Reading]:
    """Return the words, the last as the beginning of a word if it is begun or unknown, and products match.

    So a word that is not finished comes before a spelling mistake. It may be begun with its article: “nero dav”.
    """
    *others, last = readings
    if not (last.begun or last.may_begin):
        return list(readings)
    begun = [
        last._replace(typed=word, near=(), begun=True) for word in (last.typed, without_article(last.typed)) if word
    ]
    # Read along with the words that are needed next: one query for all.
    sets = products_with(chain.from_iterable(map(_accepted_words, [*begun, *readings])), index)
    parts = [with_any([sets[word] for word in _accepted_words(each)]) for each in others]
    for each in begun:
        if with_all([*parts, sets[each.typed + UNFINISHED]]):
            return [*others, each]
    if sets[last.typed + UNFINISHED].anywhere:
        return [*others, begun[0]]
    return [*others, last._replace(begun=False)]


def _loosely_accepted_words(reading: Reading) -> list[str]:
    return [reading.typed + (UNFINISHED if len(reading.typed) > SHORTEST_BEGINNING else ""), *reading.near]


def _read_word_sets(words: Sequence[Sequence[str]], index: ProductIndex) -> tuple[dict[str, WordSets], list[WordSets]]:
    """Return the products of each word, and of each part of a search: those with any of its words."""
    sets = products_with(chain.from_iterable(words), index)
    return sets, [with_any([sets[word] for word in part]) for part in words]


def _correction(readings: Sequence[Reading], sets: Mapping[str, WordSets], best: int) -> str:
    """Return the search as the best product matches it, empty if it was typed so, but for a plural or an article."""
    read = [
        min(reading.meant, key=lambda word: (word in sets and not sets[word].anywhere & best, word))
        for reading in readings
    ]
    return "" if all(map(_is_typed, read, readings)) else " ".join(read)


def _is_typed(word: str, reading: Reading) -> bool:
    """Say whether a word was typed, in the singular or plural, with or without its article."""
    typed = reading.typed.rstrip("s")
    return word.rstrip("s") in (typed, without_article(typed))


def _rows(query: str, values: Sequence[object]) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        found: list[tuple[object, ...]] = cursor.execute(query, values).fetchall()  # type: ignore[arg-type]
        return found
