// `npm test`: every check, on parts of its own, from a fresh clone. `npm test -- unit api` runs only the parts that are named:
//   types  lint  unused  unit  components  domain  api  faults  e2e
// and, only when it is named (`npm run test:ha`):
//   ha    several machines that lose parts, made of Debian's packages (tests/ha)
// `npm test -- api tests/api/limits.test.ts` runs only the named files of those parts.
//
// What the parts are handed in their environment:
//   TEST_DATABASE_URL   a throwaway PostgreSQL, of a role that may create databases; `mithaas_template` on it is migrated and seeded
//   TEST_BASE_URL       the built shop (api, e2e: each on a fresh copy of the template)
//   TEST_SHOP_DATABASE_URL, TEST_SHOP_DATA_DIR   that shop's database and its folder of pictures
//   TEST_SHOP_LOG       api: what that shop writes
//   TEST_LIMITED_URL    api: a second instance on the same database; the first has RATE_LIMIT=off, this one has it on, and
//                       CORS_ORIGINS=https://app.example
//   TEST_METRICS_TOKEN  api: the first's METRICS_TOKEN; the second has none
//   TEST_ADMIN_EMAIL, TEST_ADMIN_PASSWORD   that shop's admin
//   TEST_BUILD          api, faults, e2e, ha: the folder of the build
//   TEST_CHROMIUM       e2e: the browser's path
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { findBrowser } from "./browser";
import { actionsKey } from "./data-folder";
import { root } from "./install.mjs";
import { freePort } from "./ports";
import { CliError, endAll, run, start, step } from "./processes.mjs";
import { build } from "./production-build";
import { startShop, stopShop } from "./shop";
import { playwrightResult, type Result, vitestResult } from "./test-report";
import { startThrowaway } from "./throwaway";

const PARTS = ["types", "lint", "unused", "unit", "components", "domain", "api", "faults", "e2e"];
/** Needs programs that the project does not install. */
const ONLY_WHEN_NAMED = ["ha"];
/** Far more than all of it takes, downloads included: a run that hangs ends too. */
const LIMIT_MS = 60 * 60_000;
const results = path.join(root, "test-results");
const nodeModule = (file: string) => path.join(root, "node_modules", file);

/** The test files that were named, as paths from the project's folder. None means all. */
const files = process.argv.slice(2).filter((argument) => /\.(test|spec)\.tsx?$/.test(argument));

const totals = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
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
  const named = process.argv.slice(2).filter((argument) => !files.includes(argument));
  const parts = [...PARTS, ...ONLY_WHEN_NAMED];
  const unknown = named.filter((part) => !parts.includes(part));
  if (unknown.length > 0) throw new CliError(`There is no part ${unknown.join(", ")}: ${parts.join(", ")}.`);
  const has = (part: string) => (named.length === 0 ? PARTS : named).includes(part);
  fs.rmSync(results, { recursive: true, force: true });
  fs.mkdirSync(results, { recursive: true });
  // Before the long steps: a machine without a browser learns it at once.
  const browser = has("e2e") ? await findBrowser() : undefined;

  if (has("types")) await check("types", checkTypes);
  if (has("lint")) await check("lint", checkStyle);
  if (has("unused")) await check("unused", checkUnused);

  const env = { ...process.env };
  // The tests' shop is theirs alone, whatever the shell around them says.
  for (const name of [
    "DATABASE_URL",
    "DATABASE_DIRECT_URL",
    "DATABASE_REPLICA_URL",
    "APP_URL",
    "PORT",
    "HOST",
    "DATA_DIR",
    "ADMIN_EMAIL",
    "ADMIN_PASSWORD",
    "CORS_ORIGINS",
    "SMTP_URL",
    "MAIL_FROM",
    "S3_ENDPOINT",
    "S3_BUCKET",
    "S3_REGION",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
    "S3_PREFIX",
    "S3_VIRTUAL_HOST",
    "CDN_PURGE",
    "CDN_PURGE_URL",
    "CDN_PURGE_TOKEN",
    "METRICS_TOKEN",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_SERVICE_NAME",
  ])
    delete env[name];
  const vitest = ["unit", "components", "domain"].filter(has);
  if (["domain", "api", "faults", "e2e", "ha"].some(has)) {
    const postgres = await step("Starting a throwaway PostgreSQL", startThrowaway);
    undo.push(postgres.stop);
    env.TEST_DATABASE_URL = postgres.url;
  }
  const runWithoutShop = async () => {
    if (vitest.length > 0) await runVitest(vitest, env);
  };
  if (["api", "faults", "e2e", "ha"].some(has)) await runWithShop(env, has, browser, runWithoutShop);
  else await runWithoutShop();
  await stop(0);
}

