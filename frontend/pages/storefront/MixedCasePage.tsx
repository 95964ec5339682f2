import type { MixedCasePage as Props } from '../../generated/pages';
import { CaseBar } from '../../listing/mixed_case/CaseBar';
import { CaseBox } from '../../listing/mixed_case/CaseBox';
import { CaseFilters } from '../../listing/mixed_case/CaseFilters';
import { CaseWine } from '../../listing/mixed_case/CaseWine';
import { useMixedCase, WINES_ID } from '../../listing/mixed_case/useMixedCase';
import { buttonClass } from '../../ui/buttonClass';
import styles from './MixedCasePage.module.css';

/** A case that the shopper fills. Without JavaScript each press loads the page anew. */
export default function MixedCasePage(first: Props) {
  const { page, press, find, follow, turn, problem } = useMixedCase(first);
  return (
    <>
      <h1>Mix your own case</h1>
      <p className={styles.lead}>Choose six or twelve bottles, and see what they cost together.</p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.columns}>
        <CaseBox page={page} onPress={press} onFollow={follow} />
        <section className={styles.wines} aria-labelledby={WINES_ID}>
          <h2 id={WINES_ID} tabIndex={-1}>
            Wines in stock
          </h2>
          <CaseFilters page={page} onFind={find} />
          <form method="get" action={page.action} onSubmit={press}>
            {page.parameters.map(({ name, value }) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <ul className={styles.list}>
              {page.wines.map((wine) => (
                <CaseWine key={wine.variation_id} wine={wine} action={page.action} list="wine" />
              ))}
            </ul>
          </form>
          {page.wines.length === 0 && (
            <p>
              No wines match these filters.{' '}
              <a href={`${page.clear_url}#${WINES_ID}`} onClick={(event) => turn(event, ({ clear_url }) => clear_url)}>
                Clear them
              </a>
              .
            </p>
          )}
          {(page.previous_url || page.next_url) && (
            <nav className={styles.pages} aria-label="Pages of wines">
              {page.previous_url && (
                <a
                  className={buttonClass('quiet')}
                  href={`${page.previous_url}#${WINES_ID}`}
                  onClick={(event) => turn(event, ({ previous_url }) => previous_url)}
                >
                  Previous wines
                </a>
              )}
              {page.next_url && (
                <a
                  className={buttonClass('quiet')}
                  href={`${page.next_url}#${WINES_ID}`}
                  onClick={(event) => turn(event, ({ next_url }) => next_url)}
                >
                  More wines
                </a>
              )}
            </nav>
          )}
        </section>
      </div>
      <CaseBar page={page} />
    </>
  );
}
