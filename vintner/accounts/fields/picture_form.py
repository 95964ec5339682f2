"""Saves what a form says of the profile picture: a new one, none any more, or nothing."""

from dataclasses import dataclass

from vintner.accounts.fields.pictures import (
    BUSY,
    NAME,
    NOT_SELECTED,
    ONLY_ONE,
    UploadedPicture,
    add_picture,
    picture_name,
    prepare_picture,
    remove_picture,
)
from vintner.accounts.models import AccountField
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.web.rate_limits import count_try


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfilePictureForm:
    """What was sent. `removed` is the name of the stored picture that is to go; `too_large` says that a file was sent
    of which not all was received.
    """

    files: tuple[UploadedPicture, ...] = ()
    too_large: bool = False
    removed: str = ""


def save_picture(user: User, field: AccountField, form: ProfilePictureForm) -> None:
    """Raises Refusal: of the file, or where there is one picture already, or where the last has to stay."""
    stored = picture_name(user)
    kept = stored if stored != form.removed else ""
    if not form.files and not form.too_large:
        if field.required and not kept:
            raise Refusal("not_selected", NOT_SELECTED.format(label=field.label), NAME)
        if form.removed:
            remove_picture(user, form.removed)
        return
    if kept:
        raise Refusal("only_one", ONLY_ONE.format(label=field.label), NAME)
    if not count_try("profile_pictures", str(user.pk)):
        raise Refusal("busy", BUSY, NAME)
    prepared = prepare_picture(form.files, field.label, too_large=form.too_large)
    add_picture(user, prepared, field.label, in_place_of=form.removed)
