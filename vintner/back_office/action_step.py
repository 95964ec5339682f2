"""What an action of several pages leads to."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionStep:
    """The page to show next, or the outcome of an action that is done."""

    outcome: str = ""
    template: str = ""
    context: dict[str, object] = field(default_factory=dict)
