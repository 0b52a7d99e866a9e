// Who may import what (docs/architecture.md#who-may-import-what), read from the sources themselves.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const SOURCE = /^(app|components|lib|db|server)\/.*\.(ts|tsx)$|^(proxy|instrumentation(-client)?)\.ts$/;
const sources = listed().filter((file) => SOURCE.test(file));

/** Tracked and new files, as git sees them; of an unpacked archive, all there are. */
function listed(): string[] {
  try {
    const options = { cwd: root, encoding: "utf8" } as const;
    return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], options)
      .split("\n")
      .filter((file) => file !== "" && fs.existsSync(path.join(root, file)));
  } catch {
    const all = fs.readdirSync(root, { recursive: true, encoding: "utf8" });
    return all
      .map((file) => file.split(path.sep).join("/"))
      .filter((file) => !/(^|\/)(node_modules|\.next)/.test(file));
  }
}

const texts = new Map(sources.map((file) => [file, fs.readFileSync(path.join(root, file), "utf8")]));
const textOf = (file: string) => texts.get(file) ?? "";
/** Comments aside, which may speak of anything. */
const codeOf = (file: string) => textOf(file).replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
const isClient = (file: string) => /^["']use client["']/m.test(textOf(file).slice(0, 400));
const isAction = (file: string) => /^["']use server["']/m.test(textOf(file).slice(0, 400));

type Import = { from: string; typesOnly: boolean };

/** What a file imports; `@/` and relative paths of this repository as its own file names. */
function importsOf(file: string): Import[] {
  const found: Import[] = [];
  const statement =
    /^(?:import|export)\s+(type\s+)?([^"';]*?)\s*from\s+["']([^"']+)["']|^import\s+["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  for (const [, type, clause = "", from, plain, dynamic] of textOf(file).matchAll(statement)) {
    const named = /^\{([\s\S]*)\}$/
      .exec(clause.trim())?.[1]
      ?.split(",")
      .map((name) => name.trim())
      .filter(Boolean);
    const typesOnly =
      Boolean(type) || (named !== undefined && named.length > 0 && named.every((name) => /^type\s/.test(name)));
    found.push({ from: resolve(file, (from ?? plain ?? dynamic) as string), typesOnly });
  }
  return found;
}

function resolve(file: string, from: string): string {
  const local = from.startsWith("@/")
    ? from.slice(2)
    : from.startsWith(".")
      ? path.posix.join(path.posix.dirname(file), from)
      : null;
  if (local === null) return from;
  return [local, `${local}.ts`, `${local}.tsx`, `${local}/index.ts`].find((name) => texts.has(name)) ?? local;
}

const imports = new Map(sources.map((file) => [file, importsOf(file)]));
/** Files that import what `matches` says, types aside: `app/x.tsx imports db/client.ts`. */
function whoImports(matches: (from: string, file: string) => boolean, among = sources, types = false): string[] {
  return among.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter(({ from, typesOnly }) => (types || !typesOnly) && matches(from, file))
      .map(({ from }) => `${file} imports ${from}`),
  );
}
/** These files and all that they load, however far one follows their imports. */
function reachedFrom(roots: string[]): string[] {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { from, typesOnly } of imports.get(file) ?? []) if (!typesOnly && texts.has(from)) visit(from);
  };
  for (const file of roots) visit(file);
  return [...reached];
}
const within = (...folders: string[]) =>
  sources.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
const outside = (files: string[], allowed: RegExp) => files.filter((file) => !allowed.test(file));

test("there is something to look at", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(importsOf("lib/orders/queries.ts").map(({ from }) => from)).toContain("db/client.ts");
  expect(importsOf("lib/orders/serializers.ts")).toContainEqual({
    from: expect.stringMatching(/^lib\/orders\//),
    typesOnly: true,
  });
});

