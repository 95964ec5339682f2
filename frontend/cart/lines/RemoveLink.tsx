import { type MouseEvent, useState } from 'react';
import type { LineView } from '../../generated/pages';
import { browser } from '../../lib/go';
import { Hidden } from '../../ui/Hidden';
import { bottleName } from '../bottleName';
import { removeFromCart } from '../cartChanges';

/** The widget's way to take a line out: a signed link that works by itself, and quicker with this script. */
export function RemoveLink({ line }: { line: LineView }) {
  const [busy, setBusy] = useState(false);
  const remove = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    if (busy) return;
    const { href } = event.currentTarget;
    setBusy(true);
    try {
      const answer = await removeFromCart(line.key, line.name);
      if (!answer.fragments) browser.go(href); // the link takes the line out without the script
    } catch {
      browser.go(href);
    }
  };
  return (
    <a
      className="remove remove_from_cart_button"
      href={line.remove_url}
      data-product_id={line.product_id}
      data-cart_item_key={line.key}
      data-product_sku={line.sku}
      aria-disabled={busy || undefined}
      onClick={remove}
    >
      {busy ? 'Removing…' : 'Remove'} <Hidden>{bottleName(line)} from the cart</Hidden>
    </a>
  );
}
