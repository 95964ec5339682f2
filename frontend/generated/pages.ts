// Generated from the Page and Section classes in vintner/*/pages.py by `npm run types`. Do not edit.

export interface Contract {
  pages: {
    'accounts/AccountDetailsPage': AccountDetailsPage;
    'accounts/AccountPage': AccountPage;
    'accounts/AccountStepPage': AccountStepPage;
    'accounts/AddressesPage': AddressesPage;
    'accounts/EditAddressPage': EditAddressPage;
    'accounts/LogInPage': LogInPage;
    'accounts/OrdersPage': OrdersPage;
    'accounts/SecurityPage': SecurityPage;
    'alerts/OwnAlertsPage': OwnAlertsPage;
    'cart/CartPage': CartPage;
    'cart/ConfirmCartChangePage': ConfirmCartChangePage;
    'cart/ShipToPage': ShipToPage;
    'catalogue/HomePage': HomePage;
    'catalogue/ListingPage': ListingPage;
    'catalogue/ProducerPage': ProducerPage;
    'catalogue/ProducersPage': ProducersPage;
    'catalogue/ProductPage': ProductPage;
    'checkout/BlockCheckoutPage': BlockCheckoutPage;
    'checkout/CheckoutPage': CheckoutPage;
    'checkout/ConfirmEmailPage': ConfirmEmailPage;
    'checkout/OrderPayPage': OrderPayPage;
    'checkout/OrderReceivedPage': OrderReceivedPage;
    'consent/CookiesPage': CookiesPage;
    'content/ContactPage': ContactPage;
    'content/ContentPage': ContentPage;
    'favourites/FavouritesPage': FavouritesPage;
    'favourites/SharedFavouritesPage': SharedFavouritesPage;
    'notices/PolicyPage': PolicyPage;
    'order_pages/ChangeMethodPage': ChangeMethodPage;
    'order_pages/FindOrderPage': FindOrderPage;
    'order_pages/ViewOrderPage': ViewOrderPage;
    'payments/AddPaymentMethodPage': AddPaymentMethodPage;
    'payments/PaymentMethodsPage': PaymentMethodsPage;
    'privacy/EraseAccountPage': EraseAccountPage;
    'privacy/PrivacyPage': PrivacyPage;
    'store_mode/ComingSoonPage': ComingSoonPage;
    'storefront/AgePage': AgePage;
    'storefront/MixedCasePage': MixedCasePage;
    'storefront/StyleGuidePage': StyleGuidePage;
    'subscriptions/SubscriptionAddressPage': SubscriptionAddressPage;
    'subscriptions/SubscriptionsPage': SubscriptionsPage;
    'subscriptions/ViewSubscriptionPage': ViewSubscriptionPage;
    'web/ErrorPage': ErrorPage;
  };
  sections: {
    CartContents: CartContents;
    CartPopup: CartPopup;
    MiniCart: MiniCart;
    OrderReview: OrderReview;
    PaymentOptions: PaymentOptions;
  };
}
/**
 * The names and the password of the account, and between them the merchant's `fields`.
 *
 * An account without a password has no fields for it.
 * The e-mail address is changed at `security_url`.
 */
export interface AccountDetailsPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  names: FormField[];
  email: string;
  fields: ProfileField[];
  passwords: FormField[];
  security_url: string;
}
/**
 * The props that every page has (`shared_props.py`). An age gate covers the page.
 */
export interface Shared {
  store_name: string;
  store_email: string;
  currency_words: string;
  sandbox: boolean;
  navigation: MenuItem[];
  footer: StoreFooter;
  store_notice: StoreNotice | null;
  notices: Notice[];
  age_gate: AgeGate | null;
  closed_places: ClosedPlace[];
  opens_log_in: string;
  is_bare: boolean;
}
/**
 * An entry of the main navigation. With `links` it opens a submenu; without `url` it does nothing else.
 */
export interface MenuItem {
  label: string;
  url: string;
  links: Link[];
}
/**
 * A link with its text.
 */
export interface Link {
  label: string;
  url: string;
}
/**
 * The foot of every page. What the merchant has not written is ''.
 */
export interface StoreFooter {
  groups: FooterGroup[];
  words: string;
  address: string[];
  telephone: Link | null;
  hours: string;
  newsletter: string;
  note: string;
}
/**
 * Links of one kind at the foot of the page.
 */
export interface FooterGroup {
  title: string;
  links: Link[];
}
/**
 * The merchant's notice to all shoppers.
 *
 * Its id is made from the text (docs/behaviour/catalogue.md#store-notice).
 */
export interface StoreNotice {
  id: string;
  text: string;
}
/**
 * A message at the top of the page. `kind` is success, error or info; `link` follows the text.
 */
export interface Notice {
  kind: string;
  text: string;
  link: Link | null;
}
/**
 * The question before a visitor sees the store, the labels of the answers, and the path that a yes leads to.
 *
 * Without a label for no, the visitor can only answer yes.
 */
export interface AgeGate {
  question: string;
  text: string;
  yes: string;
  no: string;
  back: string;
}
/**
 * A place to which no wine may be sent: 'US:UT', Utah, and why.
 */
export interface ClosedPlace {
  place: string;
  name: string;
  reason: string;
}
/**
 * A page of the account. `here` marks the one that is shown. What `posts` is a button: it does something.
 */
export interface AccountLink {
  label: string;
  url: string;
  here: boolean;
  posts: boolean;
}
/**
 * A field of a form. `kind` is text, email, tel, select or textarea.
 */
export interface FormField {
  name: string;
  label: string;
  kind: string;
  required: boolean;
  autocomplete: string;
  inputmode: string;
  placeholder: string;
  hint: string;
  value: string;
  error: string;
  options: SelectOption[];
}
export interface SelectOption {
  value: string;
  label: string;
}
/**
 * A field of the registration form or the profile. `part` is its kind (`AccountField.Kind`), which says what it has
 * besides a text: the state its countries, the phone code its codes, the date its first and last day (ISO), the
 * address how it is looked up, the picture the one that is stored, the terms their texts.
 */
export interface ProfileField {
  name: string;
  label: string;
  kind: string;
  required: boolean;
  autocomplete: string;
  inputmode: string;
  placeholder: string;
  hint: string;
  value: string;
  error: string;
  options: SelectOption[];
  part: string;
  countries: CountryRules[];
  phone_codes: PhoneCode[];
  first_day: string;
  last_day: string;
  search: AddressSearch | null;
  picture: StoredPicture | null;
  texts: PolicyText[];
}
/**
 * What changes in the form with the country. Some have no states, some no postcodes.
 */
