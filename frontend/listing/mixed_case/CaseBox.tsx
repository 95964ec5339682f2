import type { MixedCasePage } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { Picture } from '../../ui/Picture';
import styles from './CaseBox.module.css';
import { CaseWine } from './CaseWine';
import { CASE_ID, type FilledCase } from './useMixedCase';

interface Props {
  page: MixedCasePage;
  onPress: FilledCase['press'];
  onFollow: FilledCase['follow'];
}

/** The case: its places, what is in it, what that costs, and the button that adds it to the cart. */
export function CaseBox({ page, onPress, onFollow }: Props) {
  const { slots, size, count, chosen, parameters } = page;
  const hidden = parameters.map(({ name, value }) => <input key={name} type="hidden" name={name} value={value} />);
  const free = Array.from({ length: size - count }, (_, place) => count + place);
  return (
    <section className={styles.box} aria-labelledby={CASE_ID}>
      <h2 id={CASE_ID} tabIndex={-1}>
        Your case: {count} of {size}
      </h2>
      <p className={styles.sizes}>
        {page.sizes.map((each) =>
          each.url ? (
            <a
              key={each.size}
              href={`${each.url}#${CASE_ID}`}
              onClick={(event) =>
                onFollow(event, ({ sizes }) => sizes.find(({ size }) => size === each.size)?.url ?? '')
              }
            >
              Case of {each.size}
            </a>
          ) : (
            <span key={each.size} aria-current={each.size === size || undefined}>
              Case of {each.size}
            </span>
          ),
        )}
      </p>
      <div className={styles.slots} aria-hidden="true">
        {slots.map(({ variation_id, image, name }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in the case is its number
          <div key={`${variation_id}-${place}`} className={styles.slot}>
            {image ? <Picture image={image} sizes="4rem" alt="" onScreen /> : name}
          </div>
        ))}
        {free.map((place) => (
          <div key={place} className={styles.free} />
        ))}
      </div>
      {page.hint && <p className={styles.hint}>{page.hint}</p>}
      {page.problems.map((text) => (
        <p key={text} className={styles.problem} role="alert">
          {text}
        </p>
      ))}
      {page.total && (
        <p className={styles.total}>
          <span>{page.before && <del>{page.before}</del>}</span> <b>{page.total}</b>
        </p>
      )}
      {page.saved && <p className={styles.saved}>{page.saved}</p>}
      {page.gifts.map((text) => (
        <p key={text} className={styles.saved}>
          {text}
        </p>
      ))}
      {page.can_add && (
        <form method="post" action={page.action}>
          {hidden}
          <Button type="submit">Add the case to your cart</Button>
        </form>
      )}
      {chosen.length === 0 ? (
        <p className={styles.soft}>Your case is empty. Press + beside a wine to put a bottle into it.</p>
      ) : (
        <form method="get" action={`${page.action}#${CASE_ID}`} onSubmit={onPress}>
          {hidden}
          <ul className={styles.list}>
            {chosen.map((wine) => (
              <CaseWine key={wine.variation_id} wine={wine} action={page.action} list="bottle" />
            ))}
          </ul>
          <Button type="submit" look="link" name="empty" value="1">
            Empty the case
          </Button>
        </form>
      )}
      {page.undo_url && (
        <p>
          <a href={`${page.undo_url}#${CASE_ID}`} onClick={(event) => onFollow(event, ({ undo_url }) => undo_url)}>
            Undo
          </a>
        </p>
      )}
    </section>
  );
}
