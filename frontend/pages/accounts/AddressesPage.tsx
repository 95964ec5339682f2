import { AccountMenu } from '../../account/AccountMenu';
import { ActionForm } from '../../account/ActionForm';
import styles from '../../account/AddressBook.module.css';
import { AddressCard } from '../../account/AddressCard';
import type { AddressesPage as Props } from '../../generated/pages';
import { buttonClass } from '../../ui/buttonClass';
import { Hidden } from '../../ui/Hidden';

/** The address book. All of it works without JavaScript. */
export default function AddressesPage({ csrf_token, menu, entries, removed, most, add_url }: Props) {
  return (
    <div className={styles.page}>
      <h1>Addresses</h1>
      <AccountMenu links={menu} token={csrf_token} />
      <p>
        {entries.length === 0
          ? 'You have no saved addresses yet. The checkout will suggest those that you add here.'
          : 'The following addresses will be used on the checkout page by default. There you can choose another one.'}
      </p>
      {removed.map(({ text, restore_url }) => (
        <div key={restore_url} className={styles.removed}>
          <span>Deleted: {text}</span>
          <ActionForm url={restore_url} token={csrf_token}>
            Undo<Hidden>: {text}</Hidden>
          </ActionForm>
        </div>
      ))}
      {entries.length > 0 && (
        <ul className={styles.cards} aria-label="Your addresses">
          {entries.map((entry) => (
            <AddressCard key={entry.edit_url} entry={entry} token={csrf_token} />
          ))}
        </ul>
      )}
      {add_url ? (
        <a className={buttonClass()} href={add_url}>
          Add an address
        </a>
      ) : (
        <p className={styles.soft}>
          Your address book holds {most} addresses. Please delete one that you no longer need.
        </p>
      )}
    </div>
  );
}