export interface CountryRules {
  code: string;
  name: string;
  state_label: string;
  postcode_label: string;
  states: SelectOption[];
  has_postcodes: boolean;
  needs_postcode: boolean;
}
/**
 * A country's phone code: 'US', 'United States (+1)'.
 */
export interface PhoneCode {
  country: string;
  text: string;
}
/**
 * Addresses are suggested while the street is typed, from `least` letters on. `credit` names whose they are. The
 * one where the browser is can be fetched.
 */
export interface AddressSearch {
  suggest_url: string;
  find_url: string;
  locate_url: string;
  least: number;
  credit: string;
}
/**
 * The picture that is set. `name` goes back with the form, so that the one that is shown is the one removed.
 */
export interface StoredPicture {
  name: string;
  url: string;
}
/**
 * A text of the merchant's that can be read where it is accepted. `title` unfolds it.
 */
export interface PolicyText {
  title: string;
  paragraphs: string[];
}
/**
 * The customer's dashboard with the newest `orders`.
 */
export interface AccountPage {
  shared: Shared;
  csrf_token: string;
  signed_in: boolean;
  menu: AccountLink[];
  name: string;
  email: string;
  orders: OrderSummary[];
}
/**
 * An order in a list. What cannot be done with it has no address.
 */
export interface OrderSummary {
  number: string;
  date: string;
  state: string;
  tone: string;
  total: string;
  url: string;
  pay_url: string;
  cancel_url: string;
  again_url: string;
  bought: string[];
  pictures: Image[];
}
/**
 * A picture in several sizes. `src` is the fallback; width and height are those of `src`, in pixels.
 */
export interface Image {
  src: string;
  width: number;
  height: number;
  alt: string;
  caption: string;
  sources: ImageSource[];
}
/**
 * One `<source>` of a picture: addresses with their widths, '/a-160.webp 160w, /a-320.webp 320w'.
 */
export interface ImageSource {
  type: string;
  srcset: string;
}
/**
 * A step of logging in or of the account's security: words, a form, other ways.
 *
 * `picture` is the address of a QR code, `codes` are to be kept by the visitor. Without `button` there is no form but
 * that of the passkey. `onward` is displayed as a button: it leads to what the step was for.
 */
export interface AccountStepPage {
  shared: Shared;
  csrf_token: string;
  heading: string;
  paragraphs: string[];
  menu: AccountLink[];
  error: string;
  action: string;
  fields: FormField[];
  button: string;
  picture: string;
  picture_text: string;
  codes: string[];
  passkey: PasskeyRequest | null;
  onward: Link | null;
  links: Link[];
}
/**
 * What the browser is asked for, as WebAuthn's options in JSON. `creates` a passkey, or uses one.
 *
 * The form is sent with what the browser answers in the field `credential`. `button` names the button that asks.
 */
export interface PasskeyRequest {
  options: string;
  creates: boolean;
  button: string;
}
/**
 * The address book. `add_url` is empty when it is full.
 */
export interface AddressesPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  entries: BookEntry[];
  removed: RemovedEntry[];
  most: number;
  add_url: string;
}
/**
 * An address of the book, as on a parcel, and the addresses that its forms post to; '' for what it is already.
 */
export interface BookEntry {
  lines: string[];
  phone: string;
  for_billing: boolean;
  for_shipping: boolean;
  edit_url: string;
  billing_url: string;
  shipping_url: string;
  remove_url: string;
}
/**
 * An address that was removed, in one line, and where a form that brings it back posts to.
 */
export interface RemovedEntry {
  text: string;
  restore_url: string;
}
/**
 * The form of one address. It posts to where it is.
 */
export interface EditAddressPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  heading: string;
  fields: FormField[];
  countries: CountryRules[];
  address_search: AddressSearch | null;
  error: string;
  back_url: string;
}
/**
 * The forms on a page of their own. `error` is what is wrong, in words alone.
 */
export interface LogInPage {
  shared: Shared;
  signed_in: boolean;
  error: string;
  forms: AuthForms;
}
/**
 * All forms that the visitor may use, and which of them is shown. `redirect` is where they lead to.
 */
export interface AuthForms {
  csrf_token: string;
  section: string;
  sections: AuthSection[];
  redirect: string;
  notice: AuthNotice | null;
  is_single: boolean;
}
/**
 * One of the forms. `form` names it in requests; `url` is the page on which it works without JavaScript.
 */
export interface AuthSection {
  name: string;
  form: string;
  tab: string;
  title: string;
  text: string;
  url: string;
  fields: FormField[];
  profile: ProfileField[];
  boxes: AuthBox[];
  button: string;
  foot: string;
  foot_link: string;
  foot_section: string;
}
/**
 * A box to tick. `error` says why it has to be ticked.
 */
export interface AuthBox {
  name: string;
  value: string;
  label: string;
  required: boolean;
  ticked: boolean;
  error: string;
}
/**
 * What is said above a form. `kind` is success, error or warning; `offers_reset` adds the link to recover.
 */
export interface AuthNotice {
  kind: string;
  text: string;
  offers_reset: boolean;
}
/**
 * The customer's orders. `older_url` and `newer_url` are the pages around this one, empty where there are none.
 *
 * `confirm_url` is where the address of the account is confirmed, which adds what was ordered with it as a guest;
 * empty when it is confirmed.
 */
export interface OrdersPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  orders: OrderSummary[];
  page: number;
  pages: number;
  newer_url: string;
  older_url: string;
  confirm_url: string;
}
/**
 * The account's password, passkeys, authenticator app, recovery codes and sessions.
 */
export interface SecurityPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  email: string;
  requested_email: string;
  email_confirmed: boolean;
  has_password: boolean;
  passkeys: PasskeyEntry[];
  has_app: boolean;
  recovery_codes: number;
  sessions: SessionEntry[];
  addresses: {
    [k: string]: string;
  };
  onward: Link | null;
}
/**
 * A passkey of the account, and the addresses that rename and remove it.
 */
export interface PasskeyEntry {
  name: string;
  about: string;
  rename_url: string;
  remove_url: string;
}
/**
 * A browser that is logged in.
 */
