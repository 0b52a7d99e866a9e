// The documents: links that resolve, files that exist, a short README, and nothing that is explained only outside this repository.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ENV_NAMES } from "@/lib/env";

const root = path.resolve(import.meta.dirname, "../..");
const FOLDERS = "app components db deploy docs drizzle lib patches scripts server tests".split(" ");
const TEXT = /\.(md|mdx?|tsx?|mts|mjs|cjs|sql|css|ya?ml|json)$/;
const LEFT_OUT = /(^|\/)(node_modules|meta|results)\//;

const filesIn = (folder: string) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file));
const files = [
  ...fs.readdirSync(root).filter((file) => fs.statSync(path.join(root, file)).isFile()),
  ...FOLDERS.flatMap(filesIn),
]
  .filter((file) => TEXT.test(file) && !LEFT_OUT.test(file) && file !== "package-lock.json")
  .filter((file) => fs.statSync(path.join(root, file)).isFile());
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
const exists = (file: string) => fs.existsSync(path.join(root, file));
const documents = files.filter((file) => file.endsWith(".md"));

/** Text without code blocks and code spans. */
const prose = (text: string) => text.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`/g, "`code`");

/** Anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  const headings = read(file)
    .replace(/```[\s\S]*?```/g, "")
    .matchAll(/^#{1,6} +(.+)$/gm);
  return [...headings].map(([, title = ""]) =>
    title
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/ /g, "-"),
  );
}

/** Why a link from a document or from the root leads nowhere; undefined when it resolves. */
function broken(target: string, from: string): string | undefined {
  const [file = "", anchor] = target.split("#");
  const to = file === "" ? from : path.posix.normalize(path.posix.join(path.posix.dirname(from), file));
  if (!exists(to)) return `${from}: ${target} does not exist`;
  if (anchor !== undefined && to.endsWith(".md") && !anchorsOf(to).includes(anchor))
    return `${from}: ${to} has no heading #${anchor}`;
  return undefined;
}

test("links between documents lead to files and headings that exist", () => {
  const links = documents.flatMap((file) =>
    [...prose(read(file)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => broken(target, file)),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(Boolean)).toEqual([]);
});

test("documents that code and tests cite exist, with the heading that they name", () => {
  const cited = files
    .filter((file) => !file.endsWith(".md"))
    .flatMap((file) =>
      [...read(file).matchAll(/\b(docs\/[\w/-]+\.md|[A-Z]{5,}\.md)(#[\w-]+)?/g)]
        .filter(([target]) => broken(target, "README.md"))
        .map(([target]) => `${file}: ${target}`),
    );
  expect(cited).toEqual([]);
});

test("files that the documents name exist", () => {
  // The changelog speaks of the files of its releases.
  const current = documents.filter((file) => file !== "CHANGELOG.md");
  const missing = current.flatMap((file) =>
    [...read(file).matchAll(/`((?:app|components|db|deploy|docs|lib|patches|scripts|server|tests)\/[\w./()[\]-]+)`/g)]
      .filter(([, name = ""]) => !exists(name) && !exists(path.posix.join(path.posix.dirname(file), name)))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(missing.filter((line) => !line.endsWith("tests/bench/results/") && !line.endsWith("node_modules"))).toEqual(
    [],
  );
});

test("tests that comments name exist", () => {
  const missing = files
    .filter((file) => !file.endsWith(".md"))
    .flatMap((file) =>
      [...read(file).matchAll(/\btests\/[\w./-]+\.(?:test|spec)\.tsx?\b/g)]
        .filter(([name]) => !exists(name))
        .map(([name]) => `${file}: ${name}`),
    );
  expect(missing).toEqual([]);
});

test("nothing cites a document that is not in the repository", () => {
  // The documents here have no section numbers: they are cited by file and heading.
  const cited = files
    .filter((file) => file !== "tests/unit/documents.test.ts")
    .flatMap((file) =>
      [...read(file).matchAll(/§ ?§?\d|\bowner\.md\b|\b(the|our) specification\b/g)].map(
        ([text]) => `${file}: ${text}`,
      ),
    );
  expect(cited).toEqual([]);
});

test("README has at most 120 lines", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(120);
});

test("every decision record is in the index, in the order of the numbers", () => {
  const records = filesIn("docs/decisions").filter((file) => /\/\d{4}-/.test(file));
  const index = [...read("docs/decisions/README.md").matchAll(/^\| \[\d+\]\(([^)]+)\)/gm)].map(([, file]) => file);
  expect(index).toEqual(records.map((file) => path.posix.basename(file)).sort());
});

test("a link to a decision record has the record's number", () => {
  const wrong = documents.flatMap((file) =>
    [...read(file).matchAll(/\[(?:decision\s+)?(\d+)\]\([^)]*?(\d{4})-[\w-]+\.md\)/gi)]
      .filter(([, number, record]) => Number(number) !== Number(record))
      .map(([link]) => `${file}: ${link}`),
  );
  expect(wrong).toEqual([]);
});

test("architecture.md names every job", () => {
  const jobs = [...read("server/jobs/start-jobs.ts").matchAll(/\bname: "([^"]+)"/g)].map(([, name]) => name);
  expect(jobs.length).toBeGreaterThan(8);
  const named = [...read("docs/architecture.md").matchAll(/^- \*\*([a-z ]+)\*\*, every/gm)].map(([, name]) => name);
  expect(jobs.filter((name) => !named.includes(name))).toEqual([]);
});

test("operations.md names every setting, and its text is wrapped", () => {
  const operations = read("docs/operations.md");
  expect(ENV_NAMES.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
  const text = operations.replace(/```[\s\S]*?```/g, "").split("\n");
  expect(text.filter((line) => line.length > 140 && !line.startsWith("|"))).toEqual([]);
});
