// Generated from the Page and Section classes in vintner/*/pages.py by `npm run types`. Do not edit.

export interface Contract {
  pages: {
    'cart/CartPage': CartPage;
    'catalogue/HomePage': HomePage;
    'catalogue/ListingPage': ListingPage;
    'catalogue/ProductPage': ProductPage;
    'checkout/CheckoutPage': CheckoutPage;
    'checkout/ConfirmEmailPage': ConfirmEmailPage;
    'checkout/OrderReceivedPage': OrderReceivedPage;
    'customers/AccountPage': AccountPage;
    'web/ErrorPage': ErrorPage;
  };
  sections: {
    CartContents: CartContents;
    MiniCart: MiniCart;
    OrderReview: OrderReview;
    PaymentOptions: PaymentOptions;
  };
}
/**
 * `csrf_token` goes into every form as csrfmiddlewaretoken.
 */
export interface CartPage {
  shared: Shared;
  csrf_token: string;
  contents: CartContents;
}
/**
 * What every page gets (`shared.py`).
 */
export interface Shared {
  store_name: string;
  sandbox: boolean;
  navigation: Link[];
  notices: Notice[];
}
/**
 * A place to go.
 */
export interface Link {
  label: string;
  url: string;
}
/**
 * A message at the top of the page. `kind` is success, error or info; `link` stands behind the text.
 */
export interface Notice {
  kind: string;
  text: string;
  link: Link | null;
}
/**
 * The body of the cart page: lines, delivery, totals.
 */
export interface CartContents {
  lines: LineView[];
  rows: TotalRow[];
  total: string;
  estimated_for: string;
  shipping: ShippingChoice[];
  shipping_problem: string;
  can_check_out: boolean;
}
/**
 * A line of the cart. Amounts are worded; `unit_before` is the price without sale and promotion, if higher.
 */
