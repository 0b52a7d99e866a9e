import { images, sweets } from "@/db/schema";
import { type ImageView, mediaUrl } from "@/lib/images/view";
import { toRupees } from "@/lib/money";
import { type DetailName, detailNames } from "./constants";
import type { Sweet } from "./responses";

/** A sweet with its picture's size and blur, for pages. */
export type SweetWithPicture = Sweet & { picture: ImageView | null };

const detailColumns = Object.fromEntries(detailNames.map((name) => [name, sweets[name]])) as Pick<
  typeof sweets,
  DetailName
>;

/** The columns of a sweet as the API shows it, for `toSweet`. */
export const sweetColumns = {
  id: sweets.id,
  name: sweets.name,
  slug: sweets.slug,
  description: sweets.description,
  price: sweets.price,
  category: sweets.category,
  quantity: sweets.quantity,
  imageId: sweets.imageId,
  imageAlt: sweets.imageAlt,
  createdAt: sweets.createdAt,
  updatedAt: sweets.updatedAt,
  featured: sweets.featured,
  sugarFree: sweets.sugarFree,
  giftBox: sweets.giftBox,
  prepHours: sweets.prepHours,
  travels: sweets.travels,
  hsn: sweets.hsn,
  details: detailColumns,
};

/** The same with what pages need of the picture, for `toSweetWithPicture`. The query joins `images`. */
export const sweetWithPictureColumns = {
  ...sweetColumns,
  picture: { width: images.width, height: images.height, blur: images.blur },
};

/** Its price is in paise. */
type SweetRow = Omit<Sweet, "image" | "isAvailable"> & { imageId: string | null };
type PictureRow = { [Part in "width" | "height" | "blur"]: ImageView[Part] | null };
export type SweetWithPictureRow = SweetRow & { picture: PictureRow | null };

/** A row of `sweetColumns` as a sweet: its price in rupees, and the URL path of its picture. */
export const toSweet = (row: SweetRow): Sweet => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  description: row.description,
  price: toRupees(row.price),
  category: row.category,
  quantity: row.quantity,
  image: row.imageId && mediaUrl(row.imageId, 960, "webp"),
  imageAlt: row.imageAlt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  featured: row.featured,
  sugarFree: row.sugarFree,
  giftBox: row.giftBox,
  prepHours: row.prepHours,
  travels: row.travels,
  hsn: row.hsn,
  isAvailable: row.quantity > 0,
  details: row.details,
});

/** The same for a row of `sweetWithPictureColumns`. */
export function toSweetWithPicture(row: SweetWithPictureRow): SweetWithPicture {
  const { imageId } = row;
  const { width = null, height = null, blur = null } = row.picture ?? {};
  const isWhole = imageId !== null && width !== null && height !== null && blur !== null;
  return { ...toSweet(row), picture: isWhole ? { id: imageId, width, height, blur } : null };
}

/** The sweet of the API: without what only pages need. */
export const toApiSweet = ({ picture: _, ...sweet }: SweetWithPicture): Sweet => sweet;
