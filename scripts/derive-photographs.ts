/**
 * Derives the catalogue's photographs into public/media by the pipeline that uploads go through, and writes what pages
 * need of each to db/seed/photographs.json. Run once when photographs change, so that neither start nor test encodes any:
 *   npx tsx scripts/derive-photographs.ts <folder of .jpg>
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { derive, type PictureShape } from "@/lib/images/pipeline";
import type { ImageView } from "@/lib/images/urls";
import { failWith } from "./failures";
import { CliError } from "./processes.mjs";

const MEDIA = "public/media";

async function main() {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new CliError("Usage: npx tsx scripts/derive-photographs.ts <folder of .jpg>");
  const names = (await readdir(folder))
    .filter((file) => file.endsWith(".jpg") && file !== "contact-sheet.jpg")
    .map((file) => file.slice(0, -".jpg".length))
    .sort();
  await rm(MEDIA, { recursive: true, force: true });
  await mkdir(MEDIA, { recursive: true });
  const photographs: Record<string, ImageView> = {};
  let total = 0;
  for (const name of names) {
    const { files, ...view } = await derive(await readFile(path.join(folder, `${name}.jpg`)), shapeOf(name));
    photographs[name] = view;
    for (const file of files) {
      await writeFile(path.join(MEDIA, file.name), file.bytes);
      total += file.bytes.length;
    }
    console.log(`${name}: ${files.map((file) => Math.round(file.bytes.length / 1024)).join(" ")} KB`);
  }
  await writeFile("db/seed/photographs.json", `${JSON.stringify(photographs, null, 2)}\n`);
  console.log(`${names.length} photographs, ${(total / 1e6).toFixed(1)} MB in ${MEDIA}`);
}

function shapeOf(name: string): PictureShape {
  if (name === "hero") return "wide";
  return name.startsWith("category-") ? "landscape" : "square";
}

main().catch(failWith);
