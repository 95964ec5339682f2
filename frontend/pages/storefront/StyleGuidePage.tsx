import type { StyleGuidePage as Props } from '../../generated/pages';
import { GuideBrowsing } from '../../style_guide/GuideBrowsing';
import { GuideCart } from '../../style_guide/GuideCart';
import { GuideControls } from '../../style_guide/GuideControls';
import { GuideFields } from '../../style_guide/GuideFields';
import { GuideGoods } from '../../style_guide/GuideGoods';
import { GuideLook } from '../../style_guide/GuideLook';
import styles from '../../style_guide/StyleGuidePage.module.css';

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