export interface SessionEntry {
  browser: string;
  about: string;
  here: boolean;
}
/**
 * What a customer waits for. `weekly` says that it comes once a week.
 */
export interface OwnAlertsPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  alerts: OwnAlert[];
  weekly: boolean;
}
/**
 * An e-mail that a customer waits for. `event` says of what: 'Lomba gets cheaper'.
 */
export interface OwnAlert {
  id: number;
  event: string;
  url: string;
  email: string;
  is_confirmed: boolean;
}
/**
 * `csrf_token` goes into every form as csrfmiddlewaretoken. A refused coupon code is put into its field again.
 */
export interface CartPage {
  shared: Shared;
  csrf_token: string;
  contents: CartContents;
  countries: CountryChoice[];
  coupon_code: string;
  coupon_problem: string;
  express: ExpressButtons | null;
}
/**
 * The body of the cart page: lines, coupons, delivery, totals.
 */
export interface CartContents {
  lines: LineView[];
  coupons: CouponView[];
  rows: TotalRow[];
  total: string;
  recurring: string[];
  saved: string;
  estimated_for: string;
  place: string;
  postcode: string;
  postcode_problem: string;
  shipping: ShippingChoice[];
  hold: WeatherHold | null;
  free_delivery: FreeDeliveryGoal | null;
  shipping_problem: string;
  destination_problem: string;
  total_problem: string;
  can_check_out: boolean;
}
/**
 * A line of the cart. Amounts are worded; `unit_before` is the price without sale and promotion, if higher.
 *
 * `producer` is empty where the name has it; `details` tells vintage, size and what else was chosen, and what a box or
 * a gift set holds: '2020 · 750 ml'.
 */
export interface LineView {
  key: string;
  product_id: number;
  variation_id: number;
  producer: string;
  name: string;
  details: string;
  url: string;
  image: Image | null;
  sku: string;
  quantity: number;
  least: number;
  most: number;
  step: number;
  unit_price: string;
  unit_before: string;
  subtotal: string;
  problem: string;
  fitting: number;
  promotion: string;
  recurring: string;
  given: string;
  swap: Swap | null;
  remove_url: string;
}
/**
 * The bottles among which the shopper may choose a gift. The ids are sent back with the choice.
 */
export interface Swap {
  rule_id: string;
  target_id: number;
  choices: SwapChoice[];
}
/**
 * A bottle that may be given in place of another.
 */
export interface SwapChoice {
  variation_id: number;
  name: string;
  image: Image | null;
  chosen: boolean;
}
/**
 * A coupon on the cart. `problem` says why it cannot be used at the moment, empty when it can.
 */
export interface CouponView {
  code: string;
  problem: string;
}
/**
 * A row above the total: Subtotal, Shipping, CA Tax. `kind` is subtotal, discount, shipping, fee or tax.
 */
export interface TotalRow {
  kind: string;
  label: string;
  amount: string;
}
/**
 * A way to deliver. `rate` is the value of the field shipping_method[0]. `preselected`: the store selected it.
 *
 * `note` says by whom and when it arrives, `place` where it is picked up and when that is open, line by line.
 */
export interface ShippingChoice {
  rate: string;
  label: string;
  amount: string;
  note: string;
  place: string[];
  chosen: boolean;
  preselected: boolean;
}
/**
 * The notice that the weather can spoil the wine on its way, and what the shopper can choose: nothing in the cart,
 * and where the merchant decides.
 */
export interface WeatherHold {
  title: string;
  text: string;
  choices: HoldChoice[];
}
/**
 * Whether the wine waits for better weather. `value` is that of the field weather_hold.
 */
export interface HoldChoice {
  value: string;
  label: string;
  note: string;
  chosen: boolean;
}
/**
 * The sum from which delivery is free, and how much of it the cart has, in cents; the two are equal once it is.
 */
export interface FreeDeliveryGoal {
  text: string;
  spent: number;
  minimum: number;
}
/**
 * A country that we deliver to, with its parts.
 */
export interface CountryChoice {
  name: string;
  places: PlaceChoice[];
}
/**
 * A state or province. `value` is what the field calc_shipping_place sends: 'US:CA'.
 */
export interface PlaceChoice {
  value: string;
  label: string;
}
/**
 * The express buttons of a page.
 */
export interface ExpressButtons {
  place: 'product' | 'cart' | 'checkout' | 'order';
  wallets: string[];
  ajax_url: string;
  publishable_key: string;
  script: string;
  account: string;
  api_version: string;
  locale: string;
  currency: string;
  country: string;
  label: string;
  height: number;
  radius: number;
  theme: string;
  kind: string;
  needs_shipping: boolean;
  countries: string[];
  amount: number;
  age: Affirmation | null;
  born: string[];
  terms: Affirmation | null;
  login_url: string;
  order: ExpressOrder | null;
}
/**
 * A box to tick before the wallet opens. `shown` is the hidden field that says that it was displayed, '' for none;
 * `missing` is the error message; `text` leads to what is affirmed.
 */
export interface Affirmation {
  name: string;
  shown: string;
  label: string;
  missing: string;
  text: Link | null;
}
/**
 * The order that is paid, as POST /checkout/{id} asks for it.
 */
export interface ExpressOrder {
  id: number;
  key: string;
  billing_email: string;
}
/**
 * Asks for a confirmation before a link changes a cart. The button posts `fields` to `action`.
 */
export interface ConfirmCartChangePage {
  shared: Shared;
  csrf_token: string;
  heading: string;
  text: string;
  action: string;
  fields: HiddenField[];
  button: string;
  instead: Link;
}
/**
 * A field of a form that the visitor does not see.
 */
export interface HiddenField {
  name: string;
  value: string;
}
/**
 * The form of the header on a page of its own: for phones, for browsers without JavaScript, and with what is wrong.
 *
 * `back` is the path of the page that the shopper came from, `words` the place so far.
 */
export interface ShipToPage {
  shared: Shared;
  back: string;
  words: string;
  typed: string;
  problem: string;
}
/**
 * The home page.
 */
export interface HomePage {
  shared: Shared;
  hero: Image | null;
  hero_title: string;
  hero_text: string;
  promises: PromiseText[];
  shelves: ShelfTile[];
  featured: Card[];
  newest: Card[];
  producers: ProducerNote[];
}
/**
 * What shoppers can count on, in a few words. `icon` is delivery, person, glass or leaf.
 */
