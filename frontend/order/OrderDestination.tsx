import type { OrderReceivedPage } from '../generated/pages';
import { AddressBlock } from './AddressBlock';

interface Destination {
  /** What a parcel's address is called. */
  title: string;
  order: Pick<OrderReceivedPage, 'shipping_address' | 'pickup'>;
}

/** Where the wine gets to its customer: the parcel's address, or where it is collected. */
export function OrderDestination({ title, order: { shipping_address, pickup } }: Destination) {
  if (!pickup) return <AddressBlock title={title} lines={shipping_address} />;
  const words = pickup.address.length > 0 ? pickup.who : `${pickup.where} ${pickup.who}`;
  return (
    <AddressBlock title="Pick up at" lines={pickup.address}>
      {pickup.hours.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {words && <p>{words}</p>}
    </AddressBlock>
  );
}
