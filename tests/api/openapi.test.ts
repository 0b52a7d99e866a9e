import { readdirSync } from "node:fs";
import path from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { document, methods, mismatch, operations, resolved, type Schema } from "./contract";
import { base, call } from "./shop";

const folder = path.resolve(import.meta.dirname, "../../app/api");

describe("the document", () => {
  test("has every route of /api but the viewer, and no other", () => {
    const routes = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => path.basename(file) === "route.ts")
      .map((file) => `/api/${path.dirname(file).replaceAll("[", "{").replaceAll("]", "}")}`)
      .filter((route) => !["/api/docs/{{...file}}", "/api/{{...path}}"].includes(route));
    expect(Object.keys(document.paths).sort()).toEqual(routes.sort());
  });

  test.each(Object.keys(document.paths))("%s knows the methods that are documented, and no other", async (route) => {
    const known = methods
      .filter((method) => method in (document.paths[route] ?? {}))
      .map((method) => method.toUpperCase());
    const allow = [...known, ...(known.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort();
    const at = route.replace("/api", "").replace(/\{\w+\}/g, "1");
    const { status, headers } = await call("OPTIONS", at, { documented: false });
    expect([status, headers.get("allow")?.split(", ").sort()]).toEqual([204, allow]);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !known.includes(one))) {
      const refused = await call(method, at);
      expect([method, refused.status, refused.headers.get("allow")?.split(", ").sort()]).toEqual([method, 405, allow]);
    }
  });

  test("passes the recommended rules of Redocly", async () => {
    // A browser that comes back from the payment gateway is led on, by a 303.
    const config = await createConfig({ extends: ["recommended"], rules: { "operation-2xx-response": "off" } });
    const source = await (await fetch(`${base}/api/openapi.json`)).text();
    const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`)).toEqual([]);
  }, 60_000);

  test("shows examples that its own schemas take", () => {
    for (const { operation } of operations) {
      for (const { schema, example } of Object.values(operation.requestBody?.content ?? {}))
        if (example !== undefined) expect(mismatch(schema, example), operation.operationId).toBeNull();
    }
    for (const [name, schema] of Object.entries(document.components.schemas as Record<string, Schema>))
      for (const example of (schema.examples as unknown[]) ?? []) expect(mismatch(schema, example), name).toBeNull();
  });

  test("says of every operation who may call it and what a success is", () => {
    for (const { operation } of operations) {
      expect(operation.security, operation.operationId).toBeInstanceOf(Array);
      const success = Object.keys(operation.responses).filter((status) => /^2|303/.test(status));
      expect(success, operation.operationId).not.toEqual([]);
      for (const status of success) {
        const { content } = resolved(operation.responses[status]) as { content: Record<string, { schema: Schema }> };
        const [first, ...others] = Object.entries(content);
        expect(first?.[1].schema, operation.operationId).toBeDefined();
        // What may be a file, too, says how that is asked for.
        const files = operation.parameters.some(({ name }) => name === "format") ? ["text/csv"] : [];
        expect(
          others.map(([type]) => type),
          operation.operationId,
        ).toEqual(files);
      }
    }
  });
});

test("the reports for the return can be asked for as CSV, of some months or days; a list of payments goes on", () => {
  const asked = operations
    .filter(({ operation }) => operation.parameters.some(({ name }) => name === "format"))
    .map(({ path, operation }) => [path, operation.parameters.flatMap((one) => (one.in === "query" ? one.name : []))]);
  expect(Object.fromEntries(asked)).toEqual({
    "/api/admin/reports/gst": ["from", "to", "format"],
    "/api/admin/reports/gst/documents": ["from", "to", "format"],
    "/api/admin/reports/gst/companies": ["from", "to", "format"],
    "/api/admin/reports/payments/list": ["days", "from", "to", "format", "after"],
  });
});

test("the viewer is served from this site, without inline scripts", async () => {
  const page = await call("GET", "/docs", { documented: false });
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.headers.get("content-security-policy")).toMatch(/script-src 'self';/);
  expect(page.text).not.toMatch(/<script>|https?:\/\/|\son\w+=/);
  const parts = [...page.text.matchAll(/(?:src|href)="\/api(\/docs\/[^"]+)"/g)].map((found) => found[1] as string);
  expect(parts).toHaveLength(4);
  for (const part of parts) {
    const { status, headers, text } = await call("GET", part, { documented: false });
    expect([part, status, headers.get("x-content-type-options"), text.length > 100]).toEqual([
      part,
      200,
      "nosniff",
      true,
    ]);
  }
  expect((await call("GET", "/docs/package.json", { documented: false })).status).toBe(404);
});

test("every operation says what a malformed request is answered with", () => {
  for (const { path, method, operation } of operations)
    expect([path, method, "400" in operation.responses]).toEqual([path, method, true]);
});
