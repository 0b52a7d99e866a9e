// A run of the nightly backup: a good one has the day in its name and takes the place of older ones, a failed one deletes nothing.
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeLock } from "../../scripts/lock";
import { runNight, type Work } from "../../scripts/nightly-run";

const clock = vi.hoisted(() => ({ now: new Date() }));
vi.mock("@/lib/clock", () => ({ shopNow: () => clock.now }));

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), "mithaas-night-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));
const put = (name: string, at: Date) => {
  fs.writeFileSync(path.join(folder, name), "x");
  fs.utimesSync(path.join(folder, name), at, at);
};
const files = () => fs.readdirSync(folder).sort();
const metric = (name: string) =>
  Number(
    new RegExp(`^mithaas_backup_${name} (.+)$`, "m").exec(
      fs.readFileSync(path.join(folder, "mithaas_backup.prom"), "utf8"),
    )?.[1],
  );

/** A run at a moment, by what makes and what verifies the backup; the line that it prints. */
async function night(at: string, keep: number, work: Partial<Work> = {}): Promise<Record<string, unknown>> {
  clock.now = new Date(at);
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const backUp = async (file: string) => fs.writeFileSync(file, "a backup");
  const ok = await runNight(folder, keep, { backUp, verify: async () => {}, ...work });
  const [line] = log.mock.calls.flat();
  log.mockRestore();
  return { ...JSON.parse(line as string), ok };
}
const failing = (message: string) => () => Promise.reject(new Error(message));

test("only a verified backup counts, and only behind one are older ones deleted", async () => {
  const [older, newer] = ["mithaas-nightly-2026-11-01.tar.gz", "mithaas-nightly-2026-11-02.tar.gz"];
  put(older, new Date("2026-11-01T00:00Z"));
  put(newer, new Date("2026-11-02T00:00Z"));
  put("mine.tar.gz", new Date(0));
  put(".mithaas-nightly-00000000-0000-4000-8000-000000000000.part", new Date(0)); // of a killed run

  expect(await night("2026-11-20T23:30:00Z", 1, { backUp: failing("nothing answers there") })).toMatchObject({
    ok: false,
    level: "error",
    error: "nothing answers there",
  });
  expect(files()).toEqual(["mine.tar.gz", older, newer, "mithaas_backup.prom"]);
  expect(metric("last_run_success")).toBe(0);

  // In India it is the next day.
  const good = "2026-11-21T23:30:00Z";
  const made = "mithaas-nightly-2026-11-22.tar.gz";
  expect(await night(good, 2)).toMatchObject({ ok: true, level: "info", file: made, bytes: 8, deleted: [older] });
  expect(files()).toEqual(["mine.tar.gz", newer, made, "mithaas_backup.prom"]);
  expect([metric("last_run_success"), metric("last_success_timestamp_seconds")]).toEqual([1, Date.parse(good) / 1000]);

  // The whole backup is saved apart, and does not count.
  const unverified = "mithaas-nightly-unverified.tar.gz";
  const wrong = await night("2026-11-22T23:30:00Z", 1, { verify: failing("Kaju Katli: 7 too many") });
  expect(wrong).toMatchObject({ ok: false, error: "Kaju Katli: 7 too many" });
  expect(files()).toEqual(["mine.tar.gz", newer, made, unverified, "mithaas_backup.prom"]);
  expect([metric("last_run_success"), metric("last_success_timestamp_seconds")]).toEqual([0, Date.parse(good) / 1000]);

  expect((await night("2026-11-23T23:30:00Z", 1)).deleted).toEqual([made, newer]);
  expect(files()).toEqual(["mine.tar.gz", "mithaas-nightly-2026-11-24.tar.gz", "mithaas_backup.prom"]);
});

test("a second run at the same time is refused, and touches nothing", async () => {
  const lock = takeLock(path.join(folder, ".mithaas-nightly.lock"), "npm run nightly-backup (process 1)");
  const before = files();
  expect(await night("2026-11-24T23:30:00Z", 1)).toMatchObject({
    ok: false,
    error: `${folder} is in use by npm run nightly-backup (process 1).`,
  });
  expect(files()).toEqual(before);
  if (lock.taken) lock.release();
  expect(await night("2026-11-24T23:30:00Z", 1)).toMatchObject({ ok: true });
});
