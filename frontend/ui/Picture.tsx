import type { Image } from '../generated/pages';
import { classes } from '../lib/classes';
import styles from './Picture.module.css';

interface Props {
  image: Image;
  /** How wide the picture is drawn, in the words of the `sizes` attribute. */
  sizes: string;
  /** Pictures on the first screen load at once; the others when they come near. */
  onScreen?: boolean;
  cover?: boolean;
  /** Set to an empty text where the name stands beside the picture. */
  alt?: string;
  className?: string | undefined;
}

export function Picture({ image, sizes, onScreen = false, cover = false, alt = image.alt, className }: Props) {
  return (
    <picture>
      {image.sources.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcset} sizes={sizes} />
      ))}
      <img
        src={image.src}
        width={image.width}
        height={image.height}
        alt={alt}
        loading={onScreen ? 'eager' : 'lazy'}
        decoding="async"
        className={classes(styles.image, cover && styles.cover, className)}
      />
    </picture>
  );
}
