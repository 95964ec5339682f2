"""Words the forms: which there are, their fields, and what stands in them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

from django.utils.timezone import localdate

from vintner.accounts.auth_forms.outcomes import Outcome
from vintner.accounts.auth_forms.pages import AuthBox, AuthForms, AuthNotice, AuthSection
from vintner.accounts.auth_forms.submit_views import LOST, NEW, NEW_AGAIN, PASSWORD, REMEMBER, SINGLE, USER
from vintner.accounts.engine.reset_views import LOST as LOST_TEXT
from vintner.accounts.fields.account_fields import registration_fields
from vintner.accounts.fields.inputs import account_inputs
from vintner.accounts.fields.pages import ProfileField
from vintner.accounts.passwords.strength import LONGEST
from vintner.shipping.address_form import Field
from vintner.web.form_props import FormField
from vintner.web.page import CSRF_TOKEN

USER_LABEL: Final = "Email address"
_USER: Final = Field(
    name=USER, label=USER_LABEL, autocomplete="username webauthn", kind="email", inputmode="email", longest=254
)
_SINGLE: Final = Field(
    name=SINGLE, label=USER_LABEL, autocomplete="username webauthn", kind="email", inputmode="email", longest=254
)
_PASSWORD: Final = Field(name=PASSWORD, label="Password", autocomplete="current-password", kind="password")
_LOST: Final = Field(name=LOST, label=USER_LABEL, autocomplete="username", kind="email", inputmode="email", longest=254)
_NEW: Final = tuple(
    Field(name=name, label=label, autocomplete="new-password", kind="password", longest=LONGEST)
    for name, label in ((NEW, "New password"), (NEW_AGAIN, "Confirm password"))
)
_ACCOUNT: Final = "/my-source/"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormState:
    """What the forms start with: the section that is shown, values and the outcome of the last try."""

    section: str
    redirect: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    outcome: Outcome | None = None
    resets: bool = False
    """Whether the visitor came by a link that lets her choose a new password."""


def auth_forms(state: FormState, *, is_single: bool) -> AuthForms:
    """Return the forms as props. With `is_single` the one that asks for the e-mail address alone comes first."""
    outcome = state.outcome
    sections = [_single(state)] if is_single else []
    sections += [_log_in(state), _register(state), _lost(state)]
    if state.resets:
        sections.append(_reset(state))
    return AuthForms(
        csrf_token=CSRF_TOKEN,
        section=state.section,
        sections=tuple(sections),
        redirect=state.redirect,
        notice=AuthNotice(kind=outcome.kind, text=outcome.words, offers_reset=outcome.offers_reset)
        if outcome
        else None,
        is_single=is_single,
    )


def _single(state: FormState) -> AuthSection:
    return _section(
        "single",
        state,
        title="Log in or sign up",
        tab="Start",
        text="Your email address is enough: we find your account, or help you to make one.",
        fields=(_SINGLE,),
        button="Continue",
    )


def _log_in(state: FormState) -> AuthSection:
    remember = AuthBox(name=REMEMBER, value="forever", label="Remember me", required=False, ticked=True, error="")
    return _section(
        "login",
        state,
        title="Log in",
        tab="Login",
        fields=(_USER, _PASSWORD),
        boxes=(remember,),
        button="Sign in",
        foot=("Don't have an account?", "Signup now", "register"),
    )


def _register(state: FormState) -> AuthSection:
    errors = state.outcome.problems if state.outcome else {}
    fields = account_inputs(registration_fields(), posted=state.values or None, errors=errors, today=localdate())
    return _section(
        "register",
        state,
        title="Create an account",
        tab="Sign up",
        profile=fields,
        button="Sign Up",
        foot=("Already a member?", "Login", "login"),
    )


def _lost(state: FormState) -> AuthSection:
    return _section(
        "lostpw",
        state,
        form="lostPassword",
        title="Lost password",
        tab="Lost password",
        text=LOST_TEXT,
        url="/my-source/lost-password/",
        fields=(_LOST,),
        button="Email Reset Link",
    )


def _reset(state: FormState) -> AuthSection:
    return _section(
        "resetpw",
        state,
        form="resetPassword",
        title="Choose a new password",
        tab="New password",
        text="Please enter a new password",
        url="/my-source/lost-password/new/",
        fields=_NEW,
        button="Change Password",
    )


def _section(
    name: str,
    state: FormState,
    *,
    title: str,
    tab: str,
    button: str,
    fields: tuple[Field, ...] = (),
    profile: tuple[ProfileField, ...] = (),
    form: str = "",
    text: str = "",
    url: str = "",
    boxes: tuple[AuthBox, ...] = (),
    foot: tuple[str, str, str] = ("", "", ""),
) -> AuthSection:
    return AuthSection(
        name=name,
        form=form or name,
        tab=tab,
        title=title,
        text=text,
        url=url or _url(name, state.redirect),
        fields=tuple(_props(each, state) for each in fields),
        profile=profile,
        boxes=boxes,
        button=button,
        foot=foot[0],
        foot_link=foot[1],
        foot_section=foot[2],
    )


def _url(section: str, redirect: str) -> str:
    """Return the address of a section's page, which leads on to the same address."""
    return f"{_ACCOUNT}?{urlencode({'section': section} | ({'next': redirect} if redirect else {}))}"


def _props(asked: Field, state: FormState) -> FormField:
    """Return a field as props. Passwords are never sent back."""
    return FormField(
        name=asked.name,
        label=asked.label,
        kind=asked.kind,
        required=asked.required,
        autocomplete=asked.autocomplete,
        inputmode=asked.inputmode,
        placeholder="",
        hint=asked.hint,
        value="" if asked.kind == "password" else state.values.get(asked.name, "")[: asked.longest],
        error=state.outcome.problems.get(asked.name, "") if state.outcome else "",
    )