describe("direction: app → components → lib → db, never back", () => {
  test("components do not import app", () => {
    expect(whoImports((from) => from.startsWith("app/"), within("components"), true)).toEqual([]);
  });

  test("lib imports neither app nor components nor server", () => {
    expect(whoImports((from) => /^(app|components|server)\//.test(from), within("lib"), true)).toEqual([]);
  });

  test("server imports lib, db and the list of the API's routes, and nothing imports server but the start", () => {
    const above = (from: string) => /^(app|components)\//.test(from);
    expect(whoImports(above, within("server"), true)).toEqual(["server/api.ts imports app/api/routes.ts"]);
    const others = outside(sources, /^server\/|^instrumentation\.ts$/);
    expect(whoImports((from) => from.startsWith("server/"), others, true)).toEqual([]);
  });

  test("the API uses nothing of Next.js, however far one follows its imports, because the server calls it without", () => {
    const reached = reachedFrom(["app/api/routes.ts"]);
    expect(reached.length).toBeGreaterThan(100);
    expect(whoImports((from) => /^(next|next-auth)(\/|$)/.test(from) && from !== "next-auth/jwt", reached)).toEqual([]);
  });

  test("private parts of Next.js are imported in server/next alone", () => {
    expect(whoImports((from) => from.startsWith("next/dist/"), outside(sources, /^server\/next\//))).toEqual([]);
  });

  test("db imports only the environment, the metrics and the state of the process from above, and its constants nothing", () => {
    expect(within("db/constants").filter((file) => imports.get(file)?.length !== 0)).toEqual([]);
    const allowed = /^lib\/(env|metrics|one-per-process)\.ts$/;
    expect(
      whoImports((from) => /^(app|components|lib|server)\//.test(from) && !allowed.test(from), within("db"), true),
    ).toEqual([]);
  });

  test("what is shown late is loaded by later() or laterDialog(), which keep the page when its code does not come", () => {
    const contained = /\b(later|laterDialog)\(\s*(async )?\(\) =>[^;]*?import\(/g;
    const isLate = (file: string) => {
      const text = textOf(file).replace(contained, "");
      const imported = Array.from(text.matchAll(/\bimport\(\s*["']([^"']+)["']/g), ([, from = ""]) =>
        resolve(file, from),
      );
      // Schemas, lists and functions are .ts; who asks for them goes on without them.
      return /\blazy\s*[(<]|["']next\/dynamic["']/.test(text) || imported.some((from) => from.endsWith(".tsx"));
    };
    expect(within("app", "components").filter(isLate)).toEqual(["components/ui/later.tsx"]);
  });

  test("the parts of components/ui import nothing of the shop, types included, and know none of its words", () => {
    const ofShop = (from: string) => /^(lib\/[^/]+|db)\/|^lib\/shop\.ts$/.test(from);
    expect(whoImports(ofShop, within("components/ui"), true)).toEqual([]);
    const words =
      /\b(mithaas|sweets?|orders?(?!-)|carts?|checkout|packs?|pincode|deliver\w*|kitchen|festival|payments?|stock|instock|sugarfree|shipped|cancelled|visitors?|customers?|admin|staff)\b/i;
    expect(within("components/ui").filter((file) => words.test(codeOf(file)))).toEqual([]);
  });
});

/** The folders in their order: each imports those before it. docs/architecture.md draws the same. */
describe.each([
  {
    top: "lib",
    order: [
      ...["forms", "auth", "http", "images", "settings"],
      ...["stock", "catalogue", "delivery", "payments", "invoices", "cart", "orders"],
      ...["kitchen", "people", "enquiries", "messages", "reports", "audit", "webhooks"],
    ],
  },
  {
    top: "components",
    order: [
      ...["ui", "forms", "layout"],
      ...["stock", "delivery", "cart", "checkout", "catalogue"],
      ...["payments", "orders", "invoices", "faq", "enquiries", "account"],
      // The files in admin/ itself and those of admin/ui are one.
      ...["admin", "admin/audit", "admin/payments", "admin/orders", "admin/sweets", "admin/kitchen", "admin/plans"],
      ...["admin/till", "admin/dashboard", "admin/reports", "admin/messages", "admin/settings"],
    ],
  },
])("$top reads in one direction", ({ top, order }) => {
  const folderOf = (file: string) => /^\w+\/((?:admin\/(?!ui\/)(?=[^/]+\/))?[^/]+)\//.exec(file)?.[1];
  const place = (file: string) => order.indexOf(folderOf(file) ?? "");

  test("every folder has its place in the order, which the architecture names", () => {
    const folders = [...new Set(within(top).flatMap((file) => folderOf(file) ?? []))];
    expect(folders.sort()).toEqual([...order].sort());
    const drawn = fs.readFileSync(path.join(root, "docs/architecture.md"), "utf8").replace(/\s+/g, " ");
    expect(drawn).toContain(order.join(" → "));
  });

  test("a folder imports those before it and never one after it, types included", () => {
    const isLater = (from: string, file: string) => from.startsWith(`${top}/`) && place(from) > place(file);
    expect(whoImports(isLater, within(top), true)).toEqual([]);
  });
});

describe("state", () => {
  const MECHANISM = "lib/one-per-process.ts";
  test("that a process has once is kept by onePerProcess() alone, under a name that no other has", () => {
    const NO_STATE = [
      "instrumentation-client.ts", // a setting of zod, which reads it there
      "server/next/inline-scripts.ts", // the text of a script of Next.js
    ];
    const users = sources.filter((file) => /\bglobalThis\b|\bglobal\./.test(codeOf(file)));
    expect(users.filter((file) => ![MECHANISM, ...NO_STATE].includes(file))).toEqual([]);
    const names = sources.flatMap((file) =>
      Array.from(textOf(file).matchAll(/\bonePerProcess(?:<[^>]*>)?\(\s*["`]([^"`]+)/g), ([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  /** The variables of a module that change. */
  function stateOf(file: string): string[] {
    const code = codeOf(file);
    const replaced = Array.from(code.matchAll(/^(?:export )?let (\w+)/gm), ([, name = ""]) => name);
    const constants = [...code.matchAll(/^(?:export )?const (\w+)(?::.+?)?\s=\s+(.*)/gm)];
    const changed = constants.filter(([, name, value = ""]) => {
      if (value.startsWith("onePerProcess")) return false;
      const part = String.raw`(?<![\w.])${name}(?:\.\w+|\[[^\]\n]*\])`;
      const assigned = String.raw`${part}+\s*(?:[-+*/|&?]{0,2}=(?![=>])|\+\+|--)`;
      const called = String.raw`${part}*\.(?:set|add|push|unshift|shift|pop|splice|delete|clear|sort|reverse|fill)\(`;
      const empty = /^new (?:WeakMap|WeakSet|LRUCache|(?:Map|Set)(?:<.*>)?\(\))|^set(?:Interval|Timeout)\(/;
      return new RegExp(`${assigned}|${called}|Object\\.assign\\(\\s*${name}\\b`).test(code) || empty.test(value);
    });
    return [...replaced, ...changed.map(([, name = ""]) => name)].map((name) => `${file} ${name}`);
  }

  test("is not kept by a module that more than one bundle of a process loads: each would have its own", () => {
    const bundles = [
      ["server/main.ts"],
      ["server/page-cache/handler.ts"],
      [...within("app"), "instrumentation.ts", "proxy.ts"],
    ].map(reachedFrom);
    const many = sources.filter((file) => bundles.filter((bundle) => bundle.includes(file)).length > 1);
    expect(many.length).toBeGreaterThan(100);
    const HARMLESS = [
      "app/api/openapi.json/route.ts document", // made from the code alone
      "lib/env.ts parsed", // parsed from the environment, which does not change
      "lib/payments/current-gateway.ts known", // made from the environment
      "lib/http/endpoint.ts routes", // those that the bundle itself has imported
    ];
    expect(
      many
        .filter((file) => file !== MECHANISM)
        .flatMap(stateOf)
        .filter((found) => !HARMLESS.includes(found)),
    ).toEqual([]);
  });
});

describe("SQL", () => {
  test("is unknown to the edges, to components, and to files of shapes, words and rules", () => {
    const PURE =
      /^lib\/[^/]+\/(?:[a-z]+-)*(?:schema|constants|types|rules|texts|facts|values|urls|serializers|responses)\.ts$/;
    // Words and bounds are data, which everything may import.
    const driver = (from: string) => /^(postgres|drizzle-orm)(\/|$)|^db\/(?!constants\/|seed\/.*\.json$)/.test(from);
    const files = sources.filter((file) => /^(app|components)\/|^proxy\.ts$/.test(file) || PURE.test(file));
    expect(files.length).toBeGreaterThan(300);
    expect(whoImports(driver, files)).toEqual([]);
  });

  test("is nowhere written by joining strings", () => {
    // Constants of the same file may be put together.
    const raw = /\b(?:sql|tx|on|db)\.unsafe\((?!`(?:[^`$]|\$\{[A-Z_]+\})*`\)|"[^"]*"\)|[A-Z_]+\))/;
    expect(within("lib", "app").filter((file) => raw.test(textOf(file)))).toEqual([]);
  });
});

describe("the browser", () => {
  const clients = sources.filter(isClient);
  const SERVER_ONLY =
    /^db\/(?!constants\/)|^(server|lib\/(http|auth))\/|^lib\/(env|cookies|outbox)\.ts$|^lib\/[^/]+\/([a-z]+-)*(queries|commands|select|request|operations)\.ts$|^next\/(headers|cache|server)$|^(postgres|drizzle-orm|server-only|sharp)(\/|$)/;
  const builtin = new Set(builtinModules);
  const isServerOnly = (from: string) =>
    (SERVER_ONLY.test(from) && !from.endsWith(".json")) || from.startsWith("node:") || builtin.has(from);

  test("has client components", () => {
    expect(clients.length).toBeGreaterThan(10);
  });

  test("reaches no server code, however far one follows the imports", () => {
    const faults: string[] = [];
    for (const client of clients) {
      const seen = new Set<string>();
      const visit = (file: string, way: string[]) => {
        if (seen.has(file)) return;
        seen.add(file);
        for (const { from, typesOnly } of imports.get(file) ?? []) {
          if (typesOnly) continue;
          if (isServerOnly(from)) faults.push([...way, file, from].join(" → "));
          // What an action imports stays on the server.
          else if (texts.has(from) && !isAction(from)) visit(from, [...way, file]);
        }
      };
      visit(client, []);
    }
    expect(faults).toEqual([]);
  });

  test("reads the device's clock, which may be days off, in one place: days and times come from the server", () => {
    const CLOCK = /\bDate\.now\b|\bnew Date\b(?!\(\s*[^)\s])|(?<!new )\bDate\(/;
    const READERS = [
      "components/cart/left-changes.ts", // compares two readings on one device
      "components/layout/delivery-draft.ts", // the same
      "components/ui/server-clock.ts",
    ];
    const readers = sources.filter((file) => CLOCK.test(codeOf(file)));
    const shown = new Set([...within("components"), ...reachedFrom(clients)]);
    expect(readers.filter((file) => shown.has(file)).sort()).toEqual(READERS);
  });

  test("takes days from the shop's clock, not from that of the server or of PostgreSQL", () => {
    const DAY = /indiaDay\(new Date\(\)|\bnow\(\) at time zone|\bcurrent_date\b/;
    expect(within("app", "lib").filter((file) => DAY.test(codeOf(file)))).toEqual([]);
  });

  test("evaluates no Intl object while a public page loads: two of them took a phone 54 ms", () => {
    const pages = within("app").filter((file) => /^app\/\(shop\)\/.*(page|layout|error)\.tsx$/.test(file));
    const loaded = reachedFrom(reachedFrom(pages).filter(isClient)).filter((file) => !isAction(file));
    expect(loaded.length).toBeGreaterThan(50);
    expect(loaded.filter((file) => /^(export )?const \w+ = new Intl\./m.test(codeOf(file)))).toEqual([]);
  });

  test("says in every form of a private page for whom it was made", () => {
    // Pages that are the same for everybody, the pincode, which is nobody's data, and the forms that sign in.
    const everybodys =
      /^components\/(catalogue\/add-to-cart|delivery\/pincode-form|enquiries\/enquiry-form|account\/sign-in-forms)\.tsx$/;
    const form = /<form\b(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[^>{])*>(?!\s*<MadeFor \/>)/g;
    const without = within("components")
      .filter((file) => !everybodys.test(file))
      .flatMap((file) => textOf(file).match(form) ?? []);
    // What is left leads to a page, or sends what another form of it has.
    expect(without.filter((tag) => /ormProps|action=\{/.test(tag) && !/method="get"|data-logout/.test(tag))).toEqual(
      [],
    );
  });

  test("takes the bounds of what is typed from where the rule has them", () => {
    const literal = /\b(?:max|min)Length(?:=\{?|:) *["\d]/;
    expect(within("app", "components").filter((file) => literal.test(codeOf(file)))).toEqual([]);
  });

  test("gets actions as props, not by import", () => {
    expect(whoImports((from) => texts.has(from) && isAction(from), within("components"))).toEqual([]);
  });
});

describe("edges", () => {
  test('"use server" stands at the head of app/**/actions.ts and nowhere else', () => {
    const marked = sources.filter((file) => /^\s*["']use server["'];?\s*$/m.test(textOf(file)));
    expect(marked.length).toBeGreaterThan(3);
    expect(outside(marked, /^app\/(.*\/)?actions\.ts$/)).toEqual([]);
    expect(marked.filter((file) => !isAction(file))).toEqual([]);
    expect(sources.filter((file) => /\/actions\.ts$/.test(file) && !isAction(file))).toEqual([]);
  });

  test("every export of such a file is an endpoint: made by action(), or an async function that goes through runAction()", () => {
    const faults: string[] = [];
    for (const file of sources.filter(isAction)) {
      const pieces = textOf(file)
        .split(/^export\s+/m)
        .slice(1);
      for (const piece of pieces) {
        if (/^(type|interface)\s/.test(piece)) continue;
        const isMade = /^const \w+ = action\(/.test(piece);
        const isFunction = /^(?:async function \w+\(|const \w+: [\w<>]+ = async \()/.test(piece);
        if (!isMade && !(isFunction && /\brunAction\(/.test(piece))) faults.push(`${file}: ${piece.split("\n")[0]}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test("what changes the shop for staff is reached through an operation, a job or a command: no page and no action calls it", () => {
    const OF_PAGES = [
      "lib/auth/audit-log.ts recordView", // to look at something is what a page does
      "lib/cart/commands.ts cartCookie", // changes nothing
    ];
    const start = String.raw`^export (?:const|(?:async )?function) (\w+)(?: = (?:async )?|<[^>]*>)?\(\s*`;
    const ofCommands = new RegExp(`${start}_?actor: (?!Customer|Shopper|User)`, "gm");
    const writing = new RegExp(String.raw`${start}(?:\w+: Executor,\s*)?(?:\w+|\{[^}]*\}): May<"[a-z]+:write">`, "gm");
    const commands = outside(within("lib"), /(^|[/-])queries\.ts$/).flatMap((file) =>
      Array.from(codeOf(file).matchAll(/(^|[/-])commands\.ts$/.test(file) ? ofCommands : writing), ([, name]) => ({
        file,
        name,
      })),
    );
    expect(commands).toContainEqual({ file: "lib/orders/purchase.ts", name: "takeOrder" });
    expect(commands.length).toBeGreaterThan(50);
    const callers = within("app", "components").flatMap((caller) =>
      commands
        .filter(({ file, name }) =>
          Array.from(textOf(caller).matchAll(/^import (?!type )([^"']*?) from "([^"]+)"/gm)).some(
            ([, names = "", from = ""]) =>
              resolve(caller, from) === file && new RegExp(`\\*|(?<!type )\\b${name}\\b`).test(names),
          ),
        )
        .map(({ file, name }) => `${file} ${name}`),
    );
    expect(callers.filter((call) => !OF_PAGES.includes(call))).toEqual([]);
  });

  test("every page and file of the admin area asks who it is for, and nothing else says that somebody was asked", () => {
    const pages = within("app/admin").filter((file) =>
      /\/(page\.tsx|route\.ts)$|^app\/admin\/tabs\/.*\.tsx$/.test(file),
    );
    expect(pages.length).toBeGreaterThan(30);
    const asks = /\b(?:requireStaff|requireStaffMember|adminGet|adminResponse)\(/;
    expect(pages.filter((file) => !asks.test(codeOf(file)))).toEqual([
      "app/admin/[...notFound]/page.tsx",
      "app/admin/orders/news/route.ts", // for whoever has one of two permissions, which it asserts itself
      "app/admin/orders/page.tsx", // says "Access denied" to others; what it shows is the Orders tab
    ]);
    // Also by a name for it, such as `type Reader = May<"orders:read">`.
    const marks = sources.flatMap((file) =>
      Array.from(codeOf(file).matchAll(/\btype (\w+)(?:<[^=]*>)? =[^;]*\bMay(?:One|All)?</g), ([, name]) => name),
    );
    expect(marks).toEqual(expect.arrayContaining(["MayOne", "MayAll", "Reader", "InvoiceReader"]));
    const cast = new RegExp(`\\bas [\\w<>& ]*\\b(?:May|${marks.join("|")})\\b`);
    const says = sources.filter((file) => cast.test(codeOf(file)));
    expect(says).toEqual(["app/admin/admin-response.ts"]);
  });

  test("operations compose commands and queries: they ask the database nothing themselves", () => {
    const operations = sources.filter((file) => /^lib\/[^/]+\/([a-z]+-)*operations\.ts$/.test(file));
    expect(operations.length).toBeGreaterThan(10);
    const driver = (from: string) =>
      /^(postgres|drizzle-orm|db)(\/|$)/.test(from) && !/^db\/(constants\/|write-slots\.ts$)/.test(from);
    expect(whoImports(driver, operations)).toEqual([]);
    const declared = operations.flatMap((file) =>
      Array.from(
        textOf(file).matchAll(/^export (?!const \w+ = (?:operation|operationInSteps|read)\()(.*)/gm),
        ([, other]) => `${file} ${other}`,
      ),
    );
    expect(declared).toEqual([]);
  });

  test("every path of the API is made by route(), which authenticates, limits, parses, answers and logs", () => {
    const routes = sources.filter((file) => /^app\/api\/.*\/route\.ts$/.test(file));
    expect(routes.length).toBeGreaterThan(20);
    const made = /^export const \{ GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS \} = (route|files|missing)\(/m;
    expect(routes.filter((file) => !made.test(textOf(file)))).toEqual([]);
    expect(routes.filter((file) => (textOf(file).match(/^export /gm) ?? []).length !== 1)).toEqual([]);
  });

  test("a number in what is sent may have the digits of any script: lib/text.ts has the schemas for it", () => {
    const own = /z\.coerce\b|z\.iso\.date\(|z\s*\.string\([^)]*\)(\s*\.trim\(\))?\s*\.regex\([^;]*\\d/;
    const checked = within("lib").filter((file) => !/^lib\/(text|env)\.ts$|responses\.ts$/.test(file));
    expect(checked.filter((file) => own.test(codeOf(file)))).toEqual([]);
  });

  test("only app/, the proxy, the actions and the cookies of each noun (request.ts) ask Next for the request or its cache", () => {
    const server = (from: string) => /^next\/(headers|cache|server)$/.test(from);
    const helpers = /^app\/|^proxy\.ts$|^lib\/http\/action\.ts$|^lib\/[^/]+\/request\.ts$/;
    expect(whoImports(server, outside(sources, helpers))).toEqual([]);
  });

  test("redirects and 404s are decided in app/ alone, but for the login that an action without a session leads to", () => {
    const decides = /import \{[^}]*\b(redirect|permanentRedirect|notFound)\b[^}]*\} from "next\/navigation"/;
    expect(outside(sources, /^app\/|^lib\/http\/action\.ts$/).filter((file) => decides.test(textOf(file)))).toEqual([]);
  });

  test("the shop's settings are read by lib/env.ts, and by server/settings.ts for the process before it", () => {
    // But for what Next itself sets, and what a library reads.
    const ours = /process\.env\.(?!NODE_ENV\b|NEXT_RUNTIME\b|NEXT_PHASE\b|__NEXT_|AWS_SDK_JS_)/;
    const readers = sources.filter((file) => ours.test(textOf(file)) || /process\.env(?!\.)/.test(textOf(file)));
    expect(outside(readers, /^(lib\/env|server\/settings)\.ts$/)).toEqual([]);
  });
});

test("public pages have no part whose classes their style sheet leaves out", () => {
  const sheet = fs.readFileSync(path.join(root, "app/public.css"), "utf8");
  const left = [...sheet.matchAll(/^@source not "(.*)";/gm)].map(([, name = ""]) => path.posix.join("app", name));
  expect(left.filter((name) => !fs.existsSync(path.join(root, name)))).toEqual([]);
  const isLeft = (file: string) => left.some((name) => file === name || file.startsWith(`${name}/`));
  const pages = within("app").filter((file) => file.endsWith(".tsx") && !isLeft(file));
  expect(reachedFrom(pages).filter((file) => file.endsWith(".tsx") && isLeft(file))).toEqual([]);
});

test("colours and layers have names: style sheets and classes take them from app/tokens.css", () => {
  const sheets = listed().filter((file) => /^app\/.*\.css$/.test(file) && file !== "app/tokens.css");
  // On paper the names themselves are black and white.
  const inSheet = /(?<!--[\w-]+:\s*)#[0-9a-f]{3,8}\b|z-index:\s*-?\d/i;
  const inClass = /[[:]#[0-9a-f]{3,8}\b|\bz-(?:\d|\[)/i;
  const linesOf = (files: string[], literal: RegExp) =>
    files.flatMap((file) =>
      fs
        .readFileSync(path.join(root, file), "utf8")
        .split("\n")
        .filter((line) => literal.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(sheets.length).toBeGreaterThan(10);
  expect(linesOf(sheets, inSheet)).toEqual([]);
  expect(
    linesOf(
      sources.filter((file) => /^(app|components)\/.*\.tsx$/.test(file)),
      inClass,
    ),
  ).toEqual([]);
});

describe("files", () => {
  test("there are no barrels: what is needed is imported from where it is", () => {
    expect(sources.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
    expect(sources.filter((file) => /^export \* from/m.test(textOf(file)))).toEqual([]);
    const forwarding = sources.filter((file) => {
      const code = textOf(file)
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
        .replace(/export \{[^}]*\} from "[^"]+";/g, "")
        .trim();
      return code === "" && textOf(file).includes("export");
    });
    expect(forwarding).toEqual([]);
  });

  test("none is named for everything", () => {
    expect(sources.filter((file) => /(^|[/.-])(utils?|helpers?|misc|common|shared)\.tsx?$/.test(file))).toEqual([]);
  });

  test("no two exports of components/ and lib/ have one name, types included", () => {
    // An operation has the name of the command or the query that it runs.
    const others = outside(within("components", "lib"), /[/-]operations\.ts$/);
    const names = others.flatMap((file) =>
      Array.from(
        codeOf(file).matchAll(/^export (?:default )?(?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm),
        ([, name = ""]) => name,
      ),
    );
    expect(names.length).toBeGreaterThan(1_000);
    const twice = names.filter((name, i) => names.indexOf(name) !== i);
    expect(twice).toEqual([]);
  });

  test("a component has a file of its own name", () => {
    const files = within("components").filter((file) => file.endsWith(".tsx"));
    expect(files.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*\.tsx$/.test(path.basename(file)))).toEqual([]);
  });

  // After spread props Next.js compiles to createElement with the children as a list, whose keys React then asks for in development.
  test("a key stands before spread props", () => {
    const late = /<\w+\b(?:[^<>]|=>)*?\{\.\.\.[^}]*\}(?:[^<>]|=>)*?\bkey=/;
    expect(sources.filter((file) => file.endsWith(".tsx") && late.test(textOf(file)))).toEqual([]);
  });

  test("nothing is left to do later", () => {
    expect(sources.filter((file) => /\b(TODO|FIXME|XXX|HACK)\b/.test(textOf(file)))).toEqual([]);
  });

  test("imports do not go in circles, types included", () => {
    const state = new Map<string, "open" | "done">();
    const circles: string[] = [];
    // The document of all routes is a route.
    const ofDocument = ["app/api/openapi.json/route.ts", "app/api/routes.ts"].map(
      (file, i, both) => `${file} → ${both[1 - i]} → ${file}`,
    );
    const visit = (file: string, way: string[]) => {
      if (state.get(file) === "done") return;
      if (state.get(file) === "open") {
        circles.push([...way.slice(way.indexOf(file)), file].join(" → "));
        return;
      }
      state.set(file, "open");
      for (const { from } of imports.get(file) ?? []) if (texts.has(from)) visit(from, [...way, file]);
      state.set(file, "done");
    };
    for (const file of sources) visit(file, []);
    expect(circles.filter((circle) => !ofDocument.includes(circle))).toEqual([]);
  });
});