export interface PromiseText {
  title: string;
  text: string;
  icon: string;
}
/**
 * A category on the home page, with the picture of one of its wines.
 */
export interface ShelfTile {
  label: string;
  url: string;
  image: Image | null;
}
/**
 * A wine in a grid. `vintage` lists all vintages ('2016, 2018'). `unit` is what the price is for: '/ 750 ml',
 * 'every month'.
 *
 * `can_add` says that the button adds it to the cart; otherwise it links to the product page.
 */
export interface Card {
  product_id: number;
  item_id: number;
  sku: string;
  name: string;
  url: string;
  image: Image | null;
  producer: string;
  vintage: string;
  region: string;
  colour: string;
  price: PriceText | null;
  price_note: string;
  unit: string;
  offer: string;
  rating: Rating | null;
  stock: string;
  stock_kind: string;
  can_add: boolean;
  button: string;
  by_plan: boolean;
  ships_wine: boolean;
}
/**
 * A price in words. `regular` is set while a sale or a promotion lowers it.
 */
export interface PriceText {
  current: string;
  regular: string;
  from_lowest: boolean;
}
/**
 * `average` with one decimal, '4.3'; stars are drawn from it. `count` is the number of ratings.
 */
export interface Rating {
  average: string;
  count: number;
}
/**
 * A producer on a tile. `wines` is the number of its wines in the shop.
 */
export interface ProducerNote {
  name: string;
  url: string;
  country: string;
  region: string;
  founded: number | null;
  summary: string;
  image: Image | null;
  logo: Image | null;
  portrait: Image | null;
  wines: number;
}
/**
 * The shop, one category of it, or the answer to a search. `sort` is the chosen value of `sort_options`.
 */
export interface ListingPage {
  shared: Shared;
  title: string;
  intro: string;
  breadcrumbs: Link[];
  search: SearchNote | null;
  facets: FacetPanel;
  sort: string;
  sort_options: SortOption[];
  other_parameters: QueryParameter[];
  paging: 'infinity_scroll' | 'more_button' | 'pagination' | 'more_pagination' | 'none';
  waits_for_images: boolean;
  cards: Card[];
  others: Card[];
  pagination: Pagination;
}
/**
 * A search. `corrected` is how it was read, or empty; `close` says that no wine has all the words.
 */
export interface SearchNote {
  question: string;
  corrected: string;
  close: boolean;
}
/**
 * The filter form of a listing, sent to `action` together with `other_parameters`. Prices are in dollars.
 *
 * Of a facet, `most_chosen` values may be chosen.
 */
export interface FacetPanel {
  action: string;
  other_parameters: QueryParameter[];
  facets: Facet[];
  least: string;
  most: string;
  chips: Chip[];
  clear_url: string;
  total: number;
  most_chosen: number;
  problems: string[];
}
/**
 * A parameter of the listing's address that a form on the page sends along.
 */
export interface QueryParameter {
  name: string;
  value: string;
}
/**
 * A filter of a listing. `name` is the parameter of the address, `noun` what one value is called: 'food'.
 *
 * `values` are the commonest; `cut` says that there may be more.
 */
export interface Facet {
  name: string;
  label: string;
  noun: string;
  values: FacetValue[];
  cut: boolean;
}
/**
 * A value of a facet.
 *
 * `count` is the number of wines that it would display, regardless of the facet's other values.
 */
export interface FacetValue {
  value: string;
  label: string;
  count: number;
  chosen: boolean;
}
/**
 * A chosen value, and the address of the listing without it.
 */
export interface Chip {
  label: string;
  url: string;
}
export interface SortOption {
  value: string;
  label: string;
}
/**
 * `url` is the page's own address. `first` and `last` are the positions of its items among all.
 */
export interface Pagination {
  url: string;
  page: number;
  pages: number;
  first: number;
  last: number;
  total: number;
  previous_url: string;
  next_url: string;
}
/**
 * One producer and its wines. `wines_url` leads to all of them when there are more than the page shows.
 */
export interface ProducerPage {
  shared: Shared;
  breadcrumbs: Link[];
  producer: ProducerProfile;
  wines: Card[];
  wines_url: string;
}
/**
 * The profile of a producer. `story` has paragraphs of plain text.
 */
export interface ProducerProfile {
  name: string;
  url: string;
  country: string;
  region: string;
  founded: number | null;
  summary: string;
  image: Image | null;
  logo: Image | null;
  portrait: Image | null;
  wines: number;
  story: string[];
  slides: ProducerSlide[];
  materials: Material[];
}
/**
 * A picture of a producer's slider.
 */
export interface ProducerSlide {
  image: Image;
  caption: string;
}
/**
 * A document or link about a producer: title, kind, and in `form` the file type or the host of the link.
 */
export interface Material {
  title: string;
  kind: string;
  url: string;
  form: string;
}
/**
 * All producers, by country.
 */
export interface ProducersPage {
  shared: Shared;
  breadcrumbs: Link[];
  countries: Country[];
}
/**
 * The producers of a country, and how many wines they have in the shop.
 */
export interface Country {
  name: string;
  producers: ProducerNote[];
  wines: number;
}
/**
 * One wine.
 */
export interface ProductPage {
  shared: Shared;
  product_id: number;
  kind: string;
  name: string;
  title: string;
  sku: string;
  url: string;
  breadcrumbs: Link[];
  images: Image[];
  short_description: string;
  description: string[];
  price: PriceText | null;
  price_note: string;
  sale_ends: string;
  plan_terms: string[];
  contents: SetContents | null;
  button: string;
  ships_wine: boolean;
  unit: string;
  stock: string;
  stock_kind: string;
  can_buy: boolean;
  most: number;
  sold_individually: boolean;
  coming_soon: string;
  release: string;
  alerts: boolean;
  alert_consent: string;
  options: Option[];
  preselected: {
    [k: string]: string;
  };
  variations: VariationChoice[];
  combinations: Combination[];
  facts: Fact[];
  scales: Scale[];
  scores: Score[];
  tasting_sheet: string;
  categories: Link[];
  tags: string[];
  tiers: Tier[];
  next_row: NextRow | null;
  cases: {
    [k: string]: CaseOffer[];
  };
  quantity: number;
  dynamic_pricing: boolean;
  destination_note: string;
  rating: Rating | null;
  reviews: ProductReviews;
  producer: ProducerProfile | null;
  producer_wines: Card[];
  related: Card[];
  express: ExpressButtons | null;
}
/**
 * The bottles in a set: 'Three bottles', and if the set is cheaper, what they cost singly and what it saves.
 */
