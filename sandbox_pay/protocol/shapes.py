"""What a parameter may be, read from the annotations of the installed SDK's parameter classes."""

import ast
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ParameterShape:
    """The union that an annotation allows. `open_text` means any text passes."""

    open_text: bool = False
    whole: bool = False
    decimal: bool = False
    truth: bool = False
    words: frozenset[str] = frozenset()
    classes: tuple[str, ...] = ()
    mapping: bool = False
    items: "ParameterShape | None" = None


@dataclass(frozen=True, slots=True)
class Parameter:
    required: bool
    shape: ParameterShape


@dataclass(slots=True)
class _Draft:
    flags: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    classes: list[str] = field(default_factory=list)
    items: list[ParameterShape] = field(default_factory=list)

    def shape(self) -> ParameterShape:
        # The SDK types every enumeration as "these words, or any text": the words are what the API takes.
        return ParameterShape(
            open_text="str" in self.flags and not (self.words - {""}),
            whole="int" in self.flags,
            decimal="float" in self.flags,
            truth="bool" in self.flags,
            words=frozenset(self.words),
            classes=tuple(self.classes),
            mapping="mapping" in self.flags,
            items=self.items[0] if self.items else None,
        )


def parameter(annotation: ast.expr) -> Parameter:
    """Return what one annotated field of a parameter class takes."""
    required = True
    if isinstance(annotation, ast.Subscript) and _name(annotation.value) == "NotRequired":
        required, annotation = False, annotation.slice
    draft = _Draft()
    _read(annotation, draft)
    return Parameter(required, draft.shape())


def _read(node: ast.expr, draft: _Draft) -> None:
    match node:
        case ast.Constant(value=str() as text):
            _read(ast.parse(text, mode="eval").body, draft)
        case ast.BinOp(left=left, right=right):
            _read(left, draft)
            _read(right, draft)
        case ast.Subscript(value=of, slice=inside):
            _read_generic(_name(of), inside, draft)
        case ast.Name(id=name) if name in {"str", "int", "float", "bool"}:
            draft.flags.add(name)
        case ast.Name(id="Decimal"):
            draft.flags.add("float")
        case ast.Name(id=name):
            draft.classes.append(name)
        case _:
            draft.flags.add("str")


def _read_generic(name: str, inside: ast.expr, draft: _Draft) -> None:
    parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
    if name == "Literal":
        values = [part.value for part in parts if isinstance(part, ast.Constant)]
        draft.words.update(value for value in values if isinstance(value, str))
    elif name in {"List", "list"}:
        item = _Draft()
        _read(inside, item)
        draft.items.append(item.shape())
    elif name in {"Dict", "dict", "UntypedStripeObject"}:
        draft.flags.add("mapping")
    else:  # Union, Optional
        for part in parts:
            _read(part, draft)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
