const LEAD = 'vintner:lead-to-payment';

/** Lead the shopper to the fields of the chosen way to pay: the panel that holds them knows how. */
export function leadToPayment(): void {
  document.dispatchEvent(new Event(LEAD));
}

/** Listen for that. Returns how to stop. */
export function onLeadToPayment(lead: () => void): () => void {
  document.addEventListener(LEAD, lead);
  return () => document.removeEventListener(LEAD, lead);
}
