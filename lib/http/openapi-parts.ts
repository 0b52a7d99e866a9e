import { API_SECONDS } from "@/lib/auth/session";
import { CART_COOKIE, secureCookies } from "@/lib/cookies";
import { shop } from "@/lib/shop";
import { JSON_BYTES, MULTIPART_BYTES } from "./body-sizes";
import { KEY_HOURS, UNGUESSABLE_KEY_LENGTH } from "./idempotency";
import { limits } from "./limits";

// What the OpenAPI document says once, beside what the routes say of themselves.

const perAddress = (["register", "forgot-address", "contact", "reserve", "orders", "payments", "uploads"] as const)
  .map((name) => `${name} ${limits[name].max} in ${limits[name].seconds / 60} min`)
  .join(", ");

export const info = {
  title: `${shop.name} API`,
  version: "1.0.0",
  summary: "Browse sweets, fill a cart, order, and run the shop",
  description: `Money is in rupees, as a number. Times are ISO 8601 in UTC; days of reports are days in Asia/Kolkata. Unknown
query parameters and unknown fields are ignored.

**Who you are.** \`POST /api/auth/login\` returns an \`accessToken\` for ${API_SECONDS / 86_400} days: send it as \`Authorization: Bearer …\`. The
browser's session cookie works too; every write with a cookie needs this site's \`Origin\`, else it is a 403.

**What goes wrong** is \`application/problem+json\` (RFC 9457) with \`message\`, \`code\`, \`errors\` for wrong fields and the \`requestId\`
to tell us. 401 and 403 come before a body or an id is looked at. What belongs to somebody else is a 404.

**Trying again.** Send an \`Idempotency-Key\` where it is listed: the same key and body again returns the first answer, with
\`Idempotency-Replayed: true\`, for ${KEY_HOURS} hours; only a success is stored.
A key is one person's, or one visitor's cart's. A visitor's first \`POST /api/cart/reserve\`, which has no cart cookie to send, is
recognised by a key of ${UNGUESSABLE_KEY_LENGTH} characters or more from the same address, and gets the same cart's cookie again: make such a key at
random (a UUID), since whoever knows it there gets the cart. A shorter key begins a new cart each time.

**Limits.** JSON bodies up to ${JSON_BYTES / 1024} KB and 32 levels, multipart up to ${MULTIPART_BYTES / 1024 / 1024} MB. Per address: ${perAddress}; and
${limits.login.max} wrong passwords or codes for one e-mail, ${limits["login-address"].max} from one address, in ${limits.login.seconds / 60} min. An IPv6 address counts as its /64. Answers of limited operations say what is left in \`RateLimit\`; a 429 says when to try again in \`Retry-After\`. Reading is not limited.
Of a sweet, visitors from one address hold a quarter at most (but 10 packs), an account half (but 50 packs): 409 \`hold_limit\`.
What a customer ordered in the last 24 hours and neither paid nor claimed counts with it, also for an order. At most 20 orders of an account are open and unpaid: 409 \`order_limit\`.

**From other sites.** CORS is open to the origins that the shop lists, never with cookies.`,
  license: { name: "MIT", identifier: "MIT" },
};

/** The groups of the document: what each is about, and the first parts of its paths behind /api. */
export const tags = {
  Sweets: ["The catalogue: browse and search, edit (admins), sell and restock over the counter.", "sweets", "stock"],
  Cart: ["A visitor's or customer's cart. Packs in it are held for them for a while.", "cart"],
  Orders: ["A customer's own orders.", "orders", "payments", "delivery"],
  Shop: ["Facts of the shop.", "shop", "festivals"],
  Account: ["Sign up, sign in, sign out.", "auth"],
  Enquiries: ["Messages to the shop.", "contact", "custom-orders"],
  Admin: ["For the shop's staff: statistics, reports and every order.", "admin"],
  Service: ["Whether the shop is up, and this document.", "health", "live", "metrics", "openapi.json"],
} as const satisfies Record<string, readonly [about: string, ...parts: string[]]>;

export const securitySchemes = () => ({
  bearer: { type: "http", scheme: "bearer", description: "The accessToken of login or register" },
  metrics: { type: "http", scheme: "bearer", description: "The setting METRICS_TOKEN" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: `${secureCookies() ? "__Secure-" : ""}authjs.session-token`,
    description: "The browser's session; writes need this site's Origin",
  },
  cart: {
    type: "apiKey",
    in: "cookie",
    name: CART_COOKIE,
    description: "A visitor's cart; writes need this site's Origin",
  },
});

const text = (description: string, example: string) => ({ description, schema: { type: "string" }, example });

export const headers = {
  "X-Request-Id": text("The request's id: yours if it was well-formed", "9f1c2d34-5b6a-4c7d-8e9f-0a1b2c3d4e5f"),
  ETag: text("Of this answer, for If-None-Match", 'W/"KhSPbLxsBGET-VprXsT-O8ajAFQ"'),
  Location: text("Path of what was created", "/api/orders/12"),
  Link: text("Where the list goes on; absent when it is complete", '</api/orders?before=12>; rel="next"'),
  "Idempotency-Replayed": text("true when this is the first answer again", "true"),
  RateLimit: text("Tries left, and seconds until the limit resets", '"orders";r=29;t=60'),
  "RateLimit-Policy": text("The limit: tries and seconds", '"orders";q=30;w=60'),
  "Retry-After": text("Seconds to wait before trying again", "2"),
  "WWW-Authenticate": text("How to say who you are", "Bearer"),
};

export const parameters = {
  "X-Request-Id": {
    name: "X-Request-Id",
    in: "header",
    description: "An id of your own for this request: 1 to 64 of letters, digits, dot, dash, underscore",
    schema: { type: "string", maxLength: 64 },
  },
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    description: `Makes a retry safe: 1 to 255 visible ASCII characters, new for each thing you want done; ${UNGUESSABLE_KEY_LENGTH} or more at random where a visitor has no cart yet`,
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "c0ffee00-1234-4abc-8def-0123456789ab",
  },
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    description: "ETags you already have: 304 when one is current",
    schema: { type: "string" },
  },
};

/** What comes with everything that is sent to a webhook. */
export const webhookHeaders = [
  ["webhook-id", "The id of the body"],
  ["webhook-timestamp", "Seconds since 1970, of this attempt"],
  ["webhook-signature", "v1,… for each secret that is valid, with a blank between them"],
].map(([name, description]) => ({ name, in: "header", description, required: true, schema: { type: "string" } }));

/** When each failure comes, unless the operation says it more exactly. */
export const failures: Record<string, string> = {
  400: "Malformed: the Host, the path, the query, the JSON or a header cannot be read",
  401: "Nobody is signed in, or the token is not valid",
  403: "Not allowed for this caller, or a write with a cookie but without this site's Origin",
  404: "It does not exist, or it belongs to somebody else",
  409: "It conflicts with the current state, or a request with this Idempotency-Key is still running",
  413: "The body, or the picture, is too large",
  415: "The body, or the picture, is of another type",
  422: "Fields are not valid: see errors",
  429: "Too many tries: see Retry-After",
  "4XX": "Refused before the path was read: an invalid Host or an unknown method",
  503: "The shop cannot answer right now, nothing was changed: see Retry-After",
  507: "There is no space left for the picture",
};
