import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import "./pipeline"; // which loaders sharp may use is settled there
import { readUpload } from "./files";

/** The size that previews of links have everywhere, in pixels. */
export const PREVIEW = { width: 1200, height: 630 } as const;

const PAPER = "#fbf6e9";
const INK = "#6e1423";
const MARGIN = 60;
const TEXT_WIDTH = PREVIEW.width - PREVIEW.height - 2 * MARGIN;

// The latin fonts of the pages, as TrueType: Pango reads no WOFF2. ₹ is in another file than the digits.
const asset = (name: string) => path.join(/* turbopackIgnore: true */ process.cwd(), "app/og/assets", name);
const fonts = {
  name: { font: "Eczar Bold 58", fontfile: "eczar-700.ttf" },
  price: { font: "Mukta Bold 46", fontfile: "mukta-700.ttf" },
  rupee: { font: "Mukta Bold 46", fontfile: "mukta-ext-700.ttf" },
} as const;

async function write(text: string, style: keyof typeof fonts, height?: number) {
  const escaped = text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const { font, fontfile } = fonts[style];
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${INK}" line_height="0.72">${escaped}</span>`,
      font,
      fontfile: asset(fontfile),
      rgba: true,
      ...(height === undefined ? { dpi: 72 } : { height }),
      ...(style === "name" && { width: TEXT_WIDTH, wrap: "word" }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}

async function photograph(id: string): Promise<Buffer | null> {
  const name = `${id}-960.webp`;
  try {
    return await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), "public/media", name));
  } catch {
    return (await readUpload(name))?.bytes ?? null;
  }
}

/** The picture that a shared link to a sweet is shown with: its photograph, its name, its price. A JPEG. */
export async function drawPreview(sweet: {
  name: string;
  priceText: string;
  imageId: string | null;
}): Promise<Buffer<ArrayBuffer>> {
  const side = PREVIEW.height;
  const source = sweet.imageId ? await photograph(sweet.imageId) : null;
  const photo = source && (await sharp(source).resize(side, side, { fit: "cover" }).toBuffer());
  let name = await write(sweet.name, "name");
  // A very long name is set smaller, to fit.
  if (name.height > 300) name = await write(sweet.name, "name", 300);
  const rupee = await write("₹", "rupee");
  const price = await write(sweet.priceText.replace("₹", ""), "price");
  const left = photo ? side + MARGIN : (PREVIEW.width - TEXT_WIDTH) / 2;
  const top = Math.round((side - name.height - 40 - price.height) / 2) - 20;
  const below = top + name.height + 40;
  const picture = await sharp({ create: { ...PREVIEW, channels: 3, background: PAPER } })
    .composite([
      ...(photo ? [{ input: photo, left: 0, top: 0 }] : []),
      { input: name.input, left, top },
      { input: rupee.input, left, top: below },
      { input: price.input, left: left + rupee.width + 5, top: below },
      { input: await readFile(asset("logo.png")), left, top: side - MARGIN - 45 },
    ])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
  return picture as Buffer<ArrayBuffer>;
}
