import { AccountMenu } from '../../account/AccountMenu';
import styles from '../../account/PaymentMethodsPage.module.css';
import { SavedMethodRow } from '../../account/SavedMethodRow';
import type { PaymentMethodsPage as Props } from '../../generated/pages';
import { buttonClass } from '../../ui/buttonClass';
import { Hidden } from '../../ui/Hidden';

/** The customer's saved payment methods. All of it works without JavaScript. */
export default function PaymentMethodsPage({ csrf_token, menu, cards, unproved, only_cards, add_url }: Props) {
  return (
    <div className={styles.page}>
      <h1>Payment methods</h1>
      <AccountMenu links={menu} token={csrf_token} />
      {cards.length === 0 ? (
        <p>
          You have no saved {only_cards ? 'cards' : 'payment methods'} yet. Add one here, or have it kept when you place
          an order.
        </p>
      ) : (
        <ul className={styles.cards} aria-label={only_cards ? 'Your saved cards' : 'Your saved payment methods'}>
          {cards.map((card) => (
            <SavedMethodRow key={card.delete_url} card={card} token={csrf_token} />
          ))}
        </ul>
      )}
      {unproved.length > 0 && (
        <ul className={styles.cards} aria-label="To be confirmed">
          {unproved.map(({ label, url }) => (
            <li key={url} className={styles.card}>
              <p className={styles.name}>
                <strong>{label}</strong> <span className={styles.mark}>To be confirmed</span>
              </p>
              <p className={styles.soft}>
                A small deposit with a code arrives within two business days. The account is saved when you confirm the
                code.
              </p>
              <p>
                <a href={url}>
                  Confirm the deposit<Hidden>: {label}</Hidden>
                </a>
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.soft}>
        {only_cards
          ? 'Our card service keeps your cards: we see only their kind, their last four digits and their date. They are charged when you place an order or for a subscription, and not otherwise.'
          : 'Our payment service keeps them: we see only what stands here. They are charged when you place an order or for a subscription, and not otherwise.'}
      </p>
      <a className={buttonClass()} href={add_url}>
        {only_cards ? 'Add a card' : 'Add a payment method'}
      </a>
    </div>
  );
}
