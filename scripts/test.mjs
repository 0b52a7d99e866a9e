// `npm test`: every check, on parts of its own, from a fresh clone. `npm test -- unit api` runs only the parts that are named:
//   types  lint  unit  components  domain  api  faults  e2e
// `npm test -- api tests/api/limits.test.ts` runs only the named files of those parts.
//
// What the parts are handed in their environment:
//   TEST_DATABASE_URL   a throwaway PostgreSQL, of a role that may create databases; `mithaas_template` on it is migrated and seeded
//   TEST_BASE_URL       the built shop (api, e2e: each on a fresh copy of the template)
//   TEST_SHOP_DATABASE_URL, TEST_SHOP_DATA_DIR   that shop's database and its folder of pictures
//   TEST_SHOP_LOG       api: what that shop writes
//   TEST_LIMITED_URL    api: a second instance on the same database; the first has RATE_LIMIT=off, this one has it on, and
//                       CORS_ORIGINS=https://app.example
//   TEST_ADMIN_EMAIL, TEST_ADMIN_PASSWORD   that shop's admin
//   TEST_BUILD          api, faults, e2e: the folder of the build
//   TEST_CHROMIUM       e2e: the browser's path
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findBrowser } from "./browser.mjs";
import { build } from "./build.mjs";
import { actionsKey } from "./data-folder.mjs";
import { install, requireNode, root } from "./install.mjs";
import { freePort } from "./ports.mjs";
import { CliError, endAll, run, start, step } from "./processes.mjs";
import { startShop, stopShop } from "./shop.mjs";
import { startThrowaway } from "./throwaway.mjs";

const PARTS = ["types", "lint", "unit", "components", "domain", "api", "faults", "e2e"];
/** Far more than all of it takes, downloads included: a run that hangs ends too. */
const LIMIT_MS = 30 * 60_000;
const results = path.join(root, "test-results");
const nodeModule = (/** @type {string} */ file) => path.join(root, "node_modules", file);

/** The test files that were named, as paths from the project's folder. None means all. */
const files = process.argv.slice(2).filter((argument) => /\.(test|spec)\.tsx?$/.test(argument));

const totals = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];
/** @type {(() => Promise<unknown>)[]} in the order of their making; undone in the other */
const undo = [];
let stopping = false;

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => void stop(130));
setTimeout(() => {
  console.error(`The tests did not end within ${LIMIT_MS / 60_000} minutes.`);
  void stop(1);
}, LIMIT_MS).unref();
try {
  await main();
} catch (error) {
  if (!stopping) {
    console.error(error instanceof CliError ? error.message : error);
    await stop(1);
  }
}

async function main() {
  requireNode();
  const named = process.argv.slice(2).filter((argument) => !files.includes(argument));
  const unknown = named.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) throw new CliError(`There is no part ${unknown.join(", ")}: ${PARTS.join(", ")}.`);
  const has = (/** @type {string} */ part) => named.length === 0 || named.includes(part);
  await install();
  fs.rmSync(results, { recursive: true, force: true });
  fs.mkdirSync(results, { recursive: true });
  // Before the long steps: a machine without a browser learns it at once.
  const browser = has("e2e") ? await findBrowser() : undefined;

  if (has("types")) await check("types", checkTypes);
  if (has("lint")) await check("lint", checkStyle);

  const env = { ...process.env };
  // The tests' shop is theirs alone, whatever the shell around them says.
  for (const name of [
    "DATABASE_URL",
    "DATABASE_DIRECT_URL",
    "APP_URL",
    "PORT",
    "HOST",
    "DATA_DIR",
    "ADMIN_EMAIL",
    "ADMIN_PASSWORD",
    "CORS_ORIGINS",
  ])
    delete env[name];
  const vitest = PARTS.slice(2, 5).filter(has);
  if (["domain", "api", "faults", "e2e"].some(has)) {
    const postgres = await step("Starting a throwaway PostgreSQL", startThrowaway);
    undo.push(postgres.stop);
    env.TEST_DATABASE_URL = postgres.url;
  }
  if (vitest.length > 0) await runVitest(vitest, env);
  if (has("api") || has("faults") || has("e2e")) await withShop(env, has, browser);
  await stop(0);
}

async function checkTypes() {
  await run("next typegen", process.execPath, [nodeModule("next/dist/bin/next"), "typegen"], { cwd: root });
  await run("tsc", process.execPath, [nodeModule("typescript/bin/tsc"), "--noEmit"], { cwd: root });
}

async function checkStyle() {
  await run("biome", process.execPath, [nodeModule("@biomejs/biome/bin/biome"), "check", "."], { cwd: root });
}

