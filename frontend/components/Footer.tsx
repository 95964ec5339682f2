import type { Link } from '../generated/pages';
import styles from './Footer.module.css';

export function Footer({ name, links }: { name: string; links: Link[] }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div>
          <p className={styles.name}>{name}</p>
          <p className={styles.words}>
            Wines from growers we know, packed by hand and sent to doors across the US and Canada. Prices are in US
            dollars, before tax.
          </p>
        </div>
        <FooterLinks title="Wines" links={links} />
        <FooterLinks title="You" links={YOURS} />
        <div>
          <h2 className={styles.title}>21 and over</h2>
          <p className={styles.words}>
            We sell to adults of legal drinking age only. A grown-up must sign for every parcel. Drink with care.
          </p>
        </div>
      </div>
    </footer>
  );
}

const YOURS: Link[] = [
  { label: 'Your account', url: '/my-source/' },
  { label: 'Your cart', url: '/cart/' },
];

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
