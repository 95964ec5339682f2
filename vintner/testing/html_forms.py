"""Reading a form out of a page, so that tests and the bench send what a browser would send."""

from html.parser import HTMLParser

Fields = dict[str, list[str]]
_UNSENT = {"submit", "button", "image", "reset", "file"}


class _FormParser(HTMLParser):
    """Collects the fields of the form with the given id, as a browser sends them when nothing is typed."""

    def __init__(self, form_id: str) -> None:
        super().__init__()
        self.fields: Fields = {}
        self._form_id = form_id
        self._inside = False
        self._select = ""
        self._textarea = ""
        self._options: list[tuple[str, bool]] = []
        self._multiple = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = values.get("id") == self._form_id
        elif not self._inside or "disabled" in values:
            return
        elif tag == "input":
            self._read_input(values)
        elif tag == "select":
            self._select, self._multiple, self._options = values.get("name", ""), "multiple" in values, []
        elif tag == "option":
            self._options.append((values.get("value", ""), "selected" in values))
        elif tag == "textarea":
            self._textarea = values.get("name", "")
            self.fields[self._textarea] = [""]

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self.fields[self._textarea][0] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "textarea" and self._textarea:
            # A browser drops the first line break of a textarea and sends the others as CR LF.
            text = self.fields[self._textarea][0].removeprefix("\r").removeprefix("\n")
            self.fields[self._textarea] = [text.replace("\r\n", "\n").replace("\n", "\r\n")]
            self._textarea = ""
        elif tag == "select" and self._select:
            chosen = [value for value, selected in self._options if selected]
            if not chosen and not self._multiple and self._options:
                chosen = [self._options[0][0]]
            if chosen:
                self.fields[self._select] = chosen
            self._select = ""

    def _read_input(self, values: dict[str, str]) -> None:
        name, kind = values.get("name", ""), values.get("type", "text")
        if not name or kind in _UNSENT or (kind in {"checkbox", "radio"} and "checked" not in values):
            return
        default = "on" if kind == "checkbox" else ""
        self.fields.setdefault(name, []).append(values.get("value", default))


def read_form(html: str, form_id: str) -> Fields:
    """Return the fields of a form as a browser sends them when nothing is typed. Raises ValueError without it."""
    parser = _FormParser(form_id)
    parser.feed(html)
    if not parser.fields:
        raise ValueError(f"the page has no form {form_id}")
    return parser.fields


def add_row(form: Fields, prefix: str, **values: str | list[str]) -> None:
    """Fill the next row of an inline, as the button "Add another" does."""
    number = int(form[f"{prefix}-TOTAL_FORMS"][0])
    empty = f"{prefix}-__prefix__-"
    for name in [name for name in form if name.startswith(empty)]:
        form[name.replace("__prefix__", str(number))] = form[name]
    for name, value in values.items():
        form[f"{prefix}-{number}-{name}"] = [value] if isinstance(value, str) else value
    form[f"{prefix}-TOTAL_FORMS"] = [str(number + 1)]
