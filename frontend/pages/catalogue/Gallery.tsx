import { type MouseEvent, useState } from 'react';
import { Picture } from '../../components/Picture';
import type { Image } from '../../generated/pages';
import styles from './Gallery.module.css';

/** How wide the main picture is drawn; the same text as MAIN_IMAGE_SIZES in vintner/catalogue/product_page.py. */
const SIZES = '(min-width: 64em) 40vw, 90vw';

interface Props {
  images: Image[];
  /** The picture of the chosen variation, shown in front of the others. */
  variationImage: Image | null;
}

/** The pictures of a wine: one large, all the others as thumbnails (links to the files without JavaScript). */
export function Gallery({ images, variationImage }: Props) {
  const [picked, setPicked] = useState<Image | null>(null);
  const [forVariation, setForVariation] = useState(variationImage);
  if (forVariation !== variationImage) {
    setForVariation(variationImage);
    setPicked(null);
  }
  const own = variationImage && !images.some((image) => image.src === variationImage.src) ? [variationImage] : [];
  const all = [...own, ...images];
  const shown = picked ?? all.find((image) => image.src === variationImage?.src) ?? all[0];
  if (!shown) return <div className={styles.frame} />;

  const show = (event: MouseEvent, image: Image) => {
    event.preventDefault();
    setPicked(image);
  };
  return (
    <figure className={styles.gallery}>
      <div className={styles.frame}>
        <Picture key={shown.src} image={shown} sizes={SIZES} onScreen />
      </div>
      {shown.caption && <figcaption className={styles.caption}>{shown.caption}</figcaption>}
      {all.length > 1 && (
        <ul className={styles.thumbnails}>
          {all.map((image, index) => (
            <li key={image.src}>
              <a
                className={styles.thumbnail}
                href={image.src}
                onClick={(event) => show(event, image)}
                aria-current={image === shown ? 'true' : undefined}
                aria-label={`Picture ${index + 1} of ${all.length}: ${image.alt}`}
              >
                <Picture image={image} sizes="4.5rem" alt="" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
