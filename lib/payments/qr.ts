import { encode } from "uqr";

/** Light modules that a reader needs around the code. */
const QUIET_ZONE = 4;

/** A QR code as the dark area of a square: its side in modules, the light margin included, and the area as the path of an SVG. */
export function qrOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  // Dark modules side by side are one rectangle, which makes the path several times shorter.
  const rectangles = data.flatMap((row, y) => {
    const runs: string[] = [];
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      const width = x - start + 1;
      runs.push(`M${start} ${y}h${width}v1h-${width}z`);
    }
    return runs;
  });
  return { size, path: rectangles.join("") };
}
