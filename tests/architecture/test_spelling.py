"""Texts for shoppers and staff are spelled as in the US: `docs/voice.md`, *Spelling*."""

import ast
import re
from collections.abc import Callable, Iterator

import pytest

from tests.architecture.deck import DECK
from tests.architecture.tree import REPOSITORY

APART = {"tests", "migrations", "dist", "generated", "fixtures", "testing"}
WORDS = re.compile(r"\s|^[A-Z][a-z]")
"""What a string must have to be a text: a name of code or data has neither spaces nor a capital letter first."""
SQL = re.compile(r"\b(SELECT|FROM|WHERE|UPDATE|JOIN|LOCK TABLE)\b")
TEMPLATE_CODE = re.compile(r"\{[%{#].*?[%}#]\}|<[^<>]*>", re.DOTALL)
SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
SCRIPT_TEXT = re.compile(r"""'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`|[>}]([^<>{}=();]+)[<{]""")
SCRIPT_CODE = re.compile(r"\$\{[^}]*\}")


def read_section() -> str:
    _, _, rest = DECK.read_text().partition("## Spelling\n")
    return rest.partition("\n## ")[0]


def read_british_words() -> list[str]:
    rows = re.findall(r"^\| (.+) \| (.+) \|$", read_section(), re.MULTILINE)
    return [british for _, british in rows[1:]]


def read_exceptions() -> list[str]:
    return re.findall(r"^- (.+)$", read_section(), re.MULTILINE)


def python_texts(source: str) -> Iterator[str]:
    """Return the strings of a module that are no docstrings and no SQL."""
    tree = ast.parse(source)
    docs = {
        id(line.value)
        for block in ast.walk(tree)
        for line in (getattr(block, "body", None) if isinstance(getattr(block, "body", None), list) else None) or ()
        if isinstance(line, ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield "" if SQL.search(node.value) else node.value


def template_texts(source: str) -> Iterator[str]:
    yield TEMPLATE_CODE.sub(" ", source)


def script_texts(source: str) -> Iterator[str]:
    for found in SCRIPT_TEXT.finditer(SCRIPT_COMMENT.sub(" ", source)):
        yield SCRIPT_CODE.sub(" ", next((text for text in found.groups() if text), ""))


READERS: dict[str, Callable[[str], Iterator[str]]] = {
    ".py": python_texts,
    ".html": template_texts,
    ".txt": template_texts,
    ".ts": script_texts,
    ".tsx": script_texts,
}


def find_british(texts: Iterator[str]) -> Iterator[str]:
    british = re.compile(rf"(?<![\w./'\"-])({'|'.join(read_british_words())})(?![_'\"])", re.IGNORECASE)
    exceptions = read_exceptions()
    for text in texts:
        rest = text
        for exception in exceptions:
            rest = rest.replace(exception, "")
        if WORDS.search(rest) and british.search(rest):
            yield " ".join(text.split())


@pytest.mark.parametrize("folder", ["vintner", "frontend", "sandbox_pay"])
def test_every_text_has_the_spelling_of_the_us(folder: str) -> None:
    paths = [path for path in (REPOSITORY / folder).rglob("*") if path.suffix in READERS and ".test." not in path.name]
    found = [
        f"{path.relative_to(REPOSITORY)}: {text[:100]}"
        for path in paths
        if not APART & set(path.relative_to(REPOSITORY).parts)
        for text in find_british(READERS[path.suffix](path.read_text()))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("suffix", "source"),
    [
        (".py", 'SAID = f"Order {number} is cancelled."'),
        (".py", 'LABEL = "Colour"'),
        (".html", "<p>{{ order.number }} is cancelled</p>"),
        (".tsx", "<p>Order {number} was cancelled</p>"),
        (".ts", "const said = 'Your favourites';"),
    ],
)
def test_a_british_text_is_found(suffix: str, source: str) -> None:
    assert list(find_british(READERS[suffix](source)))


@pytest.mark.parametrize(
    ("suffix", "source"),
    [
        (".py", '"""An order that was cancelled."""\nCANCELLED = "cancelled"\nSAID = "Your order was cancelled."'),
        (".py", "ROWS = \"SELECT id FROM orders_order WHERE status = 'cancelled' AND cancelled_at IS NULL\""),
        (".html", '{% if order.status == "cancelled" %}<p class="grey colour">Canceled</p>{% endif %}'),
        (".tsx", "// cancelled\nimport { Card } from '../catalogue/Card';\n<select name=\"colour\">Color</select>"),
    ],
)
def test_names_of_code_and_quoted_messages_are_no_british_texts(suffix: str, source: str) -> None:
    assert list(find_british(READERS[suffix](source))) == []
