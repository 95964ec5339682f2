import type { ReactNode } from 'react';
import type { LineView } from '../../generated/pages';
import { Hidden } from '../../ui/Hidden';
import { Picture } from '../../ui/Picture';
import styles from './WineLine.module.css';

interface Props {
  line: LineView;
  /** Whether the quantity is a text; otherwise there is a field for it. */
  counted: boolean;
  /** Quantity field, remove button. */
  controls?: ReactNode;
}

/** A line of a cart or of an order. */
export function WineLine({ line, counted, controls }: Props) {
  const details = line.details ? line.details.split('; ') : []; // a set names each of its bottles
  return (
    <li className={styles.line} data-line={line.key}>
      <span className={styles.frame}>{line.image && <Picture image={line.image} sizes="4rem" alt="" />}</span>
      <div className={styles.words}>
        <div>
          {line.producer && <p className={styles.details}>{line.producer}</p>}
          <WineName line={line} />
          {details.map((detail) => (
            <p key={detail} className={styles.details}>
              {detail}
            </p>
          ))}
          <p className={styles.details}>
            {counted && details.length > 1 && 'Quantity: '}
            {counted && `${line.quantity} × `}
            {line.unit_before && (
              <>
                <Hidden>Before </Hidden>
                <del>{line.unit_before}</del> <Hidden> now </Hidden>
              </>
            )}
            {line.unit_price}
            {!counted && ' each'}
          </p>
          {line.recurring && <p className={styles.details}>{line.recurring}</p>}
          {line.given && <p className={styles.offer}>{line.given}</p>}
          {line.promotion && !line.given && <p className={styles.offer}>{line.promotion}</p>}
          {line.problem && <p className={styles.problem}>{line.problem}</p>}
        </div>
        <span className={styles.amount}>
          <Hidden>Line total: </Hidden>
          {line.subtotal}
        </span>
      </div>
      {controls !== undefined && <div className={styles.controls}>{controls}</div>}
    </li>
  );
}

function WineName({ line }: { line: LineView }) {
  if (!line.url) return <span className={styles.name}>{line.name}</span>;
  return (
    <a className={styles.name} href={line.url}>
      {line.name}
    </a>
  );
}
