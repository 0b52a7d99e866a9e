/** What a page needs to know to show a stored picture. `width` and `height` are those of its largest derivative. */
export type ImageView = { id: string; width: number; height: number; blur: string };

const FORMATS = ["avif", "webp"] as const;
export type PictureFormat = (typeof FORMATS)[number];

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

const fileName = (id: string, width: number, format: PictureFormat) => `${id}-${width}.${format}`;

/** The path of one derivative: immutable, since the id is made from the picture's content. */
export const mediaUrl = (id: string, width: number, format: PictureFormat): string =>
  `/media/${fileName(id, width, format)}`;

/** The names of every file of a picture. */
export const filesOf = (image: Pick<ImageView, "id" | "width">): string[] =>
  widthsOf(image).flatMap((width) => FORMATS.map((format) => fileName(image.id, width, format)));

/** A `srcset` of the widths that exist of the picture, up to `widest`, as AVIF. */
export const mediaSrcSet = (image: Pick<ImageView, "id" | "width">, widest = Number.POSITIVE_INFINITY): string =>
  widthsOf(image)
    .filter((width) => width <= widest)
    .map((width) => `${mediaUrl(image.id, width, "avif")} ${width}w`)
    .join(", ");
