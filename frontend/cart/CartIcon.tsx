/** The basket that stands for the cart wherever it is opened from. */
export function CartIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="m5.5 10 3.4-5.5M18.5 10l-3.4-5.5M3.5 10h17l-1.7 8.3a1.5 1.5 0 0 1-1.5 1.2H6.7a1.5 1.5 0 0 1-1.5-1.2zM9.5 13.5v2.5M14.5 13.5v2.5" />
    </svg>
  );
}
