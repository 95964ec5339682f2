import type { ShipmentView } from '../../generated/pages';
import { Hidden } from '../../ui/Hidden';
import styles from './OrderShipments.module.css';

/** What left for the customer, with links to the carriers' pages that say where it is. */
export function OrderShipments({ shipments }: { shipments: ShipmentView[] }) {
  if (shipments.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="shipments">
      <h2 id="shipments">{shipments.length === 1 ? 'Your parcel' : 'Your parcels'}</h2>
      <ul className={styles.shipments}>
        {shipments.map((shipment, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parcels without a number may read alike
          <li key={number} className={styles.shipment}>
            <p>
              <strong>{shipment.carrier}</strong>
              {shipment.number && <span className={styles.number}> {shipment.number}</span>}
            </p>
            <p className={styles.soft}>{shipment.sent}</p>
            {shipment.contents.map((line) => (
              <p key={line} className={styles.soft}>
                {line}
              </p>
            ))}
            {shipment.url && (
              <p>
                <a className={styles.track} href={shipment.url} target="_blank" rel="noopener noreferrer">
                  Track the parcel{' '}
                  <Hidden>
                    {shipment.number} at {shipment.carrier}, in a new tab
                  </Hidden>
                </a>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
