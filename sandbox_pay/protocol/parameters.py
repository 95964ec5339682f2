"""Which parameters each call takes: tables read from the installed SDK, so that a change of version shows at once.

The SDK is read as text, never imported: this program needs its names, not its code.
"""

import ast
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

from sandbox_pay.protocol.shapes import Parameter, parameter

Table: TypeAlias = dict[str, Parameter]


@cache
def tables(module: str) -> dict[str, Table]:
    """Return the tables of one module of `stripe.params`, by class name; the first one is the call's own."""
    package, _, name = module.rpartition("/")
    source = (_folder() / package / f"_{name}_params.py").read_text(encoding="utf-8")
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    return {node.name: _table(node) for node in classes}


def table(module: str) -> Table:
    """Return the top-level table of a call, as in `table("test_helpers/confirmation_token_create")`."""
    return tables(module)[_class_name(module.rpartition("/")[2])]


def _class_name(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_")) + "Params"


def _table(node: ast.ClassDef) -> Table:
    return {
        line.target.id: parameter(line.annotation)
        for line in node.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
    }


@cache
def _folder() -> Path:
    spec = find_spec("stripe")
    if spec is None or spec.origin is None:
        raise RuntimeError("The stripe package is not installed: its parameter tables are needed.")
    return Path(spec.origin).parent / "params"
