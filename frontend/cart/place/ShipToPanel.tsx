import { ShipToForm } from './ShipToForm';

/** The form within the panel of the header, where somebody pressed for it. */
export function ShipToPanel({ onSaved }: { onSaved: () => void }) {
  return <ShipToForm id="ship-to-place" autoFocus onSaved={onSaved} />;
}
