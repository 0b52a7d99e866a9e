// `npm test`: the first tier of the checks, on parts of its own, from a fresh clone. It leaves the files of the second tier for the night,
// except those that guard something that differs from the main branch (scripts/test-tiers.ts). `npm run test:all` runs both tiers.
// `npm test -- unit api` runs only the parts that are named:
//   types  lint  unused  unit  components  domain  cli  api  faults  e2e
// and, not in the first tier unless it is named:
//   year  a year of a shop with its festivals, day by day (tests/year)
// and, only when it is named:
//   ha    several machines that lose parts, made of Debian's packages (tests/ha); `npm run test:ha`
// `npm test -- api tests/api/limits.test.ts` runs the named files of those parts, whatever their tier.
//
// What the parts are handed in their environment:
//   TEST_DATABASE_URL   a throwaway PostgreSQL, of a role that may create databases; `mithaas_template` on it is migrated and seeded
//   TEST_BASE_URL       e2e: the built shop, on a fresh copy of the template
//   TEST_SHOP_DATABASE_URL, TEST_SHOP_DATA_DIR   that shop's database and its folder of pictures
//   TEST_ADMIN_EMAIL, TEST_ADMIN_PASSWORD   that shop's admin
//   TEST_API_SHOPS      api: as JSON, the same variables of a shop for each worker (tests/support/api-setup.ts), and
//     TEST_SHOP_LOG       what it writes
//     TEST_LIMITED_URL    a second instance on the same database; the first has RATE_LIMIT=off, this one has it on, and
//                         CORS_ORIGINS=https://app.example
//     TEST_METRICS_TOKEN  the first's METRICS_TOKEN; the second has none
//   TEST_BUILD          api, faults, e2e, ha: the folder of the build
//   TEST_CHROMIUM       e2e: the browser's path
//   TEST_LEFT_OUT       the files that are left for the night, as JSON
//   TEST_NIGHT          set when both tiers run: property tests try more
//   TEST_FILE_TIMES     where the reporter of Vitest writes how long each file took (tests/support/file-times.ts)
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { ENV_NAMES } from "@/lib/env";
import { findBrowser } from "./browser";
import { actionsKey } from "./data-folder";
import { root } from "./install.mjs";
import { freePort } from "./ports";
import { CliError, endAll, run, start, step } from "./processes.mjs";
import { build } from "./production-build";
import { startShop, stopShop } from "./shop";
import { type FileTime, playwrightResult, type Result, timesReport, vitestResult } from "./test-report";
import { changedFiles, divideNightly, nightlyFiles } from "./test-tiers";
import { TEST_WORKERS } from "./test-workers.mjs";
import { startThrowaway } from "./throwaway";

const FIRST_TIER = ["types", "lint", "unused", "unit", "components", "domain", "cli", "api", "faults", "e2e"];
const BOTH_TIERS = [...FIRST_TIER, "year"];
/** It needs programs that the project does not install. */
const ONLY_WHEN_NAMED = "ha";
/** Far more than all of it takes, downloads included: a run that hangs ends too. */
const LIMIT_MS = 90 * 60_000;
const results = path.join(root, "test-results");
const nodeModule = (file: string) => path.join(root, "node_modules", file);

/** The test files that were named, as paths from the project's folder. None means all. */
const files = process.argv.slice(2).filter((argument) => /\.(test|spec)\.tsx?$/.test(argument));
/** Both tiers are run. */
const isNight = process.argv.includes("all");
/** The files of the second tier that are run in the first, because of what has changed, and those that are left out. */
const nightly =
  isNight || files.length > 0 ? { added: [], left: [] } : divideNightly(nightlyFiles(root), changedFiles(root));

const totals = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const partTimes: { part: string; seconds: number }[] = [];
const fileTimes: FileTime[] = [];
/** What is to be undone at the end, the latest first. */
const undo: (() => Promise<unknown>)[] = [];
let stopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(130));
setTimeout(() => {
  console.error(`The tests did not end within ${LIMIT_MS / 60_000} minutes.`);
  void stop(1);
}, LIMIT_MS).unref();
main().catch((error) => {
  if (stopping) return;
  console.error(error instanceof CliError ? error.message : error);
  void stop(1);
});

