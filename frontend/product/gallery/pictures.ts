import type { Image } from '../../generated/pages';

/** The pictures to show: those of the wine; the chosen variation's own in place of the first. */
export function picturesOf(images: Image[], own: Image | null): Image[] {
  return own ? [own, ...images.slice(1).filter((image) => image.src !== own.src)] : images;
}

export interface LargePicture {
  src: string;
  srcset: string;
  /** In pixels, of the largest file. */
  width: number;
  height: number;
}

/** Return the largest files of a picture: WebP where there is one, which every browser that zooms can read. */
export function largest(image: Image): LargePicture {
  const srcset = image.sources.find((source) => source.type === 'image/webp')?.srcset ?? '';
  const widths = [...srcset.matchAll(/ (\d+)w/g)].map((match) => Number(match[1]));
  const width = Math.max(image.width, ...widths);
  return { src: image.src, srcset, width, height: Math.round((width * image.height) / image.width) };
}
