import { readFile } from "node:fs/promises";
import path from "node:path";
import { notFound } from "@/lib/errors";
import { files } from "@/lib/http/endpoint";
import { viewerPolicy } from "@/lib/http/security-headers";
import { shop } from "@/lib/shop";

/** The page around the viewer of /api/openapi.json. Scripts and styles are files: the policy allows no inline ones. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${shop.name} API</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<p class="links"><a href="/home">${shop.name}</a> <a href="/api/openapi.json">openapi.json</a></p>
<main id="viewer"><noscript>This viewer needs JavaScript. The document itself is <a href="/api/openapi.json">openapi.json</a>.</noscript></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

/** Nothing is asked of any other site: no validator, no example server. */
const start = `SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#viewer",
  deepLinking: true,
  docExpansion: "list",
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: "none",
});
`;

const style = `body { margin: 0; background: #fff; }
.links { margin: 0; padding: 0.75rem 1.25rem; font: 1rem/1.5 sans-serif; background: #5b1530; }
.links a { color: #fff; margin-inline-end: 1.25rem; }
.links a:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
noscript { display: block; padding: 1.25rem; font: 1rem/1.5 sans-serif; }
`;

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