async function main() {
  const named = process.argv.slice(2).filter((argument) => argument !== "all" && !files.includes(argument));
  const parts = [...BOTH_TIERS, ONLY_WHEN_NAMED];
  const unknown = named.filter((part) => !parts.includes(part));
  if (unknown.length > 0) throw new CliError(`There is no part ${unknown.join(", ")}: ${parts.join(", ")}.`);
  const all = isNight ? BOTH_TIERS : FIRST_TIER;
  const has = (part: string) => (named.length === 0 ? all : named).includes(part);
  fs.rmSync(results, { recursive: true, force: true });
  fs.mkdirSync(results, { recursive: true });
  // Before the long steps: a machine without a browser learns it at once.
  const browser = has("e2e") ? await findBrowser() : undefined;

  const env = testEnvironment();
  if (["domain", "api", "faults", "e2e", "ha", "year"].some(has)) {
    const postgres = await step("Starting a throwaway PostgreSQL", startThrowaway);
    undo.push(postgres.stop);
    env.TEST_DATABASE_URL = postgres.url;
  }
  const needsShop = ["api", "faults", "e2e", "ha"].some(has);
  const vitest = async (projects: string[], more: Record<string, string> = {}, isQuiet = false) => {
    const wanted = projects.filter(has);
    if (wanted.length > 0) await timed(wanted.join(", "), () => runVitest(wanted, { ...env, ...more }, isQuiet));
  };
  // Neither uses all processors alone.
  const [folder] = await Promise.all([
    needsShop ? timed("build", build) : "",
    runChecks(has).then(() => vitest(["unit", "components"])),
  ]);
  const TEST_BUILD = folder;
  // The faults start shops and a PostgreSQL of their own, to break them, and mostly wait: they run beside the others, and their output
  // is shown when they have ended.
  const isAlone = !["types", "domain", "cli", "api", "e2e"].some(has);
  const faults = vitest(["faults"], { TEST_BUILD }, !isAlone);
  // Not beside the build, which deletes the types of pages and addresses and writes them afresh (`.next/types`).
  const types = has("types") ? check("types", checkTypes) : undefined;
  // The shops start while what needs none runs.
  const apiShops = has("api") ? soon(startApiShops(folder, env)) : undefined;
  const e2eShop = has("e2e") ? soon(startE2eShop(folder, env)) : undefined;
  await vitest(["domain", "cli"]);
  await types;
  if (apiShops) {
    await vitest(["api"], { TEST_BUILD, TEST_API_SHOPS: JSON.stringify((await apiShops).map(({ tests }) => tests)) });
    await Promise.all((await apiShops).flatMap(({ servers }) => servers).map(stopShop));
  }
  if (e2eShop) {
    const { server, tests } = await e2eShop;
    await timed("e2e", () => runPlaywright({ ...env, ...tests, TEST_BUILD, TEST_CHROMIUM: browser }));
    await stopShop(server);
  }
  await faults;
  await vitest(["year"]);
  await vitest(["ha"], { TEST_BUILD });
  await stop(0);
}

/** A promise that is awaited later: until then nobody minds that it is rejected. */
function soon<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** The environment without what configures a shop: the tests' shops are theirs alone, whatever the shell around them says. */
function testEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, AUTH_SECRET: randomBytes(32).toString("base64url") };
  for (const name of ENV_NAMES) if (name !== "AUTH_SECRET") delete env[name];
  env.TEST_LEFT_OUT = JSON.stringify(nightly.left);
  if (isNight) env.TEST_NIGHT = "1";
  return env;
}

async function runChecks(has: (part: string) => boolean) {
  if (has("lint")) await check("lint", () => runTool("biome", "@biomejs/biome/bin/biome", "check", "."));
  // Files, exports, types and dependencies that nothing uses (knip.json).
  if (has("unused")) await check("unused", () => runTool("knip", "knip/bin/knip.js", "--no-progress"));
}

async function checkTypes() {
  await runTool("next typegen", "next/dist/bin/next", "typegen");
  await runTool("tsc", "typescript/bin/tsc", "--noEmit");
}

/** @param program of a package, as a path from node_modules */
async function runTool(title: string, program: string, ...args: string[]) {
  await run(title, process.execPath, [nodeModule(program), ...args], { cwd: root });
}

/** For each worker a shop with a database of its own: a file counts on nobody else selling meanwhile. */
async function startApiShops(folder: string, env: NodeJS.ProcessEnv) {
  const names = Array.from({ length: TEST_WORKERS }, (_, i) => `api_${i + 1}`);
  const made: Awaited<ReturnType<typeof makeShop>>[] = [];
  for (const name of names) made.push(await makeShop(name, env));
  return Promise.all(
    made.map(async (shop, i) => {
      const name = names[i] ?? "";
      const metricsToken = randomBytes(24).toString("base64url");
      const open = await serve(folder, { ...shop.env, METRICS_TOKEN: metricsToken }, name);
      const limited = { PORT: String(await freePort()), RATE_LIMIT: "on", CORS_ORIGINS: "https://app.example" };
      const second = await serve(folder, { ...shop.env, ...limited }, `${name}_limited`);
      const tests = {
        ...shop.tests,
        TEST_SHOP_LOG: path.join(results, `server-${name}.log`),
        TEST_LIMITED_URL: `http://localhost:${limited.PORT}`,
        TEST_METRICS_TOKEN: metricsToken,
      };
      return { servers: [open, second], tests };
    }),
  );
}

async function startE2eShop(folder: string, env: NodeJS.ProcessEnv) {
  const shop = await makeShop("e2e", env);
  return { server: await serve(folder, shop.env, "e2e"), tests: shop.tests };
}

