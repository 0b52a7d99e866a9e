import { readFile } from "node:fs/promises";
import path from "node:path";
import { notFound } from "@/lib/errors";
import { files } from "@/lib/http/endpoint";
import { viewerPolicy } from "@/lib/http/security-headers";
import { page, start, style } from "../viewer";

// swagger-ui-dist as it was installed; nothing of it is in the shop's own pages.
const installed = (name: string) =>
  readFile(path.join(/* turbopackIgnore: true */ process.cwd(), "node_modules/swagger-ui-dist", name));

const known: Record<string, [type: string, read: () => string | Promise<Uint8Array<ArrayBuffer>>]> = {
  "": ["text/html; charset=utf-8", () => page],
  "start.js": ["text/javascript; charset=utf-8", () => start],
  "style.css": ["text/css; charset=utf-8", () => style],
  "swagger-ui.css": ["text/css; charset=utf-8", () => installed("swagger-ui.css")],
  "swagger-ui-bundle.js": ["text/javascript; charset=utf-8", () => installed("swagger-ui-bundle.js")],
};

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = files("/api/docs", async (params) => {
  const name = ((params as { file?: string[] }).file ?? []).join("/");
  const file = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!file) throw notFound("Nothing was found at this path.");
  const [type, read] = file;
  const headers = new Headers({
    "content-type": type,
    "cache-control": name === "" ? "no-cache" : "public, max-age=3600",
    "content-security-policy": viewerPolicy,
  });
  return { status: 200, headers, body: await read() };
});
