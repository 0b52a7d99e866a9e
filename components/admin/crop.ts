import { MAX_PICTURE_PIXELS, PICTURE_MESSAGES, sniffPicture } from "@/lib/images/schema";

/** How a picture lies under the square: the point in its middle, from 0 to 1, and how far it is enlarged (1: fits). */
export type Crop = { x: number; y: number; zoom: number };

export const CENTERED_CROP: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** Pixels of a side of what is sent; the shop shows at most 960. */
const SIDE = 1600;
/** Bytes that are worth opening in a browser: what is sent is far smaller. */
const MAX_BYTES = 40 * 1024 * 1024;

/** An opened picture, or why it cannot be taken. */
export async function openPicture(file: File): Promise<{ url: string; width: number; height: number } | string> {
  if (!sniffPicture(new Uint8Array(await file.slice(0, 16).arrayBuffer()))) return PICTURE_MESSAGES.type;
  if (file.size > MAX_BYTES) return PICTURE_MESSAGES.bytes;
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    return PICTURE_MESSAGES.unreadable;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width * height <= MAX_PICTURE_PIXELS) return { url, width, height };
  URL.revokeObjectURL(url);
  return PICTURE_MESSAGES.pixels;
}

/** The square of the picture that a crop shows, in its own pixels, kept inside it. */
export function cropSquare({ x, y, zoom }: Crop, width: number, height: number) {
  const side = Math.min(width, height) / zoom;
  const within = (middle: number, length: number) => Math.min(Math.max(middle * length - side / 2, 0), length - side);
  return { left: within(x, width), top: within(y, height), side };
}

/** The crop moved and enlarged, its middle no nearer to the edge than the square allows. */
export function moved(crop: Crop, by: Partial<Crop>, width: number, height: number): Crop {
  const zoom = Math.min(Math.max(by.zoom ?? crop.zoom, 1), 4);
  const next = { x: by.x ?? crop.x, y: by.y ?? crop.y, zoom };
  const { left, top, side } = cropSquare(next, width, height);
  return { x: (left + side / 2) / width, y: (top + side / 2) / height, zoom };
}

/** The square as a JPEG to send. The file itself when the browser will not draw it: the server crops too. */
export async function cropPicture(file: File, url: string, crop: Crop): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const { left, top, side } = cropSquare(crop, image.naturalWidth, image.naturalHeight);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.min(SIDE, Math.round(side));
  const context = canvas.getContext("2d");
  if (!context) return file;
  // What is see-through becomes the linen of the photographs, not black.
  context.fillStyle = "#f3e8d2";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
  return blob ?? file;
}
