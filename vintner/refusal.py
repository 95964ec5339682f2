"""Refusing is not failing: the one exception that a view answers in words."""

from dataclasses import dataclass


@dataclass
class Refusal(Exception):
    """Something the shopper asked for cannot be done, and this is what to tell them.

    `code` is stable and for programs, `message` is for people (plain text), `field` names the
    input it belongs to (as the form names it) or is empty.
    """

    code: str
    message: str
    field: str = ""

    def __str__(self) -> str:
        return self.message


@dataclass
class Refusals(Exception):
    """Several refusals at once, in the order of the form's fields. Never empty."""

    items: tuple[Refusal, ...]

    def __str__(self) -> str:
        return "; ".join(item.message for item in self.items)
