// Commands that call another program: its failure is shown, and is theirs. Slow: it runs drizzle-kit and other commands as processes of
// their own.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { findBrowser } from "@/scripts/browser";
import { root } from "@/scripts/install.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-commands-"));
fs.chmodSync(folder, 0o755);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

/** Runs Node.js to its end; gives its exit code, and its output and errors together. */
async function node(args: string[], cwd: string, env = process.env) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, output };
}

describe("npm run db:generate", { timeout: 120_000 }, () => {
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
    const result = await node(["--import", "tsx", "scripts/db-generate.ts", "--name", name], copy);
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

  test("writes what changed in the schema and in the functions", async () => {
    const { code, written } = await generate("both", {
      "db/schema.ts": (text) => `${text}\nexport const later = pgTable("later", { id: integer() });\n`,
      "db/functions/sweets.sql": (text) =>
        `${text}\ncreate or replace function later() returns int language sql as 'select 1';\n`,
    });
    expect(code).toBe(0);
    expect(written).toEqual([
      expect.stringContaining('CREATE TABLE "later"'),
      expect.stringMatching(/function (public\.)?later\(\)/i),
    ]);
  });

  test("says when nothing changed", async () => {
    const { code, output, written } = await generate("nothing", {
      "db/schema.ts": (text) => `${text}\n// No change.\n`,
    });
    expect(output).toContain("The migrations are complete.");
    expect({ code, written }).toEqual({ code: 0, written: [] });
  });
});

test("npm run check-pictures finds the embedded database of DATA_DIR", { timeout: 120_000 }, async () => {
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, DATA_DIR: path.join(folder, "data") };
  expect(await node(["scripts/run.mjs", "seed"], root, env)).toMatchObject({ code: 0 });
  const { code, output } = await node(["scripts/run.mjs", "check-pictures"], root, env);
  expect(output).toContain("Pictures are right");
  expect(code).toBe(0);
});

test("a browser that does not start says why", async () => {
  const browser = path.join(folder, "chromium");
  fs.writeFileSync(browser, "#!/bin/sh\necho 'libnss3.so: cannot open shared object file' >&2\nexit 127\n", {
    mode: 0o755,
  });
  vi.stubEnv("CHROMIUM_PATH", browser);
  await expect(findBrowser()).rejects.toThrow(
    `CHROMIUM_PATH: ${browser} does not start (libnss3.so: cannot open shared object file);`,
  );
  vi.stubEnv("CHROMIUM_PATH", path.join(folder, "nothing"));
  await expect(findBrowser()).rejects.toThrow("ENOENT");
});
