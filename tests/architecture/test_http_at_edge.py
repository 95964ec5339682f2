"""Only the edge knows HTTP: views, calls, admin and middleware read requests and write responses, and hand plain values
to the domain. So carts and orders can be used by jobs, calls and tests alike.
"""

import ast
from pathlib import Path

from tests.architecture.tree import files_called, name

EDGE = {"views", "calls", "admin", "middleware", "urls", "adapter"}
"""Names of modules that may know requests and responses, alone or after an underscore: `pay_views.py`. An adapter is
what a library calls with the request that it answers.
"""
ALWAYS_EDGE = ("vintner/web/", "vintner/testing/")
FOREIGN = ("django.http", "django.core.handlers", "rest_framework")
HTTP = {"HttpRequest", "WSGIRequest", "ApiRequest", "Request", "Response", "JsonResponse", "FileResponse"}


def _is_edge(path: Path) -> bool:
    return path.stem.rpartition("_")[2] in EDGE or name(path).startswith(ALWAYS_EDGE) or "tests" in path.parts


def _is_http(module: str, imported: str) -> bool:
    if (module, imported) == ("django", "http"):
        return True
    http = imported in HTTP or imported.startswith(("HttpResponse", "StreamingHttp"))
    return http and module.startswith((*FOREIGN, "vintner."))


def _knows_http(path: Path) -> bool:
    """Say whether a module imports a request or response, also for annotations only."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import) and any(each.name.startswith(FOREIGN) for each in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and any(_is_http(node.module or "", each.name) for each in node.names):
            return True
    return False


def test_only_the_edge_knows_requests_and_responses() -> None:
    modules = [path for path in files_called(".py", under="vintner") if not _is_edge(path)]
    assert modules
    assert {name(path) for path in modules if _knows_http(path)} == set()


def test_the_edge_is_where_it_is_looked_for() -> None:
    edge = [path for path in files_called(".py", under="vintner") if _is_edge(path) and "tests" not in path.parts]
    assert {"vintner/cart/calls.py", "vintner/cart/views.py"} <= {name(path) for path in edge if _knows_http(path)}
