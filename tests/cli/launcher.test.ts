import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { actionsKey, keptSecret, makeDataFolder } from "@/scripts/data-folder";
import { findPostgres, startPostgres } from "@/scripts/embedded-postgres";
import { lockHolder, takeLock } from "@/scripts/lock";
import { isFree, whyNotListen } from "@/scripts/ports";
import { identityOf, isAlive } from "@/scripts/processes.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-launcher-"));
fs.chmodSync(folder, 0o755);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("a lock", () => {
  const file = path.join(folder, "locks/lock.json");
  beforeEach(() => void fs.rmSync(path.dirname(file), { recursive: true, force: true }));
  /** What is left of a lock whose holder did not release it. */
  const leave = (text: string) => {
    fs.mkdirSync(path.dirname(file));
    fs.writeFileSync(file, text);
  };

  test("has one holder, whose name it gives", () => {
    const first = takeLock(file, "http://localhost:3000");
    expect(first.taken).toBe(true);
    expect(takeLock(file, "another")).toMatchObject({
      taken: false,
      by: { pid: process.pid, holder: "http://localhost:3000" },
    });
    if (first.taken) first.release();
    expect(lockHolder(file)).toBeUndefined();
  });

  test("is taken over from a process that has ended, also when another one took it for that process", async () => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
    expect(takeLock(file, "for the child", child.pid).taken).toBe(true);
    expect(takeLock(file, "next")).toMatchObject({ taken: false, by: { pid: child.pid } });
    child.stdin.end();
    await once(child, "close");
    expect(takeLock(file, "next").taken).toBe(true);
  });

  test("is taken over when its pid belongs to another process by now", () => {
    leave(JSON.stringify({ pid: process.pid, identity: "an earlier process", holder: "gone" }));
    expect(takeLock(file, "next").taken).toBe(true);
  });

  test("is taken over when it is no lock at all", () => {
    leave("");
    expect(takeLock(file, "next").taken).toBe(true);
  });
});

test("a process is alive until it has ended, and has an identity of its own", async () => {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  expect(isAlive(pid)).toBe(true);
  expect(identityOf(pid)).not.toBe("");
  expect(identityOf(pid)).not.toBe(identityOf(process.pid));
  child.kill("SIGKILL");
  await once(child, "close");
  expect(isAlive(pid)).toBe(false);
  expect(identityOf(pid)).toBe("");
});

test("a port that someone listens on is taken", async () => {
  const server = net.createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  expect(await whyNotListen(port)).toBe("EADDRINUSE");
  expect(await whyNotListen(port, "127.0.0.1")).toBe("EADDRINUSE");
  expect(await whyNotListen(port, "192.0.2.1")).toBe("EADDRNOTAVAIL");
  server.close();
  await once(server, "close");
  expect(await whyNotListen(port)).toBe("");
  expect(await whyNotListen(port, "127.0.0.1")).toBe("");
  expect(await isFree(port)).toBe(true);
});

describe("the data folder", () => {
  test("keeps its secret to its owner, and the same for good", () => {
    const dataDir = path.join(folder, "a/b/data");
    makeDataFolder(dataDir);
    expect(fs.statSync(dataDir).mode & 0o066).toBe(0);
    const secret = keptSecret(dataDir);
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(fs.statSync(path.join(dataDir, "secret")).mode & 0o777).toBe(0o600);
    expect(keptSecret(dataDir)).toBe(secret);
    expect(Buffer.from(actionsKey(secret), "base64")).toHaveLength(32);
  });

  test("that cannot be one is refused in a line", () => {
    fs.writeFileSync(path.join(folder, "file"), "");
    expect(() => makeDataFolder(path.join(folder, "file"))).toThrow(/^DATA_DIR: .* accepted: /);
    expect(() => makeDataFolder(path.join(folder, "file/below"))).toThrow(/^DATA_DIR: .* accepted: /);
  });
});

describe("the embedded PostgreSQL", () => {
  const dataDir = path.join(folder, "data");
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const ask = async (url: string) => {
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
    try {
      const [row] = await sql`select current_user as "user", current_setting('server_encoding') as encoding`;
      return row;
    } finally {
      await sql.end({ timeout: 1 });
    }
  };

  test("starts, keeps its data private, is found, is adopted, comes back when it dies, ends, and is put aside when its passwords are lost", async () => {
    const first = await startPostgres({ dataDir, log });
    try {
      expect(first.adopted).toBe(false);
      expect(await ask(first.url)).toEqual({ user: "mithaas", encoding: "UTF8" });
      expect(await findPostgres(dataDir)).toMatchObject({ url: first.url });
      expect(fs.statSync(path.join(dataDir, "database.json")).mode & 0o777).toBe(0o600);
      await expect(ask(first.url.replace(/:[0-9a-f]+@/, ":wrong@"))).rejects.toMatchObject({ code: "28P01" });

      // A start that was killed leaves its server running.
      const second = await startPostgres({ dataDir, log });
      expect(second).toMatchObject({ adopted: true, url: first.url });

      const pid = Number(fs.readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
      await second.stop();
      expect(isAlive(pid)).toBe(false);
      await expect.poll(() => ask(first.url).catch(() => undefined), { timeout: 20_000 }).toBeDefined();
      await expect.poll(() => lines, { timeout: 20_000 }).toContain("The embedded PostgreSQL is running again.");
    } finally {
      await first.stop();
    }
    expect(await findPostgres(dataDir)).toBeUndefined();

    fs.rmSync(path.join(dataDir, "database.json"));
    const server = await startPostgres({ dataDir, log });
    await server.stop();
    expect(fs.readdirSync(dataDir).filter((name) => /^postgres\.\d+$/.test(name))).toHaveLength(1);
  });
});
