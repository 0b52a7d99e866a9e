import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { indiaDay } from "@/lib/dates";
import { anInstance, call, until } from "./shop";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-year-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Moves a process's clock by as many milliseconds as stand in a file. */
const movedClock = `
const { readFileSync } = require("node:fs");
const RealDate = Date;
let ahead = 0;
setInterval(() => { ahead = Number(readFileSync(process.env.CLOCK_AHEAD, "utf8")) || 0; }, 50).unref();
globalThis.Date = class Date extends RealDate {
  constructor(...parts) { if (parts.length > 0) super(...parts); else super(RealDate.now() + ahead); }
  static now() { return RealDate.now() + ahead; }
  // Next.js copies a Date's own properties, not what it inherits.
  static parse = RealDate.parse;
  static UTC = RealDate.UTC;
};
const realNow = performance.now.bind(performance);
performance.now = () => realNow() + ahead;`;

test("the footer's year is right on New Year's morning, on pages that were made before it", async () => {
  const preload = path.join(folder, "clock.cjs");
  const ahead = path.join(folder, "ahead");
  fs.writeFileSync(preload, movedClock);
  fs.writeFileSync(ahead, "0");
  const shop = await anInstance({ NODE_OPTIONS: `--require=${preload}`, CLOCK_AHEAD: ahead });
  const year = Number(indiaDay().slice(0, 4));
  // Pages of the catalogue, of text alone, and of what is not there, by two ways.
  const paths = ["/home", "/products", "/about", "/faq", "/nope", "/products/nope"];
  const years = async (where: string) =>
    new Set(
      [...(await call(shop, "GET", where)).body.matchAll(/© 2025(?:–(\d{4}))?/g)].map(([, last]) => Number(last)),
    );
  for (const where of paths) expect([where, await years(where)]).toEqual([where, new Set([year])]);

  const newYear = Date.parse(`${year + 1}-01-01T00:00:00+05:30`);
  fs.writeFileSync(ahead, String(newYear - Date.now()));
  for (const where of paths) {
    await until(async () => {
      const shown = await years(where);
      return shown.size === 1 && shown.has(year + 1);
    });
  }
  await shop.stop();
});
