import { useState } from 'react';
import { AgeQuestion } from '../age/AgeQuestion';
import { AddToCart } from '../cart/AddToCart';
import { AGE_GATE } from '../fixtures/parts';
import { NoticeLine } from '../notices/NoticeLine';
import { SearchBox } from '../search/SearchBox';
import { Breadcrumbs } from '../ui/Breadcrumbs';
import { Button } from '../ui/Button';
import { buttonClass } from '../ui/buttonClass';
import { QuantityField } from '../ui/fields/QuantityField';
import { GuidePart } from './GuidePart';
import styles from './StyleGuidePage.module.css';

const TRAIL = [
  { label: 'Home', url: '/' },
  { label: 'Red', url: '/product-category/red/' },
  { label: 'Quinta da Lomba Reserva', url: '/style-guide/' },
];

/** What is pressed and followed, and what the shop says about it. */
export function GuideControls() {
  const [dismissed, setDismissed] = useState<string[]>([]);
  const [quantity, setQuantity] = useState(2);
  return (
    <>
      <h2>Controls and messages</h2>
      <GuidePart name="Button">
        <p className={styles.row}>
          <Button>Add to cart</Button>
          <Button look="quiet">View cart</Button>
          <Button look="link">Change</Button>
        </p>
        <p className={styles.row}>
          <Button disabled>Sold out</Button>
          <Button look="quiet" disabled>
            Not now
          </Button>
          <a className={buttonClass()} href="/style-guide/">
            Back to the top
          </a>
        </p>
        <Button wide>Over the whole width</Button>
      </GuidePart>
      <GuidePart name="AddToCart">
        <p className={styles.textS}>Idle; press it for adding, added and ‘View cart’. This wine is refused.</p>
        <AddToCart
          productId={0}
          sku=""
          name="A wine that does not exist"
          bottle="A wine that does not exist"
          label="Add to cart"
        />
      </GuidePart>
      <GuidePart name="QuantityField">
        <QuantityField name="few" label="Quantity" value={quantity} most={6} onChange={setQuantity} showLabel />
        <QuantityField name="one" label="Only one to a customer" value={1} most={1} onChange={setQuantity} showLabel />
      </GuidePart>
      <GuidePart name="SearchBox">
        <SearchBox idPrefix="guide" label="Wines, as an example" />
      </GuidePart>
      <GuidePart name="Breadcrumbs">
        <Breadcrumbs trail={TRAIL} />
      </GuidePart>
      <GuidePart name="AgeQuestion">
        <AgeQuestion {...AGE_GATE} id="age" back="/style-guide/" storeName="Vintner" fault="" />
      </GuidePart>
      <GuidePart name="AgeQuestion, not kept">
        <AgeQuestion
          {...AGE_GATE}
          id="age-not-kept"
          back="/style-guide/"
          storeName="Vintner"
          fault="Please allow this store’s cookies."
        />
      </GuidePart>
      <GuidePart name="NoticeLine" wide>
        {NOTICES.filter((notice) => !dismissed.includes(notice.kind)).map((notice) => (
          <NoticeLine key={notice.kind} notice={notice} onDismiss={() => setDismissed([...dismissed, notice.kind])} />
        ))}
      </GuidePart>
    </>
  );
}

const NOTICES = [
  { kind: 'success', text: '“Brunello” has been removed.', link: { label: 'Undo?', url: '/cart/' } },
  { kind: 'info', text: 'Your cart was joined with the one of your last visit.', link: null },
  { kind: 'error', text: 'You cannot add that wine: it is sold out.', link: null },
];
