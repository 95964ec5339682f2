import type { ComingSoonPage as Props } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { buttonClass } from '../../ui/buttonClass';
import { Field } from '../../ui/fields/Field';
import { TRAP } from '../../ui/fields/makeField';
import { Countdown } from '../../wine/Countdown';
import styles from './ComingSoonPage.module.css';

/** Stands in place of pages that are closed until the store opens. */
export default function ComingSoonPage(props: Props) {
  const { shared, heading, paragraphs, opens_on, is_whole_store, keeps_cart, email, consent, answer } = props;
  return (
    <div className={styles.page} data-whole={is_whole_store || undefined}>
      {is_whole_store && <p className={styles.store}>{shared.store_name}</p>}
      <h1 className={styles.heading}>{heading}</h1>
      <div className={styles.text}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {keeps_cart && <p>Your cart is saved.</p>}
      </div>
      {opens_on && (
        <section className={styles.opening} aria-label="The opening">
          <p>Opens on {opens_on}</p>
          <Countdown label="Time until the opening" large />
        </section>
      )}
      {answer ? (
        <p className={styles.answer} role="status">
          {answer}
        </p>
      ) : (
        <form className={styles.form} method="post" action="/coming-soon/">
          <div className={styles.row}>
            <Field field={email} error={email.error} />
            <Button type="submit">Tell me when you open</Button>
          </div>
          <p className={styles.consent}>{consent}</p>
          <Field field={TRAP} id="alert-topic" error="" />
        </form>
      )}
      <nav aria-label="Ways on">
        <ul className={styles.ways}>
          {!is_whole_store && (
            <li>
              <a className={buttonClass('quiet')} href="/">
                To the home page
              </a>
            </li>
          )}
          <li>
            <a className={buttonClass('quiet')} href="/my-source/">
              Your account
            </a>
          </li>
          <li>
            <a className={buttonClass('quiet')} href="/checkout/find-order/">
              Find your order
            </a>
          </li>
          <li>
            <a className={buttonClass('quiet')} href={`mailto:${shared.store_email}`}>
              Write to us
            </a>
          </li>
          {is_whole_store && (
            <li>
              <a className={buttonClass('quiet')} href="/cookies/">
                Cookie settings
              </a>
            </li>
          )}
        </ul>
      </nav>
    </div>
  );
}
