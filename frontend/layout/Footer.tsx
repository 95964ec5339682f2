import type { FooterGroup, Shared } from '../generated/pages';
import { buttonClass } from '../ui/buttonClass';
import styles from './Footer.module.css';
import { ThemeSwitch } from './ThemeSwitch';

/** The ways on and how to reach the store, at the end of every page. */
export function Footer({ shared }: { shared: Shared }) {
  const { groups, words, note, newsletter } = shared.footer;
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <p className={styles.name}>{shared.store_name}</p>
          {words && <p className={styles.words}>{words}</p>}
          <Contact shared={shared} />
        </div>
        {groups.map((group) => (
          <FooterLinks key={group.title} {...group} />
        ))}
      </div>
      {newsletter && <Newsletter text={newsletter} />}
      <div className={styles.end}>
        <p className={styles.words}>
          {note} Prices are in {shared.currency_words}, before tax.
        </p>
        <ThemeSwitch />
      </div>
    </footer>
  );
}

/** A plain form: a page of its own answers. */
function Newsletter({ text }: { text: string }) {
  return (
    <form className={styles.newsletter} method="post" action="/newsletter/">
      <label className={styles.title} htmlFor="newsletter-email">
        Newsletter
      </label>
      <p className={styles.words} id="newsletter-text">
        {text}
      </p>
      <div className={styles.signUp}>
        <input
          id="newsletter-email"
          name="email"
          type="email"
          autoComplete="email"
          placeholder="name@example.com"
          aria-describedby="newsletter-text"
          required
        />
        <button type="submit" className={buttonClass('quiet')}>
          Join the newsletter
        </button>
      </div>
    </form>
  );
}

function Contact({ shared: { footer, store_email } }: { shared: Shared }) {
  return (
    <address className={styles.contact}>
      {footer.address.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {footer.telephone && <a href={footer.telephone.url}>{footer.telephone.label}</a>}
      <a href={`mailto:${store_email}`}>{store_email}</a>
      {footer.hours && <span>{footer.hours}</span>}
    </address>
  );
}

function FooterLinks({ title, links }: FooterGroup) {
  return (
    <nav aria-label={`${title}, at the foot of the page`}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.url}>
            <a href={link.url}>{link.label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
