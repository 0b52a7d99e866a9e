import { shop } from "@/lib/shop";

/** The page around the viewer of /api/openapi.json. Scripts and styles are files: the policy allows no inline ones. */
export const page = `<!doctype html>
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
export const start = `SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#viewer",
  deepLinking: true,
  docExpansion: "list",
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: "none",
});
`;

export const style = `body { margin: 0; background: #fff; }
.links { margin: 0; padding: 0.75rem 1.25rem; font: 1rem/1.5 sans-serif; background: #5b1530; }
.links a { color: #fff; margin-inline-end: 1.25rem; }
.links a:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
noscript { display: block; padding: 1.25rem; font: 1rem/1.5 sans-serif; }
`;