export interface SetContents {
  title: string;
  bottles: SetBottle[];
  singly: string;
  saved: string;
}
/**
 * So many bottles in a set. `about` is producer, vintage and size; `url` is empty for wine that has no page.
 */
export interface SetBottle {
  quantity: number;
  name: string;
  about: string;
  url: string;
  image: Image | null;
}
/**
 * A choice of a variable product: name 'Vintage', field 'attribute_vintage', values in order.
 */
export interface Option {
  name: string;
  field: string;
  values: string[];
  missing: string;
}
/**
 * A variation as the page displays it.
 */
export interface VariationChoice {
  variation_id: number;
  choices: {
    [k: string]: string;
  };
  most: number;
  title: string;
  sku: string;
  price: PriceText | null;
  sale_ends: string;
  unit: string;
  stock: string;
  stock_kind: string;
  image: Image | null;
  facts: Fact[];
  note: string;
  scores: Score[];
}
/**
 * Vintage: 2019. `slug` is the attribute's: vintage, region, grape …
 */
export interface Fact {
  slug: string;
  name: string;
  value: string;
}
/**
 * A critic's score: '94/100' by a source, on a day or with an empty one.
 */
export interface Score {
  source: string;
  points: string;
  date: string;
  iso_date: string;
}
/**
 * A variation by its options: field → value. `most` is the largest quantity or 0.
 */
export interface Combination {
  variation_id: number;
  choices: {
    [k: string]: string;
  };
  most: number;
}
/**
 * Body: 4 of 5, 'Medium to full'.
 */
export interface Scale {
  slug: string;
  name: string;
  level: number;
  most: number;
  words: string;
}
/**
 * A row of the bulk table: '3 – 5', '10 % off', '$15.29'.
 */
export interface Tier {
  range: string;
  discount: string;
  unit_price: string;
}
/**
 * The next row of the bulk table, the number of bottles `missing` for it, and its text.
 */
export interface NextRow {
  range: string;
  missing: number;
  text: string;
}
/**
 * A quantity that one press chooses: 'Case of 6', '$108.00', and of several bottles '$18.00 each, save $12.00'.
 */
export interface CaseOffer {
  quantity: number;
  label: string;
  price: string;
  note: string;
}
/**
 * The reviews of a wine: the figures of all, one page of them, newest first, and the form.
 */
export interface ProductReviews {
  title: string;
  rating: Rating | null;
  distribution: number[];
  notes: ReviewNote[];
  count: number;
  page: number;
  pages: number;
  newer_url: string;
  older_url: string;
  form: ReviewForm | null;
}
/**
 * One review. `awaiting` says that only its author sees it yet; `reply` is the store's answer, or empty.
 */
export interface ReviewNote {
  review_id: number;
  author: string;
  rating: number | null;
  date: string;
  iso_date: string;
  text: string;
  verified: boolean;
  reply: string;
  awaiting: boolean;
}
/**
 * The form under the reviews, posted to `action`.
 *
 * After an error it has the values that were sent, and the problems.
 */
export interface ReviewForm {
  action: string;
  title: string;
  note: string;
  rating_required: boolean;
  rating: number | null;
  comment: string;
  author: string;
  email: string;
  problems: ReviewProblem[];
}
/**
 * An error of a field of the review form. `field` is empty for an error of the whole form.
 */
export interface ReviewProblem {
  field: string;
  text: string;
}
/**
 * The block checkout. It goes through the Store API; browsers without JavaScript follow `classic_url`.
 */
export interface BlockCheckoutPage {
  shared: Shared;
  csrf_token: string;
  classic_url: string;
  cart_url: string;
  log_in_url: string;
  email: FormField;
  account: NewAccount | null;
  shipping_address: FormField[];
  same_address: boolean;
  billing: FormField[];
  note: FormField;
  gift: GiftFields;
  countries: CountryRules[];
  address_search: AddressSearch | null;
  saved_addresses: SavedAddressChoice[];
  errors: FormError[];
  review: OrderReview;
  payment: PaymentOptions;
  provider: ProviderSettings;
  consents: Consent[];
  born: DateOfBirth | null;
  privacy: string[];
  attribution: {
    [k: string]: string;
  };
  age_note: string;
  express: ExpressButtons | null;
}
/**
 * The offer of an account, for guests. `needed` says why the order needs one, empty when it does not.
 */
export interface NewAccount {
  wanted: boolean;
  needed: string;
  password: FormField;
}
/**
 * The fold of a gift: open when it is one. `without_prices` is preset, and counts for gifts only.
 */
export interface GiftFields {
  is_gift: boolean;
  message: FormField;
  longest: number;
  without_prices: boolean;
}
/**
 * An address of the customer's book, in one line and in its parts, by the names of the form's fields. A bill may go
 * to all of them, a parcel only to some.
 */
export interface SavedAddressChoice {
  id: number;
  label: string;
  parts: {
    [k: string]: string;
  };
  may_be_sent_to: boolean;
}
/**
 * A refusal in the list at the top; `field` is the id of the input it links to, or empty.
 */
export interface FormError {
  field: string;
  text: string;
}
/**
 * What is bought and what it costs. `shown_total` (minor units) goes back with the order and must still hold.
 */
export interface OrderReview {
  lines: LineView[];
  coupons: CouponView[];
  rows: TotalRow[];
  shipping: ShippingChoice[];
  hold: WeatherHold | null;
  free_delivery: FreeDeliveryGoal | null;
  shipping_problem: string;
  destination_problem: string;
  age_label: string;
  charges_label: string;
  age_problem: string;
  phone_advice: string;
  total: string;
  shown_total: number;
  recurring: string[];
}
/**
 * How to pay. `amount` is the order total in minor units, for the provider's element. Without anything to pay there
 * are no methods, but for a subscription: its card is saved for later boxes.
 */
