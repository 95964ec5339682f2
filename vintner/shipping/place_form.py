"""The country and the state of a row in the admin: a choice, and a name or code that is looked up."""

from typing import Final

from django.forms import CharField, ChoiceField, ModelForm
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from vintner.shipping.named_places import NO_COUNTRY, check_state, country_choices, find_country

STATE_HELP: Final = "Its code or name: CA or California. Blank: the whole country."


class CountryField(ChoiceField):
    """A country, chosen by name."""

    widget = UnfoldAdminSelectWidget
    default_error_messages = {"invalid_choice": NO_COUNTRY}

    def to_python(self, value: object) -> str:
        text = super().to_python(value)
        return find_country(text) or text


class PlaceForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """A form whose country is one that there is, and whose state is one of that country."""

    no_country = "Everywhere"
    """What a row without a country stands for; none where it needs one."""
    country = CountryField(required=False)
    state = CharField(widget=UnfoldAdminTextInputWidget, required=False, help_text=STATE_HELP)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        stored = self.instance.country
        choices = [("", self.no_country or "Choose a country"), *country_choices()]
        if stored and not find_country(stored):
            choices.append((stored, f"{stored} (no country)"))
        if "country" in self.fields:  # who may only view has no fields
            self.fields["country"].choices = choices  # type: ignore[attr-defined]
            self.fields["country"].required = not self.no_country

    def clean_state(self) -> str:
        """Return the code. A place that is read without its country is checked once the country is mended."""
        text = str(self.cleaned_data["state"])
        return check_state(self.cleaned_data["country"], text) if "country" in self.cleaned_data else ""
