"""No text that somebody types gets past the one reader (decision 125)."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings

from tests.architecture.tree import REPOSITORY, files_called, name

RAW: Final = {
    *("json.loads", "csv.reader", "csv.DictReader", "request.body", "request.read", "model_validate_json"),
    *("validate_email", "forms.EmailField", "unicodedata.normalize", "request._load_post_and_files"),
}
"""What takes text as it comes, and the reader's own work."""
READ: Final = {
    "vintner/web/text_input.py": {"json.loads", "unicodedata.normalize"},
    "vintner/web/email_addresses.py": {"validate_email", "forms.EmailField"},
    "vintner/web/middleware.py": {"request._load_post_and_files"},
    "vintner/wire/user_views.py": {"request.body"},
    "vintner/analytics/views.py": {"request.body"},
    "vintner/analytics/beacon.py": {"model_validate_json"},
    "vintner/catalogue/importing/tables.py": {"csv.reader"},
    "vintner/pricing/tax_files.py": {"csv.reader"},
}
"""What passes the text on to the reader, which the tests of these files show."""
NOT_TYPED: Final = {
    "vintner/cart/rows.py": "columns of the database",
    "vintner/catalogue/importing/deferred_rows.py": "rows of a file that was read",
    "vintner/content/home.py": "columns of the database",
    "vintner/favourites/cookie.py": "numbers",
    "vintner/payments/appearance.py": "the look of the provider's fields",
    "vintner/payments/calls.py": "the provider's signed events",
    "vintner/payments/stripe/gateway.py": "the provider's signed events",
    "vintner/setting_faults.py": "the operator's settings, which no page takes",
    "vintner/shipping/ledger.py": "a key by which stored addresses are compared",
    "vintner/shipping/lookup/google_places.py": "answers of the address service",
    "vintner/shipping/state_names.py": "a key by which names are compared",
    "vintner/store_api/batch_views.py": "the store's own answers",
    "vintner/web/admin/csv_export.py": "the header of a file, to find what parts its cells",
    "vintner/web/admin/opened_values.py": "the store's own hidden field",
    "vintner/web/notices.py": "the store's own message",
    "vintner/web/pdf/printed_text.py": "stored texts, which may be older than the reader",
    "vintner/web/rendering/manifest.py": "the build's file",
    "vintner/web/rendering/renderer.py": "the renderer's answer",
    "vintner/wire/policy_report_views.py": "reports of browsers, which are only logged",
}


def test_no_text_input_bypasses_the_reader() -> None:
    found = {name(path): raw for path in _modules() if (raw := set(_raw_reads(path)))}
    assert {path: raw for path, raw in found.items() if path not in NOT_TYPED} == READ
    assert found.keys() >= NOT_TYPED.keys(), "the list names no file in vain"


def test_forms_are_read_before_anything_looks_at_them() -> None:
    names = [each.rpartition(".")[2] for each in settings.MIDDLEWARE]
    reader = names.index("TextInputMiddleware")
    assert reader < min(names.index(each) for each in names if each.startswith(("Session", "Csrf", "Common", "Admin")))


def _modules() -> Iterator[Path]:
    for path in files_called(".py", under="vintner"):
        folders = set(path.relative_to(REPOSITORY).parts)
        if not folders & {"tests", "testing", "demo", "migrations"}:
            yield path


def _raw_reads(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            for told in (f"{owner}.{node.attr}", node.attr):
                if told in RAW:
                    yield told
        elif isinstance(node, ast.Name) and node.id in RAW:
            yield node.id
