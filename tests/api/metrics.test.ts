import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { routeTemplates } from "@/server/next/route-templates";
import { namesOf, sumOf } from "../support/metrics";
import { scrape, metricsToken as token } from "./scrape";
import { anAdmin, aSweet, base, call, limited, unique } from "./shop";

/** The sum of what a counter has for some labels; 0 when there is none yet. */
const counted = async (name: string, labels: Record<string, string>) => sumOf(await scrape(), name, labels) ?? 0;

describe("who may read them", () => {
  test("whoever has the token, from no cache", async () => {
    const { status, headers } = await call("GET", "/metrics", { token });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    const head = await fetch(`${base}/api/metrics`, { method: "HEAD", headers: { authorization: `Bearer ${token}` } });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("nobody else, the owner included", async () => {
    for (const wrong of [undefined, "x", `${token}x`, token.slice(1), await anAdmin()]) {
      const { status, headers, body } = await call("GET", "/metrics", { token: wrong });
      expect([status, body.code]).toEqual([401, "unauthorized"]);
      expect(headers.get("www-authenticate")).toBe("Bearer");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  test("nobody at all without METRICS_TOKEN", async () => {
    for (const some of [undefined, token]) {
      const { status, body } = await call("GET", "/metrics", { token: some, at: limited });
      expect([status, body.code]).toEqual([404, "not_found"]);
    }
  });

  test("by GET alone", async () => {
    expect((await call("POST", "/metrics", { token, documented: false })).status).toBe(405);
  });
});

describe("what they count", () => {
  test("requests by method, template and status", async () => {
    const { id } = await aSweet();
    const labels = { method: "GET", route: "/api/sweets/{id}", status: "200" };
    const before = await counted("http_requests_total", labels);
    for (let i = 0; i < 3; i++) await call("GET", `/sweets/${id}`);
    expect(await counted("http_requests_total", labels)).toBe(before + 3);

    const pages = { method: "GET", route: "/products/[slug]" };
    const pagesBefore = await counted("http_requests_total", pages);
    await fetch(`${base}/products/${unique("no-such-")}`).then((response) => response.text());
    expect(await counted("http_requests_total", pages)).toBe(pagesBefore + 1);
  });

  test("made-up paths as a few labels", async () => {
    await scrape();
    const series = async () => (await scrape()).filter(({ name }) => name === "http_requests_total").length;
    const ask = async () => {
      const paths = [
        unique("/"),
        `/api/${unique()}/x`,
        `/products/${unique()}`,
        `/admin/${unique()}`,
        `/_next/${unique()}`,
      ];
      const more = [`/media/${unique()}.avif`, `/orders/${unique()}`, `/${unique()}.php`, `/%F0${unique()}`];
      for (const path of [...paths, ...more])
        await fetch(base + path, { redirect: "manual" }).then((response) => response.arrayBuffer());
    };
    await ask();
    const before = await series();
    await ask();
    await ask();
    expect(await series()).toBe(before);
    const routes = new Set((await scrape()).flatMap(({ labels }) => labels.route ?? []));
    expect(routes).toContain("other");
    expect(routes).toContain("/api/*");
    expect([...routes].filter((route) => /\d/.test(route))).toEqual([]);
  });

  test("latency, writes, pages and jobs", async () => {
    const names = ["http_request_duration_seconds_count", "mithaas_writes_total", "mithaas_page_cache_total"];
    const values = async () => {
      const samples = await scrape();
      return names.map((name) => sumOf(samples, name) ?? 0);
    };
    const before = await values();
    await aSweet();
    await fetch(`${base}/home`).then((response) => response.text());
    await fetch(`${base}/products/${unique()}`).then((response) => response.text());
    (await values()).forEach((value, i) => {
      expect(value, names[i]).toBeGreaterThan(before[i] ?? 0);
    });
    const samples = await scrape();
    expect(sumOf(samples, "mithaas_job_runs_total", { name: "expire holds", result: "done" })).toBeGreaterThan(0);
    expect(sumOf(samples, "mithaas_database_up")).toBe(1);
    expect(sumOf(samples, "mithaas_write_slots")).toBe(5);
  });

  test("what the database and check-stock say, once they were asked", async () => {
    await expect
      .poll(async () => sumOf(await scrape(), "mithaas_stock_differences"), { timeout: 20_000 })
      .toBeDefined();
    const samples = await scrape();
    expect(sumOf(samples, "mithaas_messages_waiting")).toBeGreaterThanOrEqual(0);
    expect(sumOf(samples, "mithaas_database_connections")).toBeGreaterThan(1);
    expect(sumOf(samples, "mithaas_expired_hold_oldest_seconds")).toBeGreaterThanOrEqual(0);
  });
});

test("every metric of the dashboard and the alerts is one of them", async () => {
  const { text } = await call("GET", "/metrics", { token });
  const exported = new Set(namesOf(text));
  const alerts = fs.readFileSync("docs/observability/alerts.yml", "utf8");
  const dashboard = fs.readFileSync("docs/observability/dashboard.json", "utf8");
  const used = [...`${alerts}${dashboard}`.matchAll(/\b([a-z]\w*)\{job/g)].map(([, name = ""]) => name);
  expect(new Set(used).size).toBeGreaterThan(35);
  const missing = used.filter((name) => name !== "up" && !exported.has(name.replace(/_(bucket|sum|count)$/, "")));
  expect(missing).toEqual([]);
});

test("the build names the template of every route (server/next/route-templates.ts)", () => {
  const templates = routeTemplates(process.env.TEST_BUILD ?? "");
  const files = fs
    .readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)(page|route)\.tsx?$/.test(file))
    .map((file) => `/${file.replace(/\.tsx?$/, "")}`);
  expect(files.length).toBeGreaterThan(80);
  for (const file of files)
    expect(templates.get(file), file).toBe(file.replace(/\/\([^)]+\)/g, "").replace(/\/(page|route)$/, "") || "/");
});
