import type { StyleGuidePage as Props } from '../../generated/pages';
import { GuideBrowsing } from './GuideBrowsing';
import { GuideCart } from './GuideCart';
import { GuideControls } from './GuideControls';
import { GuideFields } from './GuideFields';
import { GuideGoods } from './GuideGoods';
import { GuideLook } from './GuideLook';
import styles from './StyleGuidePage.module.css';

/** What pages are made of, in every state. The header, the menu, the cart panel and the footer are this page's own. */
export default function StyleGuidePage({ picture }: Props) {
  return (
    <div className={styles.guide}>
      <h1>Style guide</h1>
      <p className={styles.intro}>
        A calm shop: much room, one accent, words set large enough to read at arm’s length. Look at it light and dark,
        on a phone, with letters at twice their size, and by keyboard.
      </p>
      <GuideLook />
      <GuideControls />
      <GuideFields />
      <GuideGoods picture={picture} />
      <GuideCart picture={picture} />
      <GuideBrowsing picture={picture} />
    </div>
  );
}