/** Builds the shop once and runs the parts that need it, each on a database of its own. */
async function withShop(
  /** @type {NodeJS.ProcessEnv} */ base,
  /** @type {(part: string) => boolean} */ has,
  /** @type {string | undefined} */ browser,
) {
  const [port, second] = [await freePort(), await freePort()];
  const password = randomBytes(12).toString("base64url");
  const secret = randomBytes(32).toString("base64url");
  const data = fs.mkdtempSync(path.join(results, "data-"));
  const shop = {
    ...base,
    AUTH_SECRET: secret,
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey(secret),
    APP_URL: `http://localhost:${port}`,
    PORT: String(port),
    DATA_DIR: data,
    ADMIN_EMAIL: "owner@mithaas.test",
    ADMIN_PASSWORD: password,
    RATE_LIMIT: "off",
  };
  const folder = await build();
  const tests = {
    ...base,
    AUTH_SECRET: secret,
    TEST_BASE_URL: shop.APP_URL,
    TEST_ADMIN_EMAIL: shop.ADMIN_EMAIL,
    TEST_ADMIN_PASSWORD: password,
    TEST_BUILD: folder,
    TEST_SHOP_DATA_DIR: data,
  };

  if (has("api")) {
    const url = await makeDatabase("shop_api", shop);
    const open = await serve(folder, { ...shop, DATABASE_URL: url }, "api");
    const limited = await serve(
      folder,
      { ...shop, DATABASE_URL: url, PORT: String(second), RATE_LIMIT: "on", CORS_ORIGINS: "https://app.example" },
      "limited",
    );
    await runVitest(["api"], {
      ...tests,
      TEST_SHOP_DATABASE_URL: url,
      TEST_SHOP_LOG: path.join(results, "server-api.log"),
      TEST_LIMITED_URL: `http://localhost:${second}`,
    });
    await Promise.all([stopShop(open), stopShop(limited)]);
  }
  // These start shops and a PostgreSQL of their own, to break them.
  if (has("faults")) await runVitest(["faults"], tests);
  if (has("e2e")) {
    const url = await makeDatabase("shop_e2e", shop);
    const server = await serve(folder, { ...shop, DATABASE_URL: url }, "e2e");
    await runPlaywright({ ...tests, TEST_SHOP_DATABASE_URL: url, TEST_CHROMIUM: browser });
    await stopShop(server);
  }
}

/** A copy of the template with the tests' admin in it; gives its address. @param {string} name @param {NodeJS.ProcessEnv} env */
async function makeDatabase(name, env) {
  const args = ["--import", "tsx", "tests/support/make-database.ts", name];
  return (
    (await run(`Making the database ${name}`, process.execPath, args, { cwd: root, env })).trim().split("\n").at(-1) ??
    ""
  );
}

/** @param {string} folder @param {NodeJS.ProcessEnv} env @param {string} name of its log */
async function serve(folder, env, name) {
  const log = path.join(results, `server-${name}.log`);
  const { child, ready } = startShop(folder, env, log);
  undo.push(() => stopShop(child));
  if (!(await ready)) throw new CliError(`The shop does not start:\n${fs.readFileSync(log, "utf8")}`);
  return child;
}

/** @param {string[]} projects @param {NodeJS.ProcessEnv} env */
async function runVitest(projects, env) {
  const report = path.join(results, `vitest-${projects.join("-")}.json`);
  const args = [
    "run",
    ...files,
    ...projects.map((name) => `--project=${name}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const code = await show([nodeModule("vitest/vitest.mjs"), ...args], { ...env, NODE_ENV: "test" });
  const counted = read(report);
  failures.push(...failedInVitest(counted));
  count(
    projects.join(", "),
    code,
    counted?.numPassedTests,
    counted?.numFailedTests,
    (counted?.numPendingTests ?? 0) + (counted?.numTodoTests ?? 0),
  );
}

/** @param {NodeJS.ProcessEnv} env */
async function runPlaywright(env) {
  const report = path.join(results, "playwright.json");
  const args = ["test", ...files, "--reporter=list,json"];
  const code = await show([nodeModule("@playwright/test/cli.js"), ...args], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const counted = read(report);
  failures.push(...failedInPlaywright(counted?.suites ?? []));
  const stats = counted?.stats;
  count("e2e", code, (stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected, stats?.skipped);
}

/** Runs a test program on this terminal. @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<number>} */
function show(args, env) {
  return new Promise((resolve) => {
    const child = start(process.execPath, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** @param {string} part @param {() => Promise<void>} work */
async function check(part, work) {
  try {
    await step(`Checking ${part}`, work);
    count(part, 0, 1, 0, 0);
  } catch (error) {
    if (stopping) throw error;
    console.error(error instanceof CliError ? error.message : error);
    count(part, 1, 0, 1, 0);
  }
}

/** @param {string} part @param {number} code @param {number} [passed] @param {number} [failed] @param {number} [skipped] */
function count(part, code, passed = 0, failed = 0, skipped = 0) {
  totals.passed += passed;
  // A program may fail without a failed test: a file that does not load, an error outside of a test.
  totals.failed += code !== 0 && failed === 0 ? 1 : failed;
  totals.skipped += skipped;
  if (code !== 0 || failed > 0) failures.push(`in ${part}`);
}

/** Each failed test and what it met, to be told again at the very end, where it is looked for. @param {any} report @returns {string[]} */
function failedInVitest(report) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const where = path.relative(root, file.name);
    const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status === "failed");
    if (failed.length === 0) return file.status === "failed" ? [`${where}: ${brief(file.message)}`] : [];
    return failed.map(
      (/** @type {any} */ test) => `${where} › ${test.fullName}: ${brief(test.failureMessages.join("\n"))}`,
    );
  });
}

/** The same of a browser run. @param {any[]} suites @returns {string[]} */
function failedInPlaywright(suites) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => {
        const last = spec.tests.at(-1)?.results.at(-1);
        return `tests/e2e/${spec.file}:${spec.line} › ${spec.title}: ${brief(last?.error?.message ?? "")}`;
      }),
    ...failedInPlaywright(suite.suites ?? []),
  ]);
}

/** @param {string} message */
function brief(message) {
  return stripVTControlCharacters(message).split("\n").slice(0, 8).join("\n    ").slice(0, 800);
}

/** @param {string} file */
function read(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : undefined;
}

/** Ends whatever runs, says the result, ends. @param {number} code */
async function stop(code) {
  if (stopping) return;
  stopping = true;
  for (const work of undo.reverse()) await work().catch(console.error);
  await endAll();
  if (code === 0) {
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : "";
    if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join("\n  ")}`);
    console.log(
      `\n${totals.passed} passed, ${totals.failed} failed${skipped} in ${Math.round(performance.now() / 1000)} s`,
    );
  }
  process.exit(code || (failures.length > 0 ? 1 : 0));
}
