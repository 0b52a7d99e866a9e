// nightly: runs drizzle-kit and a PostgreSQL for each case; guards scripts/db-generate.ts, db/migration-rules.ts, db/function-files.ts, drizzle.config.ts, package-lock.json
// npm run db:generate in a copy of the project in which something was changed.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "@/scripts/install.mjs";
import { runNode } from "./run";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-db-generate-"));
fs.chmodSync(folder, 0o755);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

let copies = 0;

/** Runs it in a copy of what it reads, in which a file was changed. */
async function generate(name: string, edits: Record<string, (text: string) => string>) {
  const copy = path.join(folder, `copy-${copies++}`);
  for (const part of ["scripts", "db", "lib", "drizzle", "drizzle.config.ts", "tsconfig.json", "package.json"])
    fs.cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  fs.symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  for (const [file, edit] of Object.entries(edits)) {
    const [full, before] = [path.join(copy, file), fs.readFileSync(path.join(copy, file), "utf8")];
    fs.writeFileSync(full, edit(before));
    expect(fs.readFileSync(full, "utf8")).not.toBe(before);
  }
  const journal = () => JSON.parse(fs.readFileSync(path.join(copy, "drizzle/meta/_journal.json"), "utf8")).entries;
  const count = journal().length;
  const result = await runNode(["--import", "tsx", "scripts/db-generate.ts", "--name", name], copy);
  const written: string[] = journal()
    .slice(count)
    .map(({ tag }: { tag: string }) => fs.readFileSync(path.join(copy, `drizzle/${tag}.sql`), "utf8"));
  return { ...result, written };
}

test("fails with what drizzle-kit says when the schema cannot be read", async () => {
  const { code, output, written } = await generate("broken", {
    "db/schema.ts": (text) => `${text}\nexport const later = pgTable("later", { id: notImported() });\n`,
  });
  expect(output).toContain("ReferenceError: notImported is not defined");
  expect(output).not.toContain("complete");
  expect({ code, written }).toEqual({ code: 1, written: [] });
});

test("fails when drizzle-kit would have to ask whether a column has another name now", async () => {
  const { code, output, written } = await generate("renamed", {
    "db/schema.ts": (text) => text.replace("lastSeenAt:", "seenAt:"),
  });
  expect(output).toContain("TTY");
  expect(output).not.toContain("complete");
  expect({ code, written }).toEqual({ code: 1, written: [] });
});

test("writes what changed in the schema and in the functions, and says what would lock a large table", async () => {
  const { code, output, written } = await generate("both", {
    "db/schema.ts": (text) =>
      `${text.replace('index("users_role")', 'index("users_later").on(t.lastSeenAt),\n    index("users_role")')}
export const later = pgTable("later", { id: integer() });\n`,
    "db/functions/sweets.sql": (text) =>
      `${text}\ncreate or replace function later() returns int language sql as 'select 1';\n`,
  });
  expect(code).toBe(0);
  expect(written).toEqual([
    expect.stringContaining('CREATE TABLE "later"'),
    expect.stringMatching(/function (public\.)?later\(\)/i),
  ]);
  expect(output).toContain("The index users_later of users is not built concurrently.");
});

test("says when nothing changed", async () => {
  const { code, output, written } = await generate("nothing", {
    "db/schema.ts": (text) => `${text}\n// No change.\n`,
  });
  expect(output).toContain("The migrations are complete.");
  expect({ code, written }).toEqual({ code: 0, written: [] });
});
