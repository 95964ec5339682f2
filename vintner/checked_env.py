"""Reads settings from the environment, each by its kind, and notes what is wrong with them, so that all of it is told
at once.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from django.core.exceptions import ImproperlyConfigured
from environ.fileaware_mapping import FileAwareMapping

Number = TypeVar("Number", int, float)
FindFault = Callable[[str], str]
"""Returns what is wrong with a value, to go after the setting's name; empty when nothing is. It never repeats the
value, which may be a secret.
"""
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_WORDS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("1", "yes", "y", "true", "on", "ok"), True),
    **dict.fromkeys(("0", "no", "n", "false", "off"), False),
}


class WrongSettings(ImproperlyConfigured):
    """The store does not start with its settings. The message has a line for each that is missing or wrong."""

    HEADING: Final = "The store does not start with these settings:"

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("\n".join([self.HEADING, *faults.values()]))
        self.faults = faults
        """Name → what is wrong with it and what to do, in the order in which they were read."""


def any_text(_value: str) -> str:
    """Find nothing wrong."""
    return ""


class CheckedEnv:
    """The environment. A value that is missing or wrong is noted and read as its default or as empty, until
    `refuse_faults` tells it. An empty value is none. `NAME_FILE` names a file in which the value of `NAME` is.
    """

    def __init__(self) -> None:
        self._values = FileAwareMapping()  # type: ignore[no-untyped-call]
        self._faults: dict[str, str] = {}

    def verbatim(self, name: str) -> str:
        """Return the text as it is, with the line break at the end of a file; '' where there is none."""
        try:
            return str(self._values.get(name, ""))
        except (OSError, UnicodeDecodeError):
            file, what = f"{name}_FILE", "names a file that cannot be read"
            self._faults.setdefault(name, f"{file} {what}. Write the path of a text file that the store may read.")
            return ""

    def text(self, name: str, default: str = "") -> str:
        """Return any text in one line."""
        return self.checked(name, any_text, "text in one line", default)

    def checked(self, name: str, find_fault: FindFault, write: str, default: str | None) -> str:
        """Return the value, or `default` where there is none. A setting without a default is required.

        `write` says what to write, to go after that word.
        """
        value = self.verbatim(name).strip()
        if not value and default is not None:
            return default
        return value if self._passes(name, [value] if value else [], find_fault, write, default) else ""

    def checked_list(self, name: str, find_fault: FindFault, write: str, default: Sequence[str] | None) -> list[str]:
        """Return the values between commas, each of them checked as by `checked`."""
        values = [stripped for each in self.verbatim(name).split(",") if (stripped := each.strip())]
        if not values and default is not None:
            return [*default]
        return values if self._passes(name, values, find_fault, write, default) else []

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        """Return one of `choices`."""
        *others, last = (each for each in choices if each)
        write = f"{', '.join(others)} or {last}"
        return self.checked(name, _fault_outside(choices, "has an unknown value"), write, default)

    def choices(self, name: str, choices: Sequence[str], default: Sequence[str]) -> list[str]:
        """Return some of `choices`, once each."""
        find_fault = _fault_outside(choices, "has an unknown value")
        return [*dict.fromkeys(self.checked_list(name, find_fault, f"some of {', '.join(choices)}", default))]

    def switch(self, name: str, default: bool) -> bool:
        """Return whether something is on."""
        find_fault = _fault_outside(_WORDS, "is neither yes nor no")
        word = self.checked(name, lambda value: find_fault(value.lower()), "yes or no", "")
        return _WORDS[word.lower()] if word else default

    def whole(self, name: str, default: int, least: int, most: int) -> int:
        """Return a whole number from `least` to `most`."""
        return self._number(name, int, "a whole number", default, least, most)

    def number(self, name: str, default: float, least: float, most: float) -> float:
        """Return a number from `least` to `most`."""
        return self._number(name, float, "a number", default, least, most)

    def refuse(self, name: str, fault: str, remedy: str) -> None:
        """Note what is wrong with a setting, and what to do. Of one setting the first fault is told."""
        self._faults.setdefault(name, f"{name} {fault}. {remedy}.")

    def refuse_faults(self) -> None:
        """Raise WrongSettings when something was noted."""
        if self._faults:
            raise WrongSettings(self._faults)

    def _number(self, name: str, cast: type[Number], kind: str, default: Number, least: Number, most: Number) -> Number:
        what = f"{kind} from {least} to {most}"

        def find_fault(value: str) -> str:
            try:
                is_plain = value.isascii() and "_" not in value
                return "" if is_plain and least <= cast(value) <= most else f"is not {what}"  # nan is none of these
            except ValueError:
                return f"is not {what}"

        word = self.checked(name, find_fault, what, "")
        return cast(word) if word else default

    def _passes(self, name: str, values: Sequence[str], find_fault: FindFault, write: str, default: object) -> bool:
        fault = next(filter(None, (_control_fault(each) or find_fault(each) for each in values)), "")
        if not values:
            fault = "is missing"
        if fault:
            self.refuse(name, fault, f"Write {write}" + ("" if default is None else ", or leave it out"))
        return not fault


def _fault_outside(choices: Sequence[str] | Mapping[str, object], fault: str) -> FindFault:
    return lambda value: "" if value in choices else fault


def _control_fault(value: str) -> str:
    return "has a line break or another control character" if _CONTROLS.search(value) else ""
