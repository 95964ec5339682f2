import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { ProductPage } from '../../generated/pages';
import { whenIdle } from '../../lib/whenIdle';
import { whenNear } from '../../ui/near';
import { recentWines, rememberWine } from './recentWines';

/**
 * Remembers the wine of this page, and is the place of those before it: they are fetched when it comes near the screen,
 * if there are any.
 */
export function RecentPlace({ product: { product_id, url, title, producer, images } }: { product: ProductPage }) {
  const [List, setList] = useState<ComponentType<{ productId: number }> | null>(null);
  useEffect(() => {
    const wine = { id: product_id, url, title, producer: producer?.name ?? '', image: images[0] ?? null };
    const remember = () => {
      window.removeEventListener('pagehide', remember);
      rememberWine(wine);
    };
    whenIdle(remember);
    window.addEventListener('pagehide', remember); // who leaves sooner has seen the wine too
    return () => window.removeEventListener('pagehide', remember);
  }, [product_id, url, title, producer, images]);
  const start = useCallback(
    (place: HTMLDivElement) =>
      whenNear(place, () => {
        if (recentWines(product_id).length === 0) return;
        import('./RecentWines').then(
          (module) => setList(() => module.RecentWines),
          () => 0,
        );
      }),
    [product_id],
  );
  return <div ref={start}>{List && <List productId={product_id} />}</div>;
}
