import type { Agreement } from '../../generated/pages';
import styles from './Agreements.module.css';

interface Props {
  agreements: Agreement[];
  /** The hash of what is shown, which goes back with the order. */
  agreed: string;
  /** What later boxes cost in all, and when. */
  later?: string[] | undefined;
}

/** What a subscriber agrees to by placing the order. */
export function Agreements({ agreements, agreed, later = [] }: Props) {
  if (agreements.length === 0) return null;
  return (
    <div className={styles.agreements}>
      <input type="hidden" name="subscription_terms" value={agreed} readOnly />
      {agreements.map(({ wine, sentences }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two wines may have the same name
        <div key={index}>
          <p className={styles.title}>Your subscription: {wine}</p>
          <ul>
            {sentences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ))}
      {later.map((text) => (
        <p key={text} className={styles.title}>
          {text}
        </p>
      ))}
    </div>
  );
}