export interface LineView {
  key: string;
  product_id: number;
  variation_id: number;
  name: string;
  options: string;
  url: string;
  image: Image | null;
  sku: string;
  quantity: number;
  most: number;
  unit_price: string;
  unit_before: string;
  subtotal: string;
  problem: string;
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
 * One `<source>` of a picture.
 */
export interface ImageSource {
  type: string;
  srcset: string;
}
/**
 * A row above the total: Subtotal, Shipping, CA Tax. `kind` is subtotal, discount, shipping or tax.
 */
export interface TotalRow {
  kind: string;
  label: string;
  amount: string;
}
/**
 * A way to deliver. `rate` is the value of the field shipping_method[0].
 */
export interface ShippingChoice {
  rate: string;
  label: string;
  amount: string;
  chosen: boolean;
}
/**
 * The front of the shop.
 */
export interface HomePage {
  shared: Shared;
  hero: Image | null;
  hero_title: string;
  hero_text: string;
  featured: Card[];
  newest: Card[];
  categories: Link[];
  producers: ProducerNote[];
}
/**
 * A wine in a grid. `can_add` says that the button adds it at once; otherwise it leads to the page.
 */
export interface Card {
  product_id: number;
  sku: string;
  name: string;
  url: string;
  image: Image | null;
  producer: string;
  vintage: string;
  region: string;
  colour: string;
  price: PriceText | null;
  rating: Rating | null;
  stock: string;
  stock_kind: string;
  can_add: boolean;
  button: string;
}
/**
 * A price in words. `regular` is set while a sale lowers it; `unit` says per what ('750 ml'), may be empty.
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
export interface ProducerNote {
  name: string;
  region: string;
  founded: number | null;
  summary: string;
  story: string;
  image: Image | null;
}
/**
 * The shop, or one category of it. `sort` is the chosen value of `sort_options`.
 */
export interface ListingPage {
  shared: Shared;
  title: string;
  intro: string;
  breadcrumbs: Link[];
  categories: Link[];
  current_category: string;
  sort: string;
  sort_options: SortOption[];
  cards: Card[];
  pagination: Pagination;
}
export interface SortOption {
  value: string;
  label: string;
}
/**
 * `first` and `last` are the positions of the items shown: 'Showing first–last of total'.
 */
export interface Pagination {
  page: number;
  pages: number;
  first: number;
  last: number;
  total: number;
  previous_url: string;
  next_url: string;
}
/**
 * One wine.
 */
export interface ProductPage {
  shared: Shared;
  product_id: number;
  kind: string;
  name: string;
  sku: string;
  url: string;
  breadcrumbs: Link[];
  images: Image[];
  short_description: string;
  description: string[];
  price: PriceText | null;
  stock: string;
  stock_kind: string;
  can_buy: boolean;
  most: number;
  sold_individually: boolean;
  coming_soon: string;
  options: Option[];
  variations: VariationChoice[];
  facts: Fact[];
  categories: Link[];
  tags: string[];
  tiers: Tier[];
  destination_note: string;
  rating: Rating | null;
  distribution: number[];
  reviews: ReviewNote[];
  producer: ProducerNote | null;
  related: Card[];
}
/**
 * A choice of a variable product: name 'Vintage', field 'attribute_vintage', values in order.
 */
export interface Option {
  name: string;
  field: string;
  values: string[];
}
/**
 * One combination. `choices` maps the option's field to its value; `most` is the largest quantity or 0.
 */
export interface VariationChoice {
  variation_id: number;
  choices: {
    [k: string]: string;
  };
  sku: string;
  price: PriceText | null;
  stock: string;
  stock_kind: string;
  most: number;
  image: Image | null;
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
 * A row of the bulk table: '3 – 5', '10 % off', '$15.29'.
 */
export interface Tier {
  range: string;
  discount: string;
  unit_price: string;
}
export interface ReviewNote {
  review_id: number;
  author: string;
  rating: number | null;
  date: string;
  iso_date: string;
  text: string;
  verified: boolean;
}
/**
 * The classic checkout. Without JavaScript the form posts to `action` and comes back with `errors`.
 */
export interface CheckoutPage {
  shared: Shared;
  csrf_token: string;
  action: string;
  billing: CheckoutField[];
  ship_to_different_address: boolean;
  shipping_address: CheckoutField[];
  note: CheckoutField;
  countries: CountryRules[];
  errors: FormError[];
  review: OrderReview;
  payment: PaymentOptions;
  provider: ProviderSettings;
  age_note: string;
}
/**
 * A field of the address form, in order. `kind` is text, email, tel, select or textarea.
 */
export interface CheckoutField {
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
  options: Choice[];
}
export interface Choice {
  value: string;
  label: string;
}
/**
 * What changes in the form with the country (spec 3, address).
 */
export interface CountryRules {
  code: string;
  name: string;
  state_label: string;
  postcode_label: string;
  states: Choice[];
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
  rows: TotalRow[];
  shipping: ShippingChoice[];
  shipping_problem: string;
  total: string;
  shown_total: number;
}
/**
 * How to pay. `amount` is the order total in minor units, for the provider's element.
 */
export interface PaymentOptions {
  methods: Link[];
  amount: number;
  currency: string;
  button: string;
  problem: string;
}
/**
 * What the payment gateway's script needs (spec 3, payment gateway settings).
 */
export interface ProviderSettings {
  key: string;
  script: string;
  api_version: string;
  locale: string;
  gateway_id: string;
  ajax_url: string;
  order_received_url: string;
  generic_error: string;
  messages: {
    [k: string]: string;
  };
  update_order_status_nonce: string;
  billing_fields: string[];
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
 * The receipt. With a wrong key or id only `heading` is there and `found` is false.
 */
export interface OrderReceivedPage {
  shared: Shared;
  found: boolean;
  heading: string;
  status: string;
  status_text: string;
  number: string;
  date: string;
  email: string;
  payment_title: string;
  lines: LineView[];
  rows: TotalRow[];
  total: string;
  billing_address: string[];
  shipping_address: string[];
  customer_note: string;
  pay_url: string;
}
/**
 * The log-in form for guests (`error` above it), the customer's name and orders otherwise.
 */
export interface AccountPage {
  shared: Shared;
  csrf_token: string;
  signed_in: boolean;
  name: string;
  email: string;
  error: string;
  orders: OrderSummary[];
  next: string;
}
export interface OrderSummary {
  number: string;
  date: string;
  status: string;
  total: string;
  url: string;
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
 * The cart in the page's header: `count` bottles, worded subtotal, lines. Empty when there are no lines.
 */
export interface MiniCart {
  count: number;
  subtotal: string;
  lines: LineView[];
}
