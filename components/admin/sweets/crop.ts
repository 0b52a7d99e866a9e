import { MAX_PICTURE_PIXELS, PICTURE_MESSAGES, sniffPicture } from "@/lib/images/schema";

/** The square part of a picture that is shown: its centre as parts of width and height (0 to 1), and the zoom (1 is the largest square). */
export type Crop = { x: number; y: number; zoom: number };

export const CENTERED_CROP: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** The largest side of an uploaded picture in pixels. The shop shows at most 960. */
const MAX_SIDE = 1600;
/** The largest file that is opened. The upload is far smaller. */
const MAX_BYTES = 40 * 1024 * 1024;

/** Opens a picture. Returns an object URL and the size in pixels, or the message why the file cannot be used. */
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

/** The square that a crop shows, in pixels of the picture. It is always inside the picture. */
export function cropSquare({ x, y, zoom }: Crop, width: number, height: number) {
  const side = Math.min(width, height) / zoom;
  const within = (middle: number, length: number) => Math.min(Math.max(middle * length - side / 2, 0), length - side);
  return { left: within(x, width), top: within(y, height), side };
}

/** Moves and zooms a crop, as far as the square stays inside the picture. */
export function moveCrop(crop: Crop, by: Partial<Crop>, width: number, height: number): Crop {
  const zoom = Math.min(Math.max(by.zoom ?? crop.zoom, 1), 4);
  const next = { x: by.x ?? crop.x, y: by.y ?? crop.y, zoom };
  const { left, top, side } = cropSquare(next, width, height);
  return { x: (left + side / 2) / width, y: (top + side / 2) / height, zoom };
}

/** The square as a JPEG. If the browser cannot draw it, the file itself is returned, because the server crops too. */
export async function cropPicture(file: File, url: string, crop: Crop): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const { left, top, side } = cropSquare(crop, image.naturalWidth, image.naturalHeight);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.min(MAX_SIDE, Math.round(side));
  const context = canvas.getContext("2d");
  if (!context) return file;
  // Transparent parts get the colour of the linen in the photographs instead of black.
  context.fillStyle = "#f3e8d2";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
  return blob ?? file;
}
