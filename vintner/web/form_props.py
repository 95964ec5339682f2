"""The props of a form's fields, on whatever page the form is."""

from vintner.web.page import Props


class SelectOption(Props):
    value: str
    label: str


class FormField(Props):
    """A field of a form. `kind` is text, email, tel, select or textarea."""

    name: str
    label: str
    kind: str
    required: bool
    autocomplete: str
    inputmode: str
    placeholder: str
    hint: str
    value: str
    error: str
    options: tuple[SelectOption, ...] = ()
