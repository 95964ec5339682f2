"""What a customer agreed to with an order beyond its payment, and how to end it. E-mails to the customer say it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAgreement:
    """A title, the words that were agreed to under an `intro` that says when, and links to change or end it, each with
    its label.

    `words` are empty where an earlier e-mail has them.
    """

    title: str
    intro: str
    words: tuple[str, ...]
    how: str
    links: tuple[tuple[str, str], ...]
    """Label and address of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderDescription:
    """What recurs after an order, as sentences below its total, and what else its customer agreed to."""

    recurring: tuple[str, ...] = ()
    agreements: tuple[OrderAgreement, ...] = ()
