/** Limits of an uploaded picture (docs/behaviour.md#pictures): the server checks them, forms name them. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 40_000_000;

/** For the `accept` attribute of a file field. What counts on the server is the content, never the name or this type. */
export const PICTURE_ACCEPT = "image/jpeg,image/png,image/webp";

export const PICTURE_MESSAGES = {
  type: "The picture must be a JPEG, PNG or WebP file.",
  bytes: "The picture must be 5 MB or smaller.",
  pixels: "The picture must have 40 megapixels or less.",
  unreadable: "The picture is damaged or incomplete.",
} as const;

export type PictureType = "jpeg" | "png" | "webp";

/** The type by the file's first bytes, or null when it is none of the three that are taken. */
export function sniffPicture(bytes: Uint8Array): PictureType | null {
  const starts = (signature: number[], at = 0) => signature.every((byte, i) => bytes[at + i] === byte);
  if (starts([0xff, 0xd8, 0xff])) return "jpeg";
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  if (starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8)) return "webp";
  return null;
}
