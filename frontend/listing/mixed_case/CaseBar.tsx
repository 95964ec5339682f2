import type { MixedCasePage } from '../../generated/pages';
import { Button } from '../../ui/Button';
import styles from './CaseBar.module.css';

/**
 * How full the case is and what it costs, at the foot of the screen where the case itself stands above the wines. It is
 * the last thing of the page and sticks, so it covers nothing at the page's end.
 */
export function CaseBar({ page }: { page: MixedCasePage }) {
  const { count, size, total, parameters } = page;
  const full = page.can_add ? ['Your case is full.', ...page.gifts] : ['Please check the wines in your case.'];
  return (
    <div className={styles.bar} data-buy-bar="">
      <p className={styles.state}>
        <a href="#case">
          {count} of {size} bottles
        </a>{' '}
        <b>{total}</b> <small>{count < size ? page.hint : full.join(' ')}</small>
      </p>
      {page.can_add && (
        <form method="post" action={page.action}>
          {parameters.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit">Add the case</Button>
        </form>
      )}
    </div>
  );
}
