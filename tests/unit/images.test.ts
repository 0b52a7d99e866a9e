import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { derive } from "@/lib/images/pipeline";
import { MAX_PICTURE_BYTES } from "@/lib/images/schema";

const aPicture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: "#c08040" } });

/** Noise spreads a picture's bytes over the whole file, as in a photograph. */
const aNoisyPicture = () => {
  const noise = { type: "gaussian", mean: 120, sigma: 30 } as const;
  return sharp({ create: { width: 600, height: 400, channels: 3, background: "#c08040", noise } });
};

/** A PNG of one colour that says its size in a few bytes: deflate shrinks it about a thousand times. */
function aFlatPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit a pixel, greyscale
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** Derives a picture of which is looked at how it was read: what is made of it is written as PNG, in a tenth of the time. */
async function read(...args: Parameters<typeof derive>) {
  const quickly = (["avif", "webp"] as const).map((format) =>
    vi.spyOn(sharp.prototype as Sharp, format).mockImplementation(function (this: Sharp) {
      return this.png({ compressionLevel: 1 });
    }),
  );
  try {
    return await derive(...args);
  } finally {
    for (const spy of quickly) spy.mockRestore();
  }
}

async function refusal(bytes: Buffer): Promise<AppError> {
  const outcome = await derive(bytes).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof AppError)) throw new Error(`not refused: ${outcome}`);
  return outcome;
}

describe("a picture is derived", () => {
  test("as three square widths in two formats and a placeholder", async () => {
    const derived = await derive(await aPicture().jpeg().toBuffer());
    expect(derived).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{20}$/), width: 960, height: 960 });
    expect(derived.files.map((file) => file.name)).toEqual(
      [320, 640, 960].flatMap((width) => [`${derived.id}-${width}.avif`, `${derived.id}-${width}.webp`]),
    );
    for (const file of derived.files.filter((each) => each.name.endsWith(".webp"))) {
      const width = Number(file.name.split(/[-.]/)[1]);
      expect(await sharp(file.bytes).metadata()).toMatchObject({ format: "webp", width, height: width });
    }
    for (const file of derived.files.filter((each) => each.name.endsWith(".avif"))) {
      expect(file.bytes.subarray(4, 12).toString("latin1")).toBe("ftypavif");
    }
    expect(derived.blur).toMatch(/^data:image\/webp;base64,/);
    expect(derived.blur.length).toBeLessThan(600);
  });

  test("without its metadata", async () => {
    const bytes = await aPicture()
      .withExif({ IFD0: { Copyright: "Secret owner" }, IFD3: { GPSLatitude: "19/1 4/1 0/1" } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>Secret note</note></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(bytes.includes("Secret owner")).toBe(true);
    for (const file of (await derive(bytes)).files) {
      expect(file.bytes.includes("Secret")).toBe(false);
      expect(file.bytes.includes("Exif\0\0")).toBe(false);
      if (file.name.endsWith(".webp")) {
        const { exif, xmp, icc, iptc } = await sharp(file.bytes).metadata();
        expect({ exif, xmp, icc, iptc }).toEqual({});
      }
    }
  });
});

