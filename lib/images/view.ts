/** What a page needs to know to show a stored picture. `width` and `height` are those of its largest derivative. */
export type ImageView = { id: string; width: number; height: number; blur: string };

export type PictureFormat = "avif" | "webp";

/** Derived widths in CSS pixels by shape; every picture exists in each of them, as AVIF and as WebP. */
export const PICTURE_WIDTHS = {
  square: [320, 640, 960],
  landscape: [320, 640, 960],
  wide: [640, 960, 1600],
} as const;

/** The widths that exist of a picture: the wide shape is the only one that goes beyond 960. */
export function widthsOf(image: Pick<ImageView, "width">): readonly number[] {
  return image.width > 960 ? PICTURE_WIDTHS.wide : PICTURE_WIDTHS.square;
}

/** The path of one derivative: immutable, since the id is made from the picture's content. */
export function mediaUrl(id: string, width: number, format: PictureFormat): string {
  return `/media/${id}-${width}.${format}`;
}

/** A `srcset` of every width that exists of the picture in one format. */
export function mediaSrcSet(image: Pick<ImageView, "id" | "width">, format: PictureFormat): string {
  return widthsOf(image)
    .map((width) => `${mediaUrl(image.id, width, format)} ${width}w`)
    .join(", ");
}
