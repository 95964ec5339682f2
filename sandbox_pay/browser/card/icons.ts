/** Small marks drawn here: enough to know a brand by its colors, copies of nobody's artwork. */
const MARKS: Record<string, string> = {
  visa: plate('#1a3b8f', word('VISA', '#fff', 10)),
  mastercard: plate(
    '#2b2b33',
    '<circle cx="12.5" cy="10" r="5.5" fill="#e0342b"/><circle cx="19.5" cy="10" r="5.5" fill="#f3a01f" fill-opacity=".9"/>',
  ),
  amex: plate('#1f72b8', word('AMEX', '#fff', 9)),
  discover: plate('#fff', `<path d="M12 20C22 18 28 14 32 9v11z" fill="#ee7623"/>${word('DISC', '#22262e', 9)}`),
  diners: plate(
    '#0b63a5',
    '<circle cx="16" cy="10" r="6" fill="#fff"/><path d="M14.8 5.8v8.4a4.4 4.4 0 0 1 0-8.4zm2.4 0a4.4 4.4 0 0 1 0 8.4z" fill="#0b63a5"/>',
  ),
  jcb: plate(
    '#fff',
    '<rect x="6" y="4" width="6" height="12" rx="2" fill="#1262ae"/><rect x="13" y="4" width="6" height="12" rx="2" fill="#cf2338"/><rect x="20" y="4" width="6" height="12" rx="2" fill="#1a8a3c"/>',
  ),
  unionpay: plate(
    '#fff',
    '<path d="M8 4h6l-3 12H5z" fill="#d3233b"/><path d="M14 4h6l-3 12h-6z" fill="#175a86"/><path d="M20 4h6l-3 12h-6z" fill="#13785f"/>',
  ),
  unknown: plate(
    '#d7dbe3',
    '<path d="M0 5h32v4H0z" fill="#7c8494"/><rect x="4" y="12" width="10" height="2.5" rx="1" fill="#7c8494"/>',
  ),
};

function word(text: string, color: string, size: number): string {
  return `<text x="16" y="13.5" text-anchor="middle" font-family="Arial,sans-serif" font-weight="700" font-style="italic" font-size="${size}" fill="${color}">${text}</text>`;
}

function plate(color: string, inner: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 20"><defs><clipPath id="c"><rect width="32" height="20" rx="3"/></clipPath></defs><g clip-path="url(#c)"><rect width="32" height="20" fill="${color}"/>${inner}</g><rect x=".5" y=".5" width="31" height="19" rx="2.5" fill="none" stroke="#000" stroke-opacity=".14"/></svg>`;
}

/** Return the brand's mark as an address for an image. */
export function iconOf(brand: string): string {
  return `data:image/svg+xml,${encodeURIComponent(MARKS[brand] ?? MARKS.unknown ?? '')}`;
}