export interface PaymentOptions {
  methods: PaymentMethod[];
  chosen: string;
  amount: number;
  currency: string;
  button: string;
  problem: string;
  saved: SavedCard[];
  may_save: boolean;
  keeps: boolean;
  agreements: Agreement[];
  agreed: string;
}
/**
 * A payment method. `value` is that of the field payment_method; `button` is the place-order button's text.
 *
 * It is offered where the bill goes to one of `countries`; to all when there are none.
 */
export interface PaymentMethod {
  value: string;
  label: string;
  button: string;
  countries: string[];
  type: string;
  title: string;
  kind: 'element' | 'code';
  supports_deferred: boolean;
  may_save: boolean;
  renewal_note: string;
}
/**
 * A payment method of the shopper's own that the provider keeps. `id` is the value of its gateway's field
 * wc-stripe-payment-token.
 */
export interface SavedCard {
  id: string;
  type: string;
  label: string;
  expiry: string;
  expired: boolean;
  chosen: boolean;
}
/**
 * The terms of one subscription, a sentence each.
 */
export interface Agreement {
  wine: string;
  sentences: string[];
}
/**
 * The settings of a page with the provider's fields, by WooCommerce's names.
 *
 * Every nonce is a placeholder of the CSRF token. `subscription_requires_manual_renewal`: the chosen method cannot be
 * saved, so that later boxes are paid by hand.
 */
export interface ProviderSettings {
  isCheckout: boolean;
  isOrderPay: boolean;
  isChangingPayment: boolean;
  isLoggedIn: boolean;
  isSignupOnCheckoutAllowed: boolean;
  isPaymentNeeded: boolean;
  cartContainsSubscription: boolean;
  subscriptionRequiresManualRenewal: boolean;
  isOCEnabled: boolean;
  isUPEEnabled: boolean;
  orderId: number;
  cartTotal: number;
  currency: string;
  key: string;
  script: string;
  locale: string;
  apiVersion: string;
  gatewayId: string;
  enabledBillingFields: string[];
  customerData: CustomerData;
  appearance: string;
  blocksAppearance: string;
  theme_name: string;
  orderReceivedURL: string;
  return_url: string;
  genericErrorMessage: string;
  invalid_wallet_type: string;
  OCLayout: string;
  paymentMethodConfigurationParentId: string;
  ajax_url: string;
  wp_ajax_url: string;
  createSetupIntentNonce: string;
  createPaymentIntentNonce: string;
  createAndConfirmSetupIntentNonce: string;
  updatePaymentIntentNonce: string;
  updateFailedOrderNonce: string;
  saveAppearanceNonce: string;
  messages: {
    [k: string]: string;
  };
  paymentMethodsConfig: {
    [k: string]: MethodSettings;
  };
}
/**
 * What is known of the payer.
 */
export interface CustomerData {
  billing_country: string;
}
/**
 * A type of payment methods. `countries` are the allowed billing countries; an empty tuple allows all.
 */
export interface MethodSettings {
  isReusable: boolean;
  countries: string[];
  supportsDeferredIntent: boolean;
  title: string;
}
/**
 * A box that must be ticked. `shown` is the hidden field that says that it was displayed, '' for a box that all
 * clients must tick; `missing` is the error message; the text can be unfolded. A box with an empty label is not shown.
 */
export interface Consent {
  name: string;
  shown: string;
  label: string;
  missing: string;
  title: string;
  paragraphs: string[];
  ticked: boolean;
  error: string;
}
/**
 * Asked for by stores that check the age of who is sent wine.
 */
export interface DateOfBirth {
  names: string[];
  values: string[];
  problem: string;
}
/**
 * The classic checkout. Without JavaScript the form posts to `action` and comes back with `errors`.
 */
export interface CheckoutPage {
  shared: Shared;
  csrf_token: string;
  action: string;
  billing: FormField[];
  ship_to_different_address: boolean;
  shipping_address: FormField[];
  note: FormField;
  gift: GiftFields;
  countries: CountryRules[];
  address_search: AddressSearch | null;
  saved_addresses: SavedAddressChoice[];
  errors: FormError[];
  log_in_url: string;
  account: NewAccount | null;
  coupon_code: string;
  coupon_problem: string;
  review: OrderReview;
  payment: PaymentOptions;
  provider: ProviderSettings;
  consents: Consent[];
  born: DateOfBirth | null;
  privacy: string[];
  attribution: {
    [k: string]: string;
  };
  age_note: string;
  express: ExpressButtons | null;
}
/**
 * Asked before an older receipt is shown to a guest. `problem` stands next to the field, empty at first.
 */
export interface ConfirmEmailPage {
  shared: Shared;
  csrf_token: string;
  problem: string;
  login_url: string;
}
/**
 * The page to pay an order that was placed earlier. The form posts to `action`.
 *
 * `warning` is about whose order it is.
 */
export interface OrderPayPage {
  shared: Shared;
  csrf_token: string;
  action: string;
  order_id: number;
  number: string;
  date: string;
  warning: string;
  lines: LineView[];
  rows: TotalRow[];
  total: string;
  shipping_address: string[];
  pickup: PickupPlace | null;
  billing: OrderFact[];
  payment: PaymentOptions;
  provider: ProviderSettings;
  consents: Consent[];
  receipt_url: string;
  express: ExpressButtons | null;
}
/**
 * Where, when and by whom an order is collected. `where` tells the place when `address` is empty.
 */
export interface PickupPlace {
  address: string[];
  hours: string[];
  where: string;
  who: string;
}
/**
 * A field of the form that the order fills in: its billing address, for the card's provider.
 */
export interface OrderFact {
  name: string;
  value: string;
}
/**
 * The receipt. Without an id, and with a wrong key, only `heading` is there and `found` is false.
 *
 * Addresses of what may be done with the order are empty when it may not; forms post `csrf_token` to them.
 */
export interface OrderReceivedPage {
  shared: Shared;
  csrf_token: string;
  found: boolean;
  heading: string;
  status: string;
  status_text: string;
  number: string;
  date: string;
  email: string;
  payment_title: string;
  next_steps: string[];
  updates: OrderUpdate[];
  lines: LineView[];
  rows: TotalRow[];
  total: string;
  refunds: TotalRow[];
  recurring: RecurringLine[];
  total_after_refunds: string;
  provider_page: string;
  provider_page_label: string;
  look_again_after: number;
  billing_address: string[];
  shipping_address: string[];
  pickup: PickupPlace | null;
  delivery: string;
  customer_note: string;
  gift: OrderGift | null;
  store_address: string[];
  pay_url: string;
  cancel_url: string;
  again_url: string;
  invoice_url: string;
  account_url: string;
  account: AccountOffer | null;
}
/**
 * What the store wrote to the customer about the order.
 */
