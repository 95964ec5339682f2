import type { Link, Shared } from '../generated/pages';
import styles from './Footer.module.css';
import { ThemeSwitch } from './ThemeSwitch';

/** The ways on, at the end of every page. */
export function Footer({ shared }: { shared: Shared }) {
  const [producers] = shared.navigation.slice(-1);
  const wines = shared.navigation.filter((item) => item.url && item !== producers);
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <p className={styles.name}>{shared.store_name}</p>
          <p className={styles.words}>
            Wines from growers we know, packed by hand and sent to doors across the US and Canada. Prices are in{' '}
            {shared.currency_words}, before tax.
          </p>
        </div>
        <FooterLinks title="Shop" links={wines} />
        <FooterLinks
          title="Discover"
          links={[
            ...(producers ? [producers] : []),
            { label: 'New in the cellar', url: '/shop/?orderby=date' },
            { label: 'Best rated', url: '/shop/?orderby=rating' },
          ]}
        />
        <FooterLinks
          title="Help"
          links={[
            { label: 'Your account', url: '/my-source/' },
            { label: 'Your favorites', url: '/favorites/' },
            { label: 'Find your order', url: '/checkout/find-order/' },
            { label: 'Your cart', url: '/cart/' },
            { label: 'Cookie settings', url: '/cookies/' },
            { label: 'Write to us', url: `mailto:${shared.store_email}` },
          ]}
        />
      </div>
      <div className={styles.end}>
        <p className={styles.words}>
          <strong>21 and over.</strong> We sell to adults of legal drinking age only, and a grown-up must sign for every
          parcel. Drink with care.
        </p>
        <ThemeSwitch />
      </div>
    </footer>
  );
}

function FooterLinks({ title, links }: { title: string; links: Link[] }) {
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
