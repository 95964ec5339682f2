/** Where the cart is shown: beside the page, above it, or as the page. */
export type Frame = 'widget' | 'popup' | 'page';
