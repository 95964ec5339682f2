import { Amounts } from '../cart/form/Amounts';
import { CouponForm } from '../cart/form/CouponForm';
import { CartLines } from '../cart/lines/CartLines';
import { EmptyCart } from '../cart/lines/EmptyCart';
import { WineLine } from '../cart/lines/WineLine';
import { AddedNotice } from '../cart/popup/AddedNotice';
import { PopupActions } from '../cart/popup/PopupActions';
import { Subtotal } from '../cart/popup/Subtotal';
import { GIFT, LINES, makeLine, ROWS, SHORT } from '../fixtures/parts';
import type { Image } from '../generated/pages';
import { GuidePart } from './GuidePart';
import styles from './StyleGuidePage.module.css';

const OFFER = makeLine({
  unit_before: '$16.99',
  unit_price: '$13.59',
  subtotal: '$81.55',
  quantity: 6,
  promotion: 'By the half dozen',
});
const REFUSED = { code: 'bigspender', problem: 'It counts from $150.00 on.' };

/** The cart and its sums. */
export function GuideCart({ picture }: { picture: Image | null }) {
  const gift = { ...GIFT, swap: null, image: picture };
  const lines = [...LINES, OFFER, SHORT].map((line, index) => ({ ...line, key: `${index}`, image: picture }));
  return (
    <>
      <h2>Cart</h2>
      <GuidePart name="WineLine">
        <ul className={styles.lines}>
          {[...lines, gift].map((line) => (
            <WineLine key={line.key} counted line={line} />
          ))}
        </ul>
      </GuidePart>
      <GuidePart name="CartLines, page">
        <form>
          <CartLines lines={[...lines, { ...GIFT, image: picture }]} frame="page" />
        </form>
      </GuidePart>
      <GuidePart name="CartLines, popup">
        <form>
          <CartLines lines={lines.slice(0, 1)} frame="popup" />
          <Subtotal subtotal="$33.98" saved="$6.80" />
          <PopupActions bottles={2} />
        </form>
      </GuidePart>
      <GuidePart name="CartLines, widget">
        <CartLines lines={[...lines.slice(1, 2), gift]} frame="widget" />
      </GuidePart>
      <GuidePart name="AddedNotice">
        <AddedNotice name="Quinta da Lomba Reserva" />
      </GuidePart>
      <GuidePart name="EmptyCart">
        <EmptyCart shelves={[{ label: 'Red', url: '/product-category/red/' }]} />
      </GuidePart>
      <GuidePart name="CouponForm">
        <form>
          <CouponForm coupons={[{ code: 'save10', problem: '' }, REFUSED]} />
        </form>
      </GuidePart>
      <GuidePart name="Amounts">
        <Amounts rows={ROWS} total="$98.65" />
      </GuidePart>
    </>
  );
}