async function runPlaywright(env: NodeJS.ProcessEnv) {
  const report = path.join(results, "playwright.json");
  const code = await show([nodeModule("@playwright/test/cli.js"), "test", ...files, "--reporter=list,json"], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const { times, ...result } = playwrightResult(report);
  fileTimes.push(...times);
  count("e2e", code, result);
}

/**
 * A database of a shop, a copy of the template with the tests' admin in it. `env` is for its server, `tests` for those who call it.
 * @param name of its database, of its folder and of its log
 */
async function makeShop(name: string, base: NodeJS.ProcessEnv) {
  const port = await freePort();
  const admin = { email: "owner@mithaas.test", password: randomBytes(12).toString("base64url") };
  const env: NodeJS.ProcessEnv = {
    ...base,
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey(base.AUTH_SECRET ?? ""),
    APP_URL: `http://localhost:${port}`,
    PORT: String(port),
    DATA_DIR: fs.mkdtempSync(path.join(results, `data-${name}-`)),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT: "off",
  };
  const args = ["--import", "tsx", "tests/support/make-database.ts", `shop_${name}`];
  const output = await run(`Making the database of ${name}`, process.execPath, args, { cwd: root, env });
  env.DATABASE_URL = output.trim().split("\n").at(-1) ?? "";
  const tests = {
    TEST_BASE_URL: env.APP_URL,
    TEST_SHOP_DATABASE_URL: env.DATABASE_URL,
    TEST_SHOP_DATA_DIR: env.DATA_DIR,
    TEST_ADMIN_EMAIL: admin.email,
    TEST_ADMIN_PASSWORD: admin.password,
  };
  return { env, tests };
}

/** @param name of its log */
async function serve(folder: string, env: NodeJS.ProcessEnv, name: string): Promise<ChildProcess> {
  const log = path.join(results, `server-${name}.log`);
  const { child, ready } = startShop(folder, env, log);
  undo.push(() => stopShop(child));
  if (!(await ready)) throw new CliError(`The shop does not start:\n${fs.readFileSync(log, "utf8")}`);
  return child;
}

/** @param isQuiet the output goes to a file, and to the terminal at the end */
async function runVitest(projects: string[], env: NodeJS.ProcessEnv, isQuiet = false) {
  const name = projects.join("-");
  const [report, times] = [path.join(results, `vitest-${name}.json`), path.join(results, `times-${name}.json`)];
  const args = [
    "run",
    ...files,
    ...(files.length > 0 ? ["--passWithNoTests"] : []), // those that were named may be of another project
    ...projects.map((project) => `--project=${project}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    `--reporter=${path.join(root, "tests/support/file-times.ts")}`,
  ];
  const log = isQuiet ? path.join(results, `vitest-${name}.log`) : undefined;
  const vitest = [nodeModule("vitest/vitest.mjs"), ...args];
  const code = await show(vitest, { ...env, NODE_ENV: "test", TEST_FILE_TIMES: times }, log);
  if (log) process.stdout.write(fs.readFileSync(log));
  if (fs.existsSync(times)) fileTimes.push(...JSON.parse(fs.readFileSync(times, "utf8")));
  count(projects.join(", "), code, vitestResult(report));
}

/** Runs a test program on this terminal, or with its output in a file. */
function show(args: string[], env: NodeJS.ProcessEnv, log?: string): Promise<number> {
  const output = log ? fs.openSync(log, "w") : "inherit";
  return new Promise((resolve) => {
    const child = start(process.execPath, args, { cwd: root, env, stdio: ["ignore", output, output] });
    if (typeof output === "number") fs.closeSync(output);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  partTimes.push({ part, seconds: (performance.now() - started) / 1000 });
  return result;
}

async function check(part: string, work: () => Promise<void>) {
  try {
    await timed(part, () => step(`Checking ${part}`, work));
    count(part, 0, { passed: 1, failed: 0, skipped: 0, failures: [] });
  } catch (error) {
    if (stopping) throw error;
    console.error(error instanceof CliError ? error.message : error);
    count(part, 1, { passed: 0, failed: 1, skipped: 0, failures: [] });
  }
}

function count(part: string, code: number, result: Result) {
  totals.passed += result.passed;
  // A program may fail without a failed test: a file that does not load, an error outside of a test.
  totals.failed += code !== 0 && result.failed === 0 ? 1 : result.failed;
  totals.skipped += result.skipped;
  failures.push(...result.failures);
  if (code !== 0 || result.failed > 0) failures.push(`in ${part}`);
}

/** Ends whatever runs, says the result, ends. */
async function stop(code: number) {
  if (stopping) return;
  stopping = true;
  for (const work of undo.reverse()) await work().catch(console.error);
  await endAll();
  if (code === 0) {
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : "";
    console.log(`\n${timesReport(partTimes, fileTimes)}`);
    if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join("\n  ")}`);
    if (nightly.added.length > 0) console.log(`\nOf the night, for what has changed:\n  ${nightly.added.join("\n  ")}`);
    if (nightly.left.length > 0)
      console.log(`\n${nightly.left.length} test files are left for the night: npm run test:all runs them.`);
    console.log(
      `\n${totals.passed} passed, ${totals.failed} failed${skipped} in ${Math.round(performance.now() / 1000)} s`,
    );
  }
  process.exit(code || (failures.length > 0 ? 1 : 0));
}
