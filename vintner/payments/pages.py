"""Page classes of payment methods, and the settings of every page with the provider's fields."""

from typing import ClassVar

from pydantic import ConfigDict, Field

from vintner.customers.pages import AccountLink
from vintner.web.page import Page, Props


class _AliasedProps(Props):
    """Props with WooCommerce's names, which outside clients read."""

    model_config = ConfigDict(serialize_by_alias=True, populate_by_name=True)


class CustomerData(Props):
    """What is known of the payer."""

    billing_country: str


class MethodSettings(_AliasedProps):
    """A type of payment methods. `countries` are the allowed billing countries; an empty tuple allows all."""

    is_reusable: bool = Field(alias="isReusable")
    countries: tuple[str, ...]
    supports_deferred: bool = Field(alias="supportsDeferredIntent")
    title: str


class ProviderSettings(_AliasedProps):
    """The settings of a page with the provider's fields, by WooCommerce's names.

    Every nonce is a placeholder of the CSRF token. `subscription_requires_manual_renewal`: the chosen method cannot be
    saved, so that later boxes are paid by hand.
    """

    is_checkout: bool = Field(alias="isCheckout")
    is_order_pay: bool = Field(alias="isOrderPay")
    is_changing_payment: bool = Field(default=False, alias="isChangingPayment")
    is_logged_in: bool = Field(alias="isLoggedIn")
    is_signup_allowed: bool = Field(default=True, alias="isSignupOnCheckoutAllowed")
    """Every guest may open an account with the order."""
    is_payment_needed: bool = Field(alias="isPaymentNeeded")
    cart_contains_subscription: bool = Field(default=False, alias="cartContainsSubscription")
    subscription_requires_manual_renewal: bool = Field(default=False, alias="subscriptionRequiresManualRenewal")
    is_combined: bool = Field(alias="isOCEnabled")
    is_upe_enabled: bool = Field(default=True, alias="isUPEEnabled")
    """Details are entered into the provider's own fields only."""
    order_id: int = Field(alias="orderId")
    """The order that is paid, or the subscription whose method is changed; 0 where there is none yet."""
    cart_total: int = Field(alias="cartTotal")
    """The amount to be paid in minor units; 0 where nothing is paid."""
    currency: str
    key: str
    script: str
    """The URL of the sandbox provider's script, '' for Stripe's."""
    locale: str
    api_version: str = Field(alias="apiVersion")
    gateway_id: str = Field(alias="gatewayId")
    billing_fields: tuple[str, ...] = Field(alias="enabledBillingFields")
    """The fields of the page's own form, which the provider's fields leave out."""
    customer: CustomerData = Field(alias="customerData")
    appearance: str
    """The look that was last sent by save_appearance for `theme_name`, as JSON; empty when there is none."""
    blocks_appearance: str = Field(alias="blocksAppearance")
    """The same for the block checkout."""
    theme_name: str
    order_received_url: str = Field(alias="orderReceivedURL")
    return_url: str
    """The return URL for confirmation tokens."""
    generic_error: str = Field(alias="genericErrorMessage")
    invalid_wallet_type: str
    layout: str = Field(alias="OCLayout")
    configuration_id: str = Field(alias="paymentMethodConfigurationParentId")
    ajax_url: str
    """Has %%endpoint%% in place of the call's name."""
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
    """A saved payment method. Its actions are forms that post to the URLs."""

    type: str
    """The provider's name of its type."""
    label: str
    mandate: str
    """The provider's mandate, '' where none is needed."""
    expiry: str
    """Month and year of a card, '12/40'; '' for what has no date."""
    expired: bool
    is_default: bool
    used_for: str = ""
    """What is charged to it without being asked each time: 'subscription 7'."""
    heir: str = ""
    """The label of the method that takes over when it is deleted, '' when there is none."""
    default_url: str
    delete_url: str


class UnprovedAccount(Props):
    """A bank account that is saved as soon as its owner has verified a small deposit on the provider's page `url`."""

    label: str
    url: str


class PaymentMethodsPage(Page):
    """The customer's payment methods, the default one first."""

    csrf_token: str
    menu: tuple[AccountLink, ...]
    cards: tuple[SavedPaymentMethod, ...]
    unproved: tuple[UnprovedAccount, ...] = ()
    only_cards: bool
    """Whether all saved and all addable methods are cards."""
    add_url: str


class Payer(Props):
    """The customer for whom a method is saved. The name may be empty."""

    name: str
    email: str


class AddableMethod(Props):
    """A type of payment method that can be saved without paying. `consent` is the text of its mandate."""

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
    """At least one; with several, the customer chooses."""
    provider: ProviderSettings
