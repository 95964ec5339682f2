"""What the store keeps of a customer besides the account itself, and what it asks for."""

from vintner.accounts.models.account_field import AccountField as AccountField
from vintner.accounts.models.customer_profile import CustomerProfile as CustomerProfile
from vintner.accounts.models.profile_picture import ProfilePicture as ProfilePicture
from vintner.accounts.models.saved_address import SavedAddress as SavedAddress
