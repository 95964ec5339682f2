import { useContext } from 'react';
import { useHydrated } from '../../lib/hydrated';
import { Button } from '../../ui/Button';
import { CartContext } from '../cartContext';

/** Off until a quantity was changed; without JavaScript it always works (docs/behaviour/pages.md#cart-page). */
export function UpdateButton() {
  const hydrated = useHydrated();
  const { changed } = useContext(CartContext);
  return (
    <Button
      type="submit"
      name="update_cart"
      value="1"
      look="quiet"
      disabled={hydrated && !changed}
      data-early={hydrated ? undefined : ''}
    >
      Update Cart
    </Button>
  );
}
