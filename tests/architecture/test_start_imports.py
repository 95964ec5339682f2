"""What the web server loads when it starts stays in the memory of each of its processes."""

import os
import subprocess
import sys

from tests.architecture.tree import REPOSITORY

RARELY_USED = ("fpdf", "fontTools", "zxcvbn")
"""Packages of 30 MB that draw documents and measure passwords: whoever needs them imports them then."""
LOADED = """
import sys
import vintner.wsgi
from django.urls import get_resolver
get_resolver().url_patterns
print(*{name.partition(".")[0] for name in sys.modules})
"""


def test_the_web_server_starts_without_what_few_requests_need() -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "vintner.settings", "LOG_LEVEL": "CRITICAL"}
    environment["DATABASE_URL"] = "postgres://nobody@localhost/none"
    done = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert "vintner" in loaded
    assert [name for name in RARELY_USED if name in loaded] == []
