// The compose files: what they refer to exists, and they pass every setting on that an operator may want to set.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ENV_NAMES } from "@/lib/env";

type Service = {
  image?: string;
  command?: string;
  environment?: Record<string, unknown>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  volumes?: string[];
  configs?: { source: string; target: string }[];
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  logging?: { driver: string; options: Record<string, string> };
  mem_limit?: string;
};
type Compose = {
  services: Record<string, Service>;
  configs?: Record<string, { file?: string }>;
  volumes: Record<string, null>;
};

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): Compose => parse(fs.readFileSync(path.join(root, file), "utf8"), { merge: true });

/** Made by the image, of no use behind its proxy, or for tests. */
const NOT_PASSED_ON =
  "PORT DATA_DIR RATE_LIMIT RAZORPAY_API WEBHOOK_PRIVATE SHOP_CLOCK NEXT_SERVER_ACTIONS_ENCRYPTION_KEY".split(" ");
/** compose.yaml has one database, without a pooler. */
const OF_A_POOLER = ["DATABASE_DIRECT_URL"];

/** What only an image that begins as root needs; each says why. */
const PROXY = ["NET_BIND_SERVICE"];
const STORAGE = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"];

describe.each([
  ["compose.yaml", ["shop"], [...NOT_PASSED_ON, ...OF_A_POOLER], { proxy: PROXY }],
  ["compose.ha.yaml", ["shop-1", "shop-2"], NOT_PASSED_ON, { front: PROXY, storage: STORAGE }],
])("%s", (file, shops, leftOut, capabilities) => {
  const { services, configs = {}, volumes } = read(file);

  test.each(shops)("%s gets every setting, by names that the shop knows", (name) => {
    const passed = Object.keys(services[name]?.environment ?? {});
    const known: string[] = ENV_NAMES;
    expect(passed.filter((setting) => !known.includes(setting))).toEqual([]);
    expect(ENV_NAMES.filter((setting) => !passed.includes(setting) && !leftOut.includes(setting))).toEqual([]);
  });

  test("the backup reads the same pictures as the shop", () => {
    const s3 = (name: string) =>
      Object.entries(services[name]?.environment ?? {}).filter(([setting]) => setting.startsWith("S3_"));
    expect(s3("backup")).toEqual(s3(shops[0] ?? ""));
    expect(s3("backup").length).toBeGreaterThan(0);
  });

  test("no service can write but into its volumes, gain a privilege, fill the disk with its log, or take all memory", () => {
    const open = Object.entries(services).flatMap(([name, service]) => {
      const { read_only, cap_drop, security_opt, logging, mem_limit } = service;
      const rules = {
        read_only: read_only === true,
        cap_drop: cap_drop?.includes("ALL"),
        security_opt: security_opt?.includes("no-new-privileges:true"),
        logging: logging?.options["max-size"] && logging.options["max-file"],
        mem_limit: mem_limit?.match(/^(\d+[mg]|\$\{[A-Z]+_MEMORY:-\d+g\})$/),
      };
      return Object.entries(rules).flatMap(([rule, isKept]) => (isKept ? [] : [`${name}: ${rule}`]));
    });
    expect(open).toEqual([]);
    const added = Object.entries(services).flatMap(([name, { cap_add }]) => (cap_add ? [[name, cap_add]] : []));
    expect(Object.fromEntries(added)).toEqual(capabilities);
    // Compose refuses to write such a config into a service that is read-only.
    expect(Object.entries(configs).filter(([, config]) => !config.file)).toEqual([]);
  });

  test("nobody connects as PostgreSQL's superuser, or with its password", () => {
    const addresses = Object.values(services).flatMap(({ environment = {} }) =>
      ["DATABASE_URL", "DATABASE_DIRECT_URL"].flatMap((name) => (environment[name] ? [String(environment[name])] : [])),
    );
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses) expect(address).toMatch(/^postgres:\/\/mithaas:\$\{POSTGRES_PASSWORD:/);
    // The role of the addresses is made by deploy/set-up.sql; the image would make it a superuser.
    for (const { environment = {} } of Object.values(services)) expect(environment).not.toHaveProperty("POSTGRES_USER");
  });

  test("what its services refer to exists", () => {
    const missing: string[] = [];
    for (const [name, service] of Object.entries(services)) {
      for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
        // The shop's own image brings its health check.
        const hasCheck = services[needed]?.healthcheck ?? (services[needed]?.image === "mithaas" || undefined);
        if (!services[needed] || (condition === "service_healthy" && !hasCheck)) missing.push(`${name}: ${needed}`);
      }
      for (const volume of service.volumes ?? [])
        if (!(volume.split(":")[0]! in volumes)) missing.push(`${name}: ${volume}`);
      for (const { source } of service.configs ?? []) if (!(source in configs)) missing.push(`${name}: ${source}`);
    }
    for (const { file: from } of Object.values(configs))
      if (from && !fs.existsSync(path.join(root, from))) missing.push(from);
    expect(missing).toEqual([]);
  });
});

test("compose.ha.yaml fills in every name of the files of tests/ha/config that it uses", () => {
  const { services, configs = {} } = read("compose.ha.yaml");
  // By deploy/ha/run.sh and its image.
  const byTheImage = ["FOLDER", "SERVERS"];
  const used = Object.entries(services).flatMap(([name, { configs: files = [], environment = {} }]) =>
    files
      .filter(({ target }) => target.startsWith("/templates/"))
      .map(({ source, target }) => {
        const from = configs[source]?.file ?? "";
        expect(path.basename(from)).toBe(path.basename(target));
        const names = [...fs.readFileSync(path.join(root, from), "utf8").matchAll(/\{\{(\w+)\}\}/g)].map(
          ([, key]) => key,
        );
        const unset = names.filter((key = "") => !(key in environment) && !byTheImage.includes(key));
        return [name, source, unset];
      }),
  );
  expect(used.length).toBe(10);
  expect(used.filter(([, , unset]) => unset?.length)).toEqual([]);
});
