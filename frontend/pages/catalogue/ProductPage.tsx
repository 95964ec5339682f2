import { useRef } from 'react';
import type { Fact, ProductPage as Props, VariationChoice } from '../../generated/pages';
import { ProducerBlock } from '../../producers/ProducerBlock';
import { useArrival } from '../../product/arrival';
import { BuyBar } from '../../product/buying/BuyBar';
import { BuyForm } from '../../product/buying/BuyForm';
import { Offer } from '../../product/buying/Offer';
import { useBuying } from '../../product/buying/useBuying';
import { useChoice } from '../../product/buying/useChoice';
import { Facts } from '../../product/Facts';
import { factsOf, isFirst, omitTagsInFacts } from '../../product/factRows';
import { Gallery } from '../../product/gallery/Gallery';
import { InsideSet } from '../../product/InsideSet';
import { LaterLaunchForm } from '../../product/launch/LaterLaunchForm';
import { ProductTabs } from '../../product/ProductTabs';
import { RecentPlace } from '../../product/recent/RecentPlace';
import { Tasting } from '../../product/Tasting';
import { Reviews } from '../../reviews/Reviews';
import { Breadcrumbs } from '../../ui/Breadcrumbs';
import { SlowLink } from '../../ui/SlowLink';
import { AlertLink } from '../../wine/AlertLink';
import { Countdown } from '../../wine/Countdown';
import { FavouriteButton } from '../../wine/FavouriteButton';
import { Stars } from '../../wine/Stars';
import { StockBadge } from '../../wine/StockBadge';
import { WineRow } from '../../wine/WineRow';
import styles from './ProductPage.module.css';

export default function ProductPage(product: Props) {
  const choice = useChoice(product);
  const buying = useBuying(product, choice);
  const { variation } = choice;
  const facts = factsOf(product.facts, variation?.facts ?? []);
  const section = useRef<HTMLDivElement>(null);
  useArrival(section, product.shared.notices.length > 0);
  return (
    <>
      <Breadcrumbs trail={product.breadcrumbs} />
      <div ref={section} className={styles.product}>
        <Gallery
          name={variation?.title ?? product.title}
          images={product.images}
          variationImage={variation?.image ?? null}
        />
        <div className={styles.summary}>
          <Title product={product} title={variation?.title ?? product.title} />
          {product.short_description && <p className={styles.lead}>{product.short_description}</p>}
          {product.can_buy ? (
            <BuyForm product={product} choice={choice} buying={buying} />
          ) : (
            <NotForSale product={product} />
          )}
          <FavouriteButton productId={product.product_id} bottle={product.title} labelled />
          {product.alerts && (
            <AlertLink
              productId={product.product_id}
              gone={variation?.stock_kind === 'out_of_stock'}
              bottle={variation?.title ?? product.title}
              variationId={variation?.variation_id}
            />
          )}
          <Facts facts={facts.filter(isFirst)} />
          <div className={styles.notes}>
            {product.destination_note && <p>{product.destination_note}</p>}
            {product.ships_wine && <p>Adult signature (21+) required on delivery.</p>}
          </div>
        </div>
      </div>
      {product.contents && <InsideSet contents={product.contents} />}
      <ProductTabs
        panels={[
          {
            tab: 'description',
            title: 'Description',
            content: <Description product={product} chosen={variation} />,
          },
          {
            tab: 'reviews',
            title: `Reviews (${product.reviews.count})`,
            content: <Reviews reviews={product.reviews} />,
          },
          {
            tab: 'additional_information',
            title: 'Additional information',
            content: <Additional product={product} facts={facts} sku={variation?.sku ?? product.sku} />,
          },
        ]}
      />
      {product.producer && <ProducerBlock producer={product.producer} wines={product.producer_wines} />}
      {product.related.length > 0 && (
        <section className={styles.related} aria-labelledby="related">
          <h2 id="related">You may also like</h2>
          <WineRow label="Wines like this one" cards={product.related} />
        </section>
      )}
      <RecentPlace product={product} />
      {product.can_buy && <BuyBar product={product} choice={choice} buying={buying} />}
    </>
  );
}

function Title({ product: { producer, rating }, title }: { product: Props; title: string }) {
  return (
    <div className={styles.title}>
      {producer && (
        <p className={styles.producer}>
          <SlowLink to="producer">{producer.name}</SlowLink>
        </p>
      )}
      <h1>{title}</h1>
      {rating && (
        <a className={styles.rating} href="#reviews">
          <Stars value={Number(rating.average)} count={rating.count} />
        </a>
      )}
    </div>
  );
}

/** A wine that is sold out or not released yet. */
function NotForSale({ product }: { product: Props }) {
  const { price, price_note, sale_ends, unit, stock, stock_kind, coming_soon, release, related } = product;
  return (
    <>
      <Offer price={price} note={price_note} unit={unit} saleEnds={sale_ends}>
        <StockBadge kind={stock_kind} text={stock} />
      </Offer>
      {(coming_soon || product.alert_consent) && (
        <div className={styles.soon}>
          {coming_soon && (
            <>
              <p>{coming_soon}</p>
              {release && <small>{release}</small>}
              <Countdown productId={product.product_id} large />
            </>
          )}
          <LaterLaunchForm productId={product.product_id} consent={product.alert_consent} soldOut={!coming_soon} />
        </div>
      )}
      {!coming_soon && related.length > 0 && (
        <p>
          <a href="#related">See wines like it</a>.
        </p>
      )}
    </>
  );
}

function Description({ product, chosen }: { product: Props; chosen: VariationChoice | null }) {
  const all = [...(chosen?.scores ?? []), ...product.scores];
  return (
    <div className={styles.withTasting}>
      <div className={styles.description}>
        {product.description.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {product.tasting_sheet && (
          <p>
            <a href={`${product.tasting_sheet}${chosen ? `?${new URLSearchParams(chosen.choices)}` : ''}`}>
              Tasting sheet (PDF)
            </a>
          </p>
        )}
      </div>
      {product.scales.length + all.length > 0 && <Tasting scales={product.scales} scores={all} />}
    </div>
  );
}

function Additional({ product, facts, sku }: { product: Props; facts: Fact[]; sku: string }) {
  const all = facts.filter((fact) => !isFirst(fact));
  const tags = omitTagsInFacts(product.tags, facts);
  if (sku) all.push({ slug: 'sku', name: 'SKU', value: sku });
  if (tags.length > 0) all.push({ slug: 'tags', name: 'Tags', value: tags.join(', ') });
  return (
    <div className={styles.more}>
      <Facts facts={all} />
      {product.categories.length > 0 && (
        <p className={styles.links}>
          More in
          {product.categories.map((link) => (
            <a key={link.url} href={link.url}>
              {link.label}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}