async function checkTypes() {
  await run("next typegen", process.execPath, [nodeModule("next/dist/bin/next"), "typegen"], { cwd: root });
  await run("tsc", process.execPath, [nodeModule("typescript/bin/tsc"), "--noEmit"], { cwd: root });
}

async function checkStyle() {
  await run("biome", process.execPath, [nodeModule("@biomejs/biome/bin/biome"), "check", "."], { cwd: root });
}

/** Files, exports, types and dependencies that nothing uses (knip.json). */
async function checkUnused() {
  await run("knip", process.execPath, [nodeModule("knip/bin/knip.js"), "--no-progress"], { cwd: root });
}

/**
 * Builds the shop once and runs the parts that need it, each on a database of its own, after the parts that need none. The faults start
 * shops and a PostgreSQL of their own, to break them, and mostly wait: they run beside all but the browser's part, and their output is
 * shown when they have ended. Attacks come after them: what others notice of them can only be seen on a machine that does nothing else.
 */
async function runWithShop(
  base: NodeJS.ProcessEnv,
  has: (part: string) => boolean,
  browser: string | undefined,
  runWithoutShop: () => Promise<void>,
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

  const runApi = async () => {
    const url = await makeDatabase("shop_api", shop);
    const metricsToken = randomBytes(24).toString("base64url");
    const open = await serve(folder, { ...shop, DATABASE_URL: url, METRICS_TOKEN: metricsToken }, "api");
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
      TEST_METRICS_TOKEN: metricsToken,
    });
    await Promise.all([stopShop(open), stopShop(limited)]);
  };
  const others = async () => {
    await runWithoutShop();
    if (has("api")) await runApi();
  };
  const isAlone = !["unit", "components", "domain", "api"].some(has);
  await Promise.all([others(), has("faults") ? runVitest(["faults"], tests, !isAlone) : undefined]);
  if (has("faults")) await runVitest(["attacks"], tests);
  if (has("e2e")) {
    const url = await makeDatabase("shop_e2e", shop);
    const server = await serve(folder, { ...shop, DATABASE_URL: url }, "e2e");
    await runPlaywright({ ...tests, TEST_SHOP_DATABASE_URL: url, TEST_CHROMIUM: browser });
    await stopShop(server);
  }
  if (has("ha")) await runVitest(["ha"], tests);
}

/** A copy of the template with the tests' admin in it; gives its address. */
async function makeDatabase(name: string, env: NodeJS.ProcessEnv) {
  const args = ["--import", "tsx", "tests/support/make-database.ts", name];
  return (
    (await run(`Making the database ${name}`, process.execPath, args, { cwd: root, env })).trim().split("\n").at(-1) ??
    ""
  );
}

/** @param name of its log */
async function serve(folder: string, env: NodeJS.ProcessEnv, name: string) {
  const log = path.join(results, `server-${name}.log`);
  const { child, ready } = startShop(folder, env, log);
  undo.push(() => stopShop(child));
  if (!(await ready)) throw new CliError(`The shop does not start:\n${fs.readFileSync(log, "utf8")}`);
  return child;
}

/** @param isQuiet the output goes to a file, and to the terminal at the end */
async function runVitest(projects: string[], env: NodeJS.ProcessEnv, isQuiet = false) {
  const report = path.join(results, `vitest-${projects.join("-")}.json`);
  const args = [
    "run",
    ...files,
    ...(files.length > 0 ? ["--passWithNoTests"] : []), // those that were named may be of another project
    ...projects.map((name) => `--project=${name}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const log = isQuiet ? path.join(results, `vitest-${projects.join("-")}.log`) : undefined;
  const code = await show([nodeModule("vitest/vitest.mjs"), ...args], { ...env, NODE_ENV: "test" }, log);
  if (log) process.stdout.write(fs.readFileSync(log));
  count(projects.join(", "), code, vitestResult(report));
}

async function runPlaywright(env: NodeJS.ProcessEnv) {
  const report = path.join(results, "playwright.json");
  const args = ["test", ...files, "--reporter=list,json"];
  const code = await show([nodeModule("@playwright/test/cli.js"), ...args], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  count("e2e", code, playwrightResult(report));
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

async function check(part: string, work: () => Promise<void>) {
  try {
    await step(`Checking ${part}`, work);
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
    if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join("\n  ")}`);
    console.log(
      `\n${totals.passed} passed, ${totals.failed} failed${skipped} in ${Math.round(performance.now() / 1000)} s`,
    );
  }
  process.exit(code || (failures.length > 0 ? 1 : 0));
}
