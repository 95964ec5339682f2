import type { ProducerProfile, ProducerSlide } from '../generated/pages';
import { classes } from '../lib/classes';
import { Carousel } from '../ui/carousel/Carousel';
import { SlidePicture } from '../ui/carousel/SlidePicture';
import styles from './ProducerSlides.module.css';

const AUTOPLAY = 5001; // in milliseconds: docs/behaviour/pages.md#timing

interface Props {
  producer: ProducerProfile;
  /** How wide a picture is drawn, in the words of the `sizes` attribute. */
  sizes: string;
  /** Whether the slider opens the page: then its first picture loads at once, and is shown wider. */
  opens?: boolean;
}

/** The pictures of a producer, one at a time, fading into each other (docs/behaviour/pages.md#carousels). */
export function ProducerSlides({ producer, sizes, opens = false }: Props) {
  const { name, image } = producer;
  const slides: ProducerSlide[] = producer.slides.length > 0 ? producer.slides : image ? [{ image, caption: '' }] : [];
  if (slides.length === 0) return null;
  return (
    <Carousel
      label={`Pictures of ${name}`}
      className={classes(styles.slides, opens && styles.wide)}
      fade
      dots={false}
      autoplay={AUTOPLAY}
      slides={slides.map((slide, index) => ({
        key: slide.image.src,
        name: slide.caption || slide.image.alt,
        content: (
          <figure className={styles.slide}>
            <SlidePicture image={slide.image} sizes={sizes} onScreen={opens && index === 0} cover />
            {slide.caption && <figcaption className={styles.caption}>{slide.caption}</figcaption>}
          </figure>
        ),
      }))}
    />
  );
}
