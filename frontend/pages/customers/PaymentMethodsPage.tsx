import { AccountMenu } from '../../components/AccountMenu';
import { buttonClass } from '../../components/buttonClass';
import type { PaymentMethodsPage as Props } from '../../generated/pages';
import { KeptCardRow } from './KeptCardRow';
import styles from './PaymentMethodsPage.module.css';

/** The customer's cards. All of it works without JavaScript. */
export default function PaymentMethodsPage({ csrf_token, menu, cards, add_url }: Props) {
  return (
    <div className={styles.page}>
      <h1>Payment methods</h1>
      <AccountMenu links={menu} />
      {cards.length === 0 ? (
        <p>You have no saved cards yet. Add one here, or have it kept when you place an order.</p>
      ) : (
        <ul className={styles.cards} aria-label="Your saved cards">
          {cards.map((card) => (
            <KeptCardRow key={card.delete_url} card={card} token={csrf_token} />
          ))}
        </ul>
      )}
      <p className={styles.soft}>
        Our card service keeps your cards: we see only their kind, their last four digits and their date. They are
        charged when you place an order, and not otherwise.
      </p>
      <a className={buttonClass()} href={add_url}>
        Add a card
      </a>
    </div>
  );
}
