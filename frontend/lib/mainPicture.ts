/** How wide the page of a wine draws its main picture; the same text as `MAIN_IMAGE_SIZES` of product_page.py. */
export const MAIN_PICTURE_SIZES = '(min-width: 80em) 31rem, (min-width: 64em) 38vw, (min-width: 48em) 45vw, 92vw';