export interface OrderUpdate {
  date: string;
  text: string;
}
/**
 * What later boxes of a subscription cost. `label` begins the sentence, and leads its subscriber to `url`.
 */
export interface RecurringLine {
  label: string;
  url: string;
  text: string;
}
/**
 * What an order that is a gift has in its parcel. `message` is '' without one; `prices` says whether it tells
 * prices.
 */
export interface OrderGift {
  message: string;
  prices: string;
}
/**
 * An account for a guest who has bought: only the password is missing. The form posts to `action`.
 */
export interface AccountOffer {
  action: string;
  email: string;
  password: FormField;
}
/**
 * The choice about cookies as it is now, and all cookies of the store.
 */
export interface CookiesPage {
  shared: Shared;
  version: number;
  title: string;
  intro: string;
  kinds: CookieKind[];
  back: string;
  error: string;
}
/**
 * A kind of cookies with its choice. What is `fixed` is always on.
 */
export interface CookieKind {
  name: string;
  title: string;
  text: string;
  fixed: boolean;
  granted: boolean;
  cookies: ListedCookie[];
}
/**
 * A row of the list of cookies; `names` may hold several, and patterns.
 */
export interface ListedCookie {
  names: string;
  purpose: string;
  lasts: string;
}
/**
 * The form of the contact page. How to reach the store otherwise stands in the footer's props.
 */
export interface ContactPage {
  shared: Shared;
  csrf_token: string;
  action: string;
  text: string;
  fields: FormField[];
  problem: string;
  was_sent: boolean;
}
/**
 * A text of the merchant's: delivery, returns, about us.
 */
export interface ContentPage {
  shared: Shared;
  title: string;
  html: string;
}
/**
 * The visitor's list, the newest first, with prices and stock as they are now.
 */
export interface FavouritesPage {
  shared: Shared;
  cards: Card[];
  removed: RemovedFavourite | null;
  is_guest: boolean;
  share_url: string;
}
/**
 * A wine that was taken out of the list a moment ago, and can be put back.
 */
export interface RemovedFavourite {
  product_id: number;
  name: string;
}
/**
 * A list that a customer has shared. Nothing on it tells whose it is.
 */
export interface SharedFavouritesPage {
  shared: Shared;
  cards: Card[];
}
/**
 * The terms and conditions, or the privacy policy.
 */
export interface PolicyPage {
  shared: Shared;
  title: string;
  paragraphs: string[];
  changed_on: string;
}
/**
 * The form by which the payment method of a subscription is changed. It posts to `action`.
 */
export interface ChangeMethodPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  action: string;
  back_url: string;
  number: string;
  title: string;
  notice: string;
  current: string;
  charge: string;
  all_label: string;
  all_field: string;
  billing: OrderFact[];
  payment: PaymentOptions;
  provider: ProviderSettings;
}
/**
 * Where guests request a link to their order. `link_requested` is true after the form was sent.
 */
export interface FindOrderPage {
  shared: Shared;
  csrf_token: string;
  action: string;
  number: FormField;
  email: FormField;
  problem: string;
  link_requested: boolean;
}
/**
 * An order after its purchase: in its customer's account, with a menu, or by its key, without one.
 *
 * Addresses of what may be done with it are empty when it may not; forms post to them.
 */
export interface ViewOrderPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  number: string;
  date: string;
  email: string;
  status: string;
  state: string;
  tone: string;
  status_text: string;
  steps: OrderStep[];
  next_steps: string[];
  shipments: ShipmentView[];
  updates: OrderUpdate[];
  lines: LineView[];
  rows: TotalRow[];
  total: string;
  refunds: TotalRow[];
  recurring: RecurringLine[];
  total_after_refunds: string;
  provider_page: string;
  provider_page_label: string;
  look_again_after: number;
  payment_title: string;
  billing_address: string[];
  shipping_address: string[];
  pickup: PickupPlace | null;
  delivery: string;
  customer_note: string;
  gift: OrderGift | null;
  store_address: string[];
  pay_url: string;
  cancel_url: string;
  again_url: string;
  invoice_url: string;
  account: AccountOffer | null;
}
/**
 * A step of an order: `on` says when, and `datetime` says it for programs. Both are empty of a step to come.
 */
export interface OrderStep {
  label: string;
  on: string;
  datetime: string;
  is_bad: boolean;
}
/**
 * A parcel: its carrier, its number with the page that shows where it is, and what is in it.
 */
export interface ShipmentView {
  carrier: string;
  number: string;
  url: string;
  sent: string;
  contents: string[];
}
/**
 * The provider's own form, in which a payment method is entered.
 */
export interface AddPaymentMethodPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  action: string;
  back_url: string;
  payer: Payer;
  methods: AddableMethod[];
  provider: ProviderSettings;
}
/**
 * The customer for whom a method is saved. The name may be empty.
 */
export interface Payer {
  name: string;
  email: string;
}
/**
 * A type of payment method that can be saved without paying. `consent` is the text of its mandate.
 */
export interface AddableMethod {
  type: string;
  label: string;
  consent: string;
}
/**
 * The customer's payment methods, the default one first.
 */
export interface PaymentMethodsPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  cards: SavedPaymentMethod[];
  unproved: UnprovedAccount[];
  only_cards: boolean;
  add_url: string;
}
/**
 * A saved payment method. Its actions are forms that post to the URLs.
 */
export interface SavedPaymentMethod {
  type: string;
  label: string;
  mandate: string;
  expiry: string;
  expired: boolean;
  is_default: boolean;
  used_for: string;
  heir: string;
  default_url: string;
  delete_url: string;
}
/**
 * A bank account that is saved as soon as its owner has verified a small deposit on the provider's page `url`.
 */
export interface UnprovedAccount {
  label: string;
  url: string;
}
/**
 * What goes and what stays when the account is erased, and the form that asks for it.
 *
 * With `obstacles` there is no form.
 */
export interface EraseAccountPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  paragraphs: string[];
  error: string;
  goes: RetentionEntry[];
  stays: RetentionEntry[];
  obstacles: string[];
  fields: FormField[];
  back_url: string;
}
/**
 * A kind of data: what happens to it when the account is erased, and why.
 */
