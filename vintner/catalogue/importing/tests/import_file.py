"""Imports a file of products."""

from contextlib import suppress
from io import StringIO
from pathlib import Path

from django.core.management import call_command


def import_text(folder: Path, content: str) -> tuple[str, str]:
    """Import a file of this content; returns summary and complaints."""
    path, out, err = folder / "products.csv", StringIO(), StringIO()
    path.write_text(content)
    with suppress(SystemExit):
        call_command("import_products", str(path), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()
