"""Advice about phone numbers that look wrong. What is refused is decided by the address form."""

import phonenumbers
from phonenumbers import PhoneNumberFormat, ValidationResult

from vintner.shipping.address_form import PHONE, find_problem, read_phone


def phone_advice(text: str, country: str) -> str:
    """Return why this number looks wrong, '' when it looks right, and for what the form refuses. `country` is the
    bill's.
    """
    typed = read_phone(text, country)
    if find_problem(PHONE, typed, None, PHONE.label):
        return ""
    example = phonenumbers.example_number(country)
    if example is None:
        return ""
    like = phonenumbers.format_number(example, PhoneNumberFormat.NATIONAL)
    try:
        number = phonenumbers.parse(typed, country)
    except phonenumbers.NumberParseException:
        return f"Is that your phone number? We expect one like {like}."
    match phonenumbers.is_possible_number_with_reason(number):
        case ValidationResult.TOO_SHORT | ValidationResult.IS_POSSIBLE_LOCAL_ONLY:
            return f"That phone number looks too short. With its area code it would be like {like}."
        case ValidationResult.TOO_LONG:
            return f"That phone number looks too long. We expect one like {like}."
        case ValidationResult.INVALID_COUNTRY_CODE | ValidationResult.INVALID_LENGTH:
            return f"Is that your phone number? We expect one like {like}."
    return ""
