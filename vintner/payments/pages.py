"""What the pages of payments show, and what every page with fields of the provider's is told."""

from typing import ClassVar

from pydantic import ConfigDict, Field

from vintner.customers.pages import AccountLink
from vintner.web.page import Page, Props


class _AliasedProps(Props):
    """Props that have names of the outside's, which its clients read."""

    model_config = ConfigDict(serialize_by_alias=True, populate_by_name=True)


class CustomerData(Props):
    """What is known of who pays."""

    billing_country: str


class MethodSettings(_AliasedProps):
    """A type of payment methods. `countries` are where the bill may go; none named is everywhere."""

    is_reusable: bool = Field(alias="isReusable")
    countries: tuple[str, ...]
    supports_deferred: bool = Field(alias="supportsDeferredIntent")
    title: str


class ProviderSettings(_AliasedProps):
    """The one table of what a page with fields of the provider's is told, by the names that the outside knows.

    Tokens stand in every nonce. Of subscriptions the store knows nothing: none can be put into a cart, so none is in
    it, none is renewed, and no payment method of one is changed.
    """

    is_checkout: bool = Field(alias="isCheckout")
    is_order_pay: bool = Field(alias="isOrderPay")
    is_changing_payment: bool = Field(default=False, alias="isChangingPayment")
    is_logged_in: bool = Field(alias="isLoggedIn")
    is_signup_allowed: bool = Field(default=True, alias="isSignupOnCheckoutAllowed")
    """Every guest is offered an account with the order."""
    is_payment_needed: bool = Field(alias="isPaymentNeeded")
    cart_contains_subscription: bool = Field(default=False, alias="cartContainsSubscription")
    subscription_requires_manual_renewal: bool = Field(default=False, alias="subscriptionRequiresManualRenewal")
    is_combined: bool = Field(alias="isOCEnabled")
    is_upe_enabled: bool = Field(default=True, alias="isUPEEnabled")
    """Details are entered into the provider's own fields; the store has no others."""
    order_id: int = Field(alias="orderId")
    """The order that is paid for; 0 where it is not placed yet, or nothing is paid."""
    cart_total: int = Field(alias="cartTotal")
    """What is paid when the page is sent, in minor units; 0 where nothing is."""
    currency: str
    key: str
    script: str
    """The address of the sandbox provider's client, '' for the real one's."""
    locale: str
    api_version: str = Field(alias="apiVersion")
    gateway_id: str = Field(alias="gatewayId")
    billing_fields: tuple[str, ...] = Field(alias="enabledBillingFields")
    """What the page's own form asks, so that the provider's fields need not."""
    customer: CustomerData = Field(alias="customerData")
    appearance: str
    """What the call save_appearance was last told for `theme_name`, as JSON; empty when nothing was."""
    blocks_appearance: str = Field(alias="blocksAppearance")
    """The same of the block checkout."""
    theme_name: str
    order_received_url: str = Field(alias="orderReceivedURL")
    return_url: str
    """Where the browser tells the provider to send the shopper back to, when it asks for confirmation tokens."""
    generic_error: str = Field(alias="genericErrorMessage")
    invalid_wallet_type: str
    layout: str = Field(alias="OCLayout")
    configuration_id: str = Field(alias="paymentMethodConfigurationParentId")
    ajax_url: str
    """With %%endpoint%% in the place of a call's name."""
    wp_ajax_url: str
    create_setup_intent_nonce: str = Field(alias="createSetupIntentNonce")
    create_payment_intent_nonce: str = Field(alias="createPaymentIntentNonce")
    create_and_confirm_setup_intent_nonce: str = Field(alias="createAndConfirmSetupIntentNonce")
    update_payment_intent_nonce: str = Field(alias="updatePaymentIntentNonce")
    update_failed_order_nonce: str = Field(alias="updateFailedOrderNonce")
    save_appearance_nonce: str = Field(alias="saveAppearanceNonce")
    messages: dict[str, str]
    """Code → text: the card service's errors, and the page's own (payments/messages.py: PAGE_MESSAGES)."""
    methods: dict[str, MethodSettings] = Field(alias="paymentMethodsConfig")
    """By the provider's name of the type."""


class SavedPaymentMethod(Props):
    """A payment method that the provider keeps for the customer. Deeds are forms that post to their addresses."""

    type: str
    """The provider's name of its type."""
    label: str
    mandate: str
    """The provider's name of the consent to debits, '' where none is needed."""
    expiry: str
    """Month and year of a card, '12/40'; '' for what has no date."""
    expired: bool
    is_default: bool
    default_url: str
    delete_url: str


class UnprovedAccount(Props):
    """A bank account that is saved as soon as its owner has confirmed a small deposit, on the provider's page `url`."""

    label: str
    url: str


class PaymentMethodsPage(Page):
    """The customer's payment methods, the default one first."""

    csrf_token: str
    menu: tuple[AccountLink, ...]
    cards: tuple[SavedPaymentMethod, ...]
    unproved: tuple[UnprovedAccount, ...] = ()
    only_cards: bool
    """Whether all that is saved, and all that can be added, are cards."""
    add_url: str


class Payer(Props):
    """Whom the provider is told to keep a payment method for. The name may be empty."""

    name: str
    email: str


class AddableMethod(Props):
    """A type of payment method that can be saved without paying. `consent` is what the customer agrees to by that."""

    type: str
    label: str
    consent: str = ""


class AddPaymentMethodPage(Page):
    """The provider's own form, in which a payment method is entered."""

    uses_provider: ClassVar[bool] = True

    csrf_token: str
    menu: tuple[AccountLink, ...]
    action: str
    back_url: str
    payer: Payer
    methods: tuple[AddableMethod, ...]
    """One at least; with several, the customer chooses."""
    provider: ProviderSettings
