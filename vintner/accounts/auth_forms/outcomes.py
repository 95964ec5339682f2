"""What became of a form, for the page without JavaScript and for the call alike."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Final, Literal

Kind = Literal["success", "error", "warning"]
CHECK: Final = '<i class="fa fa-check-circle" aria-hidden="true"></i> '
RESET_LINK_TEXT: Final = "Lost your password?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What is said, and where the visitor is led. Lines of `text` are paragraphs.

    `problems` are told at their fields, by the names of inputs. `code` names an error for other clients. `leads_to` is
    the input that comes next, and `value` stands in it. `status` is the page's; a call is always answered with 200.
    """

    kind: Kind
    text: str
    title: str = ""
    code: str = ""
    offers_reset: bool = False
    redirect: str = ""
    leads_to: str = ""
    value: str = ""
    problems: Mapping[str, str] = field(default_factory=dict)
    status: int = 200

    @property
    def is_error(self) -> bool:
        return self.kind == "error"

    @property
    def words(self) -> str:
        return f"{self.title} {self.text}".strip()


def refused(text: str, *, at: str = "", status: int = 400, **more: object) -> Outcome:
    """Return an error, told at an input as well if `at` names one."""
    problems = {at: text} if at else {}
    return Outcome(kind="error", text=text, status=status, problems=problems, **more)  # type: ignore[arg-type]


def notice_html(outcome: Outcome) -> str:
    """Return the notice as clients of the call insert it."""
    title = f"<strong>{escape(outcome.title)}</strong> " if outcome.title else ""
    lines = [escape(line, quote=False) for line in outcome.text.splitlines()]
    text = lines[0] if len(lines) == 1 else "".join(f"<p>{line}</p>" for line in lines)
    link = f' <a class="xoo-el-lostpw-tgr">{RESET_LINK_TEXT}</a>' if outcome.offers_reset else ""
    check = CHECK if outcome.kind == "success" and outcome.redirect else ""
    return f'<div class="xoo-el-notice-{outcome.kind} ">{check}{title}{text}{link}</div>'
