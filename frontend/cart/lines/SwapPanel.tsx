import type { Swap } from '../../generated/pages';
import { Disclosure } from '../../ui/Disclosure';
import { Picture } from '../../ui/Picture';
import styles from './SwapPanel.module.css';

/** What else a promotion would give. The chosen one is sent as rule, product and variation. */
export function SwapPanel({ swap }: { swap: Swap }) {
  return (
    <Disclosure title="Change Variant" look="bold" slide="slow" className={styles.panel}>
      <ul className={styles.choices}>
        {swap.choices.map((choice) => (
          <li key={choice.variation_id}>
            <button
              type="submit"
              className={styles.choice}
              name="swap_item"
              value={`${swap.rule_id}:${swap.target_id}:${choice.variation_id}`}
              aria-pressed={choice.chosen}
            >
              <span className={styles.frame}>
                {choice.image && <Picture image={choice.image} sizes="50px" alt="" />}
              </span>
              {choice.name}
            </button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