export interface RetentionEntry {
  data: string;
  outcome: string;
}
/**
 * The account's archive, and the way to erase the account.
 *
 * `state` of the archive is none, waiting, ready or failed; `about` says it in words.
 */
export interface PrivacyPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  error: string;
  state: string;
  about: string;
  page_url: string;
  request_url: string;
  download_url: string;
  erase_url: string;
}
/**
 * The store's name, the merchant's words and, if there is one, the moment of the opening.
 */
export interface ComingSoonPage {
  shared: Shared;
  heading: string;
  paragraphs: string[];
  opens_on: string;
  is_whole_store: boolean;
  keeps_cart: boolean;
  email: FormField;
  consent: string;
  answer: string;
}
/**
 * The page for visitors who are too young. Its text is that of the age gate (`shared`) over it.
 */
export interface AgePage {
  shared: Shared;
}
/**
 * The page on which a case is filled. Its forms ask for the page anew; that of the cart posts.
 */
export interface MixedCasePage {
  shared: Shared;
  action: string;
  size: number;
  count: number;
  sizes: CaseSize[];
  slots: CaseSlot[];
  chosen: CaseBottle[];
  wines: CaseBottle[];
  total: string;
  before: string;
  saved: string;
  gifts: string[];
  hint: string;
  problems: string[];
  can_add: boolean;
  undo_url: string;
  parameters: CaseParameter[];
  search: string;
  colour: string;
  colours: SelectOption[];
  offer: boolean;
  offer_label: string;
  clear_url: string;
  previous_url: string;
  next_url: string;
}
/**
 * A size of the case. `url` is empty for the present one, and for one that is too small for what is in the case.
 */
export interface CaseSize {
  size: number;
  url: string;
}
/**
 * A bottle in its place in the case.
 */
export interface CaseSlot {
  variation_id: number;
  name: string;
  image: Image | null;
}
/**
 * A wine of the case, or one to choose. `price` is what it costs in the case, `before` without promotions, '' when
 * that is the same. `offer` is the badge of a promotion that counts it together with others.
 */
export interface CaseBottle {
  variation_id: number;
  producer: string;
  name: string;
  details: string;
  url: string;
  image: Image | null;
  price: string;
  before: string;
  offer: string;
  quantity: number;
  can_add: boolean;
  problem: string;
}
/**
 * A hidden field of the page's forms.
 */
export interface CaseParameter {
  name: string;
  value: string;
}
/**
 * All components of the pages in every state. Their props are the fixtures of the frontend's tests.
 */
export interface StyleGuidePage {
  shared: Shared;
  picture: Image | null;
}
/**
 * The form of another address: one of the book, or a new one. It posts to where it is, with its `kind`.
 */
export interface SubscriptionAddressPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  kind: string;
  title: string;
  heading: string;
  legend: string;
  current: string[];
  choices: AddressChoice[];
  choice_error: string;
  fields: FormField[];
  countries: CountryRules[];
  address_search: AddressSearch | null;
  error: string;
  back_url: string;
}
/**
 * An address of the book to which boxes may go.
 */
export interface AddressChoice {
  id: string;
  text: string;
  chosen: boolean;
}
/**
 * The customer's subscriptions, those that live first.
 */
export interface SubscriptionsPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  subscriptions: SubscriptionSummary[];
}
/**
 * A subscription in the list. `sends` says what comes each time: “1 box of 3 bottles”. `next_box` and `amount` are
 * empty when nothing more comes.
 */
export interface SubscriptionSummary {
  number: string;
  wine: string;
  sends: string;
  image: Image | null;
  cadence: string;
  status: string;
  needs_action: boolean;
  next_box: string;
  amount: string;
  url: string;
}
/**
 * One subscription, and what its subscriber can do with it.
 */
export interface ViewSubscriptionPage {
  shared: Shared;
  csrf_token: string;
  menu: AccountLink[];
  number: string;
  wine: string;
  wine_details: string;
  wine_url: string;
  image: Image | null;
  quantity: number;
  status: string;
  next_words: string[];
  pay_url: string;
  next_box: NextBox | null;
  cadence: string;
  price: string;
  method: string;
  method_expired: boolean;
  method_button: string;
  recipient: string[];
  terms: string[];
  agreed_on: string;
  boxes: BoxRow[];
  events: string[];
  actions: SubscriptionActions;
}
/**
 * The box that comes next: when, and what it costs by today's taxes and delivery. `amount` may be unknown: ''.
 */
export interface NextBox {
  number: number;
  date: string;
  amount: string;
}
/**
 * A box in the history. Addresses are empty where there is no order, or nothing to pay.
 */
export interface BoxRow {
  number: number;
  date: string;
  state: string;
  message: string;
  order_number: string;
  order_url: string;
  total: string;
  pay_url: string;
}
/**
 * The addresses that the forms of a subscription's page post to; '' and None where it cannot be done.
 */
export interface SubscriptionActions {
  skip_url: string;
  no_skip: string;
  unskip_url: string;
  unskip_date: string;
  delay: BoxDateForm | null;
  undelay_url: string;
  pause: BoxDateForm | null;
  resume_url: string;
  cancel_url: string;
  cancel_words: string[];
  reactivate_url: string;
  resubscribe_url: string;
  address_url: string;
  method_url: string;
}
/**
 * A form that asks for a date, from `earliest` to `latest` (2027-03-01).
 */
export interface BoxDateForm {
  url: string;
  field: FormField;
  earliest: string;
  latest: string;
}
/**
 * Shown for an address that does not exist (404), a request that is refused (403) or a fault (500).
 */
export interface ErrorPage {
  shared: Shared;
  status: number;
  title: string;
  message: string;
}
/**
 * The cart that opens above the page: as MiniCart, with the result of the last change in `notice`.
 */
export interface CartPopup {
  count: number;
  subtotal: string;
  saved: string;
  free_delivery: FreeDeliveryGoal | null;
  lines: LineView[];
  notice: string;
}
/**
 * The cart beside the page: `count` bottles, worded subtotal, what promotions saved of it ('' for nothing), lines.
 *
 * Empty when there are no lines.
 */
export interface MiniCart {
  count: number;
  subtotal: string;
  saved: string;
  free_delivery: FreeDeliveryGoal | null;
  lines: LineView[];
}
