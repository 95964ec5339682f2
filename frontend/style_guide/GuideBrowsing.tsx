import { useState } from 'react';
import { makeFacetPanel } from '../fixtures/facets';
import { makeProduct, makeVariableProduct } from '../fixtures/product';
import { makeNote, makeReviewForm, makeReviews } from '../fixtures/reviews';
import type { Image } from '../generated/pages';
import { Chips } from '../listing/filters/Chips';
import { Facets } from '../listing/filters/Facets';
import { NoWines } from '../listing/NoWines';
import { TierTable } from '../product/buying/TierTable';
import { VariationChooser } from '../product/buying/VariationChooser';
import { Facts } from '../product/Facts';
import { Reviews } from '../reviews/Reviews';
import { Carousel } from '../ui/carousel/Carousel';
import { Picture } from '../ui/Picture';
import { GuidePart } from './GuidePart';

const NARROWED = makeFacetPanel({
  chips: [
    { label: 'Red', url: '/style-guide/' },
    { label: 'Up to $30', url: '/style-guide/' },
  ],
  clear_url: '/style-guide/',
  problems: ['We know no grape called “mrelot”, so all grapes are shown.'],
});
const WINE = makeProduct();
const CHOICE = makeVariableProduct();
const SLIDES = ['The terraces in spring', 'The cellar', 'After the harvest'];
const REVIEWS = makeReviews({
  notes: [
    ...makeReviews().notes,
    makeNote({ review_id: 73, author: 'Sam', rating: 3, verified: false, awaiting: true }),
  ],
  form: makeReviewForm({
    comment: 'Too warm, too young.',
    problems: [{ field: 'email', text: 'Please tell us your email address. It is never shown.' }],
  }),
});

/** Finding a wine, choosing one and what others say of it. */
export function GuideBrowsing({ picture }: { picture: Image | null }) {
  const [picked, setPicked] = useState({});
  return (
    <>
      <h2>Browsing</h2>
      <GuidePart name="Facets">
        <Facets panel={NARROWED} />
      </GuidePart>
      <GuidePart name="Chips">
        <Chips panel={NARROWED} />
      </GuidePart>
      <GuidePart name="NoWines" wide>
        <NoWines search={null} facets={NARROWED} others={[]} />
      </GuidePart>
      {picture && (
        <GuidePart name="Carousel">
          <Carousel
            label="Pictures of an estate"
            slides={SLIDES.map((name) => ({ key: name, name, content: <Picture image={picture} sizes="20rem" /> }))}
          />
        </GuidePart>
      )}
      <GuidePart name="VariationChooser">
        <VariationChooser options={CHOICE.options} made={CHOICE.variations} picked={picked} onPick={setPicked} />
      </GuidePart>
      <GuidePart name="TierTable">
        <TierTable tiers={WINE.tiers} reached="3 – 5" hint="3 more bottles and you get 20% off." />
      </GuidePart>
      <GuidePart name="Facts">
        <Facts facts={WINE.facts} />
      </GuidePart>
      <GuidePart name="Reviews" wide>
        <Reviews reviews={REVIEWS} />
      </GuidePart>
    </>
  );
}
