"""Reads settings from the environment and notes what is wrong with them, so that all of it is told at once."""

from collections.abc import Callable, Sequence
from typing import Final

import environ
from django.core.exceptions import ImproperlyConfigured

FindFault = Callable[[str], str]
"""Returns what is wrong with a value, to go after the setting's name; empty when nothing is. It never repeats the
value, which may be a secret.
"""
_NUMBERS: Final[dict[object, str]] = {int: "a whole number", float: "a number"}


class WrongSettings(ImproperlyConfigured):
    """The store does not start with its settings. The message has a line for each that is missing or wrong."""


class CheckedEnv(environ.FileAwareEnv):
    """The environment. A value that is missing or wrong is noted and read as empty, until `refuse_faults` tells it."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._faults: dict[str, str] = {}

    def get_value(
        self, var: str, cast: object = None, default: object = environ.Env.NOTSET, parse_default: bool = False
    ) -> object:
        """Return a value as django-environ does, or the default for a file that cannot be read and for no number."""
        try:
            return super().get_value(var, cast, default, parse_default)
        except (OSError, UnicodeDecodeError):
            fault = (
                f"{var}_FILE names a file that cannot be read. Write the path of a text file that the store may read."
            )
            self._faults.setdefault(var, fault)
        except ValueError:
            number = _NUMBERS.get(cast, "such a value")
            self.refuse(var, f"is not {number}", f"Write {number}, or leave it out")
        return default

    def checked(self, name: str, find_fault: FindFault, write: str, default: str | None) -> str:
        """Return the value, or `default` where there is none. A setting without a default is required.

        `write` says what to write, to go after that word.
        """
        value = self.str(name, "").strip()  # a file ends with a line break
        if not value and default is not None:
            return default
        return value if self._passes(name, [value] if value else [], find_fault, write, default) else ""

    def checked_list(self, name: str, find_fault: FindFault, write: str, default: Sequence[str] | None) -> list[str]:
        """Return the values between commas, each of them checked as by `checked`."""
        values = [stripped for each in self.str(name, "").split(",") if (stripped := each.strip())]
        if not values and default is not None:
            return [*default]
        return values if self._passes(name, values, find_fault, write, default) else []

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        """Return one of `choices`."""
        *others, last = (each for each in choices if each)
        return self.checked(
            name,
            lambda value: "" if value in choices else "has an unknown value",
            f"{', '.join(others)} or {last}",
            default,
        )

    def refuse(self, name: str, fault: str, remedy: str) -> None:
        """Note what is wrong with a setting, and what to do. Of one setting the first fault is told."""
        self._faults.setdefault(name, f"{name} {fault}. {remedy}.")

    def refuse_faults(self) -> None:
        """Raise WrongSettings when something was noted."""
        if self._faults:
            raise WrongSettings("\n".join(["The store does not start with these settings:", *self._faults.values()]))

    def _passes(self, name: str, values: Sequence[str], find_fault: FindFault, write: str, default: object) -> bool:
        fault = next(filter(None, map(find_fault, values)), "") if values else "is missing"
        if fault:
            self.refuse(name, fault, f"Write {write}" + ("" if default is None else ", or leave it out"))
        return not fault
