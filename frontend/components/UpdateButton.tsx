import { useContext } from 'react';
import { CartContext } from '../lib/cartContext';
import { useHydrated } from '../lib/hydrated';
import { Button } from './Button';

/** Off until a quantity was touched (spec 4, 'Update Cart' button); without JavaScript it always works. */
export function UpdateButton() {
  const hydrated = useHydrated();
  const { touched } = useContext(CartContext);
  return (
    <Button type="submit" name="update_cart" value="1" look="quiet" disabled={hydrated && !touched}>
      Update Cart
    </Button>
  );
}
