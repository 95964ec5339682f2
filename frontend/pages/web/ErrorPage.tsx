import { buttonClass } from '../../components/buttonClass';
import type { ErrorPage as Props } from '../../generated/pages';
import styles from './ErrorPage.module.css';

export default function ErrorPage({ status, title, message }: Props) {
  return (
    <div className={styles.page}>
      <p className={styles.status}>Error {status}</p>
      <h1>{title}</h1>
      <p className={styles.message}>{message}</p>
      <a className={buttonClass()} href="/shop/">
        To the wines
      </a>
    </div>
  );
}