describe("a picture is read", () => {
  test.each([
    ["progressive JPEG", () => aPicture().jpeg({ progressive: true })],
    ["PNG", () => aPicture().png()],
    ["WebP", () => aPicture().webp()],
    ["a strip one pixel wide", () => aPicture(1, 20_000).png()],
    ["one pixel", () => aPicture(1, 1).png()],
    ["grey", () => aPicture().greyscale().jpeg()],
    ["16 bits", () => aPicture().toColourspace("rgb16").png()],
    ["CMYK", () => aPicture().toColourspace("cmyk").jpeg()],
  ])("that is %s", async (_, make) => {
    const { width, height, files } = await read(await make().toBuffer());
    expect([width, height, files.length]).toEqual([960, 960, 6]);
  });

  test("in the landscape and the wide shape", async () => {
    const bytes = await aPicture(1600, 900).jpeg().toBuffer();
    expect(await read(bytes, "landscape")).toMatchObject({ width: 960, height: 720 });
    const wide = await read(bytes, "wide");
    expect(wide).toMatchObject({ width: 1600, height: 900 });
    expect(wide.files.map((file) => file.name)).toContain(`${wide.id}-640.avif`);
  });

  test("under the same name for the same bytes, and another for others", async () => {
    const [one, other] = [await aPicture().jpeg().toBuffer(), await aPicture(601).jpeg().toBuffer()];
    const first = await read(one);
    expect(await read(one)).toEqual(first);
    expect((await read(other)).id).not.toBe(first.id);
  });

  test("turned as its EXIF says", async () => {
    // Left half red, right half blue; orientation 6 turns it clockwise, so red is above.
    const red = await sharp({ create: { width: 200, height: 400, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: "blue" } })
      .composite([{ input: red, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const derived = await read(bytes);
    expect([await colourAt(derived, 300, 20), await colourAt(derived, 20, 300)]).toEqual(["red", "blue"]);
  });

  test("on white where it is transparent", async () => {
    const bytes = await sharp({ create: { width: 90, height: 90, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    expect(await colourAt(await read(bytes), 10, 10)).toBe("white");
  });

  test("by its first frame where it moves", async () => {
    const frames = Buffer.concat([solid("red"), solid("blue")]);
    const bytes = await sharp(frames, { raw: { width: 50, height: 100, channels: 3, pageHeight: 50 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    expect(await colourAt(await read(bytes), 160, 300)).toBe("red");
  });
});

describe("a picture is refused", () => {
  test.each([
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["GIF", Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")],
    ["text named picture.jpg", Buffer.from("not a picture")],
    ["nothing", Buffer.alloc(0)],
    ["RIFF that is not WebP", Buffer.from("RIFF\x24\0\0\0WAVEfmt ", "latin1")],
  ])("with 415: %s", async (_, bytes) => {
    expect(await refusal(bytes)).toMatchObject({ code: "unsupported_media_type" });
  });

  test("with 415: AVIF and TIFF, though sharp could read them", async () => {
    for (const bytes of [await aPicture(32, 32).avif().toBuffer(), await aPicture(32, 32).tiff().toBuffer()]) {
      expect(await refusal(bytes)).toMatchObject({ code: "unsupported_media_type" });
    }
  });

  test("with 413 over 5 MB, and not at 5 MB", async () => {
    const jpeg = await aPicture().jpeg().toBuffer();
    const padded = Buffer.concat([jpeg, Buffer.alloc(MAX_PICTURE_BYTES - jpeg.length)]);
    await expect(read(padded)).resolves.toMatchObject({ width: 960 });
    expect(await refusal(Buffer.concat([padded, Buffer.alloc(1)]))).toMatchObject({ code: "payload_too_large" });
  });

  test("with 422 at 41 megapixels, and not at 40", async () => {
    await expect(read(aFlatPng(8000, 5000))).resolves.toMatchObject({ width: 960 });
    expect(await refusal(aFlatPng(8200, 5000))).toMatchObject({ code: "invalid" });
  });

  test("with 422 by the header alone, before anything is decoded: a small PNG of 16000 × 16000", async () => {
    const bytes = aFlatPng(16_000, 16_000);
    expect(bytes.length).toBeLessThan(64_000);
    const decoding = vi.fn();
    sharp.queue.on("change", decoding);
    expect(await refusal(bytes)).toMatchObject({
      code: "invalid",
      extra: { errors: [{ path: "image", message: "The picture must have 40 megapixels or less." }] },
    });
    sharp.queue.off("change", decoding);
    expect(decoding).not.toHaveBeenCalled();
  });

  test.each([
    ["JPEG", () => aNoisyPicture().jpeg().toBuffer()],
    ["progressive JPEG", () => aNoisyPicture().jpeg({ progressive: true }).toBuffer()],
    ["PNG", () => aNoisyPicture().png().toBuffer()],
    ["WebP", () => aNoisyPicture().webp().toBuffer()],
  ])("with 422: %s cut short anywhere", async (_, make) => {
    const bytes = await make();
    for (const part of [0.02, 0.3, 0.7, 0.95]) {
      expect(await refusal(bytes.subarray(0, Math.max(12, bytes.length * part)))).toMatchObject({
        code: "invalid",
        extra: { errors: [{ path: "image", message: "The picture is damaged or incomplete." }] },
      });
    }
  });

  test("with 422: the right first bytes and then noise", async () => {
    for (const start of ["ffd8ffe0", "89504e470d0a1a0a", "524946462400000057454250"]) {
      const noise = Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 7919) % 251));
      expect(await refusal(Buffer.concat([Buffer.from(start, "hex"), noise]))).toMatchObject({ code: "invalid" });
    }
  });

  test("and the next one is derived all the same", async () => {
    const bytes = await aPicture().jpeg().toBuffer();
    const outcomes = await Promise.allSettled([read(bytes.subarray(0, 900)), read(bytes)]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "fulfilled"]);
  });
});

const solid = (colour: "red" | "blue") =>
  Buffer.from(Array.from({ length: 50 * 50 }, () => (colour === "red" ? [255, 0, 0] : [0, 0, 255])).flat());

async function colourAt(derived: Awaited<ReturnType<typeof derive>>, left: number, top: number): Promise<string> {
  const file = derived.files.find((each) => each.name.endsWith("-320.webp"));
  const pixel = await sharp(file?.bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  const bright = [...pixel].map((channel) => channel > 128);
  return (
    { "true,false,false": "red", "false,false,true": "blue", "true,true,true": "white" }[String(bright)] ?? "other"
  );
}
