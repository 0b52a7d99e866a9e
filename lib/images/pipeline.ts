import { createHash } from "node:crypto";
import sharp from "sharp";
import { AppError, invalid } from "@/lib/errors";
import { onePerProcess } from "@/lib/one-per-process";
import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS, PICTURE_MESSAGES, sniffPicture } from "./schema";
import { type ImageView, PICTURE_WIDTHS } from "./urls";

export type PictureShape = keyof typeof PICTURE_WIDTHS;
export type Derived = ImageView & { files: { name: string; bytes: Buffer }[] };

// A new version gives every picture a new id: raise it when the same input should come out differently.
const PIPELINE_VERSION = "1";
const RATIO: Record<PictureShape, number> = { square: 1, landscape: 4 / 3, wide: 16 / 9 };
// About 120 bytes in every page that shows the picture; below quality 70 so few pixels get false colours.
const BLUR_WIDTH = 12;
// By eye and by size: about 10, 28 and 50 KB for the three widths of a product photograph; effort 4 is four times slower.
const AVIF = { quality: 66, effort: 3, chromaSubsampling: "4:2:0" };
const WEBP = { quality: 80, effort: 5 };

// Only these three decoders may ever see a stranger's bytes (no SVG, TIFF, HEIF …).
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.cache(false);
sharp.concurrency(2);

// One picture at a time: parallel uploads wait instead of multiplying the memory of decoded pixels.
const encoding = onePerProcess("picture encoding", () => ({ last: Promise.resolve() as Promise<unknown> }));
function withEncodingSlot<T>(work: () => Promise<T>): Promise<T> {
  const result = encoding.last.then(work);
  encoding.last = result.catch(() => {});
  return result;
}

/**
 * Makes every derivative of a picture: cropped to its shape around the centre, turned as EXIF says, without metadata, in
 * sRGB, on white where it was transparent, the first frame where it moves; each width as AVIF and as WebP.
 * Throws `payload_too_large` over 5 MB, `unsupported_media_type` for other than JPEG, PNG, WebP by content, `invalid`
 * over 40 megapixels (by the header, nothing is decoded) and for what cannot be read completely (docs/behaviour.md#pictures).
 */
export async function derive(bytes: Buffer, shape: PictureShape = "square"): Promise<Derived> {
  if (bytes.length > MAX_PICTURE_BYTES) throw new AppError("payload_too_large", PICTURE_MESSAGES.bytes);
  if (!sniffPicture(bytes)) throw new AppError("unsupported_media_type", PICTURE_MESSAGES.type);
  return withEncodingSlot(() => deriveNow(bytes, shape));
}

async function deriveNow(bytes: Buffer, shape: PictureShape): Promise<Derived> {
  const widths = PICTURE_WIDTHS[shape];
  const width = Math.max(...widths);
  const height = Math.round(width / RATIO[shape]);
  const pixels = await decode(bytes, width, height).catch((error) => {
    if (error instanceof AppError) throw error;
    // sharp has one error class for all; whatever it could not decode is the picture's fault.
    throw invalid("image", PICTURE_MESSAGES.unreadable);
  });
  const scaled = (to: number) =>
    sharp(pixels, { raw: { width, height, channels: 3 } }).resize(to, Math.round((to * height) / width));

  const id = createHash("sha256").update(`${PIPELINE_VERSION}:${shape}:`).update(bytes).digest("hex").slice(0, 20);
  const files: Derived["files"] = [];
  for (const to of widths) {
    files.push({ name: `${id}-${to}.avif`, bytes: await scaled(to).avif(AVIF).toBuffer() });
    files.push({ name: `${id}-${to}.webp`, bytes: await scaled(to).webp(WEBP).toBuffer() });
  }
  const blur = await scaled(BLUR_WIDTH).webp({ quality: 70 }).toBuffer();
  return { id, width, height, blur: `data:image/webp;base64,${blur.toString("base64")}`, files };
}

/** The picture as raw sRGB pixels of exactly width × height. */
async function decode(bytes: Buffer, width: number, height: number): Promise<Buffer> {
  // The limit is checked by hand, to answer it apart from damage; sharp holds it a second time while decoding.
  const header = await sharp(bytes, { limitInputPixels: false, failOn: "error" }).metadata();
  if (header.width * header.height > MAX_PICTURE_PIXELS) throw invalid("image", PICTURE_MESSAGES.pixels);
  return (
    sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: "error" })
      .autoOrient()
      // Cropping before scaling keeps a 1 × 100,000 strip from growing to gigapixels on its way to "cover".
      .extract(centred(header.autoOrient.width, header.autoOrient.height, width / height))
      .resize(width, height, { fit: "fill" })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer()
  );
}

/** The largest centred box of a ratio (width ÷ height) inside a picture, in whole pixels. */
function centred(width: number, height: number, ratio: number) {
  const w = Math.max(1, Math.min(width, Math.round(height * ratio)));
  const h = Math.max(1, Math.min(height, Math.round(width / ratio)));
  return { left: Math.floor((width - w) / 2), top: Math.floor((height - h) / 2), width: w, height: h };
}
