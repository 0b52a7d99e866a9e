// Public pages against their budget (tests/bench/budget.ts), in a shop of this file's own: others of its worker would add sweets.
import { brotliCompressSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { budgets, type Figures, goals } from "../bench/budget";
import { makeDatabase } from "../support/postgres";
import { anInstance } from "./instance";
import { unique } from "./shop";

let base: string;
beforeAll(async () => {
  const instance = await anInstance({
    DATABASE_URL: await makeDatabase(process.env.TEST_DATABASE_URL ?? "", unique("page_budget_")),
  });
  base = instance.address;
  return instance.stop;
});

const bytesOf = (texts: string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

const sizes = new Map<string, Promise<number>>();
/** A file's size once it is compressed; most are of several pages. */
function compressedSize(address: string, compress: (body: Buffer) => Buffer): Promise<number> {
  const size = sizes.get(address) ?? fetch(base + address).then(async (file) => compress(await bodyOf(file)).length);
  sizes.set(address, size);
  return size;
}

async function bodyOf(file: Response): Promise<Buffer> {
  expect([file.url, file.status]).toEqual([file.url, 200]);
  return Buffer.from(await file.arrayBuffer());
}

/** The compressed size of the files that the tags name, each once. There is at least one: else the page is written in another way now. */
async function sizeOf(tags: string[] | null, compress: (body: Buffer) => Buffer): Promise<number> {
  const addresses = new Set(tags?.flatMap((tag) => / (?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? []));
  expect(addresses.size).toBeGreaterThan(0);
  const all = await Promise.all([...addresses].map((address) => compressedSize(address, compress)));
  return all.reduce((sum, size) => sum + size, 0);
}

async function figuresOf(page: string): Promise<Figures> {
  const html = (await bodyOf(await fetch(base + page))).toString();
  const inline = Array.from(html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g), ([, text = ""]) => text);
  const flight = inline.filter((text) => text.includes("self.__next_f"));
  const pushed = flight.flatMap((text) => /^self\.__next_f\.push\((\[1,[\s\S]*\])\)$/.exec(text)?.[1] ?? []);
  // A row that imports a client component: 1a:I[12345,["/_next/static/…"],"Name"]
  const imports = pushed
    .map((text) => JSON.parse(text)[1])
    .join("")
    .match(/^[0-9a-f]+:I\[/gm);
  expect(imports).not.toBeNull();
  return {
    html: brotliCompressSync(html).length,
    flight: bytesOf(flight),
    css: await sizeOf(html.match(/<link rel="stylesheet"[^>]*>/g), brotliCompressSync),
    // Not those with noModule, which browsers of today do not fetch.
    script: await sizeOf(html.match(/<script(?![^>]* noModule)[^>]* src=[^>]*>/g), (body) =>
      gzipSync(body, { level: 9 }),
    ),
    clientComponents: imports?.length ?? 0,
  };
}

describe("the budget", () => {
  const pages = Object.entries(budgets).flatMap(([kind, { pages }]) => pages.map((page) => [page, kind] as const));

  test.each(pages)("of %s is kept", async (page, kind) => {
    const budget = budgets[kind] as Figures;
    const found = await figuresOf(page);
    const above = (Object.keys(found) as (keyof Figures)[]).flatMap((figure) => {
      const over = found[figure] - budget[figure];
      const percent = ((100 * over) / budget[figure]).toFixed(1);
      const where = `budgets.${kind}.${figure} in tests/bench/budget.ts`;
      return over > 0 ? [`${page}: ${figure} is ${found[figure]}, ${over} (${percent} %) above ${where}`] : [];
    });
    expect(above).toEqual([]);
  });

  test.each(Object.entries(budgets))("of the kind %s says why it is above a goal", (_, budget) => {
    const figures = Object.keys(goals) as (keyof typeof goals)[];
    const above = figures.filter((figure) => budget[figure] > goals[figure]);
    expect(Object.keys(budget.why).sort()).toEqual(above.sort());
  });
});
