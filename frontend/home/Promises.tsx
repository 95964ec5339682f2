import type { ReactNode } from 'react';
import styles from './Promises.module.css';

/** What a shopper wants to know before looking further. */
export function Promises() {
  return (
    <section aria-labelledby="promises">
      <h2 id="promises" className={styles.title}>
        How we send wine
      </h2>
      <ul className={styles.promises}>
        <PromiseItem
          title="To your door"
          icon="M3 7h11v9H3zM14 10h4l3 3v3h-7M7 16.5a1.5 1.5 0 1 0 .01 0M17.5 16.5a1.5 1.5 0 1 0 .01 0"
        >
          Across the US and Canada, in boxes made for bottles. You see the cost in the cart, before you type a thing.
        </PromiseItem>
        <PromiseItem
          title="Into grown-up hands"
          icon="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6"
        >
          Wine is for adults of 21 and over, so one of them has to be there to sign for the parcel.
        </PromiseItem>
        <PromiseItem title="Corked? Our problem" icon="M4 9h11a5 5 0 0 1 0 10h-5M8 5 4 9l4 4">
          A bottle that is faulty or broken is replaced or paid back. Tell us, and keep what is left in it.
        </PromiseItem>
        <PromiseItem
          title="Straight from growers"
          icon="M12 21c0-6 2-10 8-12-1 7-3 10-8 10M12 21c0-5-2-8-7-9 .5 5 2.5 7 7 7"
        >
          Small estates that we know, at the price they would tell you at their own gate, and stored cool.
        </PromiseItem>
      </ul>
    </section>
  );
}

function PromiseItem({ title, icon, children }: { title: string; icon: string; children: ReactNode }) {
  return (
    <li className={styles.promise}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  );
}
