// What the server in front of Next.js settles for every request, pages too.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { RawConnection } from "../support/raw";
import { actionsOf } from "./server-actions";
import { aSweet, base } from "./shop";

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(base + path, { headers, redirect: "manual", signal: AbortSignal.timeout(20_000) });

test.each([
  "/",
  "/?utm_source=mail",
  "/search?search=laddoo",
  "/listing/cakes",
  "/home/",
  "/products/",
  "/api/sweets/",
  "//home",
  "/account",
  "/admin",
])("a redirect carries a policy and the headers of every answer: %s", async (path) => {
  const { status, headers } = await get(path);
  expect([path, [301, 302, 303, 307, 308].includes(status), headers.has("location")]).toEqual([path, true, true]);
  expect(headers.get("content-security-policy")).toMatch(/^default-src '(none|self)'/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("no page and no answer of the API has a second address", async () => {
  const { id, slug } = await aSweet();
  const build = fs.readFileSync(path.join(process.env.TEST_BUILD ?? "", "BUILD_ID"), "utf8").trim();
  const data = `/_next/data/${build}`;
  const picture = `url=${encodeURIComponent("/logo.svg")}&w=64&q=75`;
  const none = [
    ...["about", "search", "login", "admin", `products/${slug}`, "api/live", `api/sweets/${id}`].map(
      (name) => `${data}/${name}.json`,
    ),
    ...[`${data}/about.json/`, `/_next//data/${build}/about.json`, `/%5Fnext/data/${build}/about.json`],
    ...[`/_next%2Fdata/${build}/about.json`, "/_global-error", `/_next/image?${picture}`, `//_next/image?${picture}`],
    ...["/about.rsc", "/about.segments/_tree.segment.rsc", "/api/live.rsc", "/index", "/index.json"],
  ];
  for (const address of none)
    for (const method of ["GET", "HEAD"]) {
      const { status } = await fetch(base + address, { method, headers: { "x-nextjs-data": "1" } });
      expect([method, address, status]).toEqual([method, address, 404]);
    }
  // A client that joins a slash too many follows with its method and its body.
  const doubled = await fetch(`${base}//api/orders`, { method: "POST", redirect: "manual", body: "{}" });
  expect([doubled.status, doubled.headers.get("location")]).toEqual([308, "/api/orders"]);
  // No client library sends them as they are.
  for (const [target, status, location] of [
    ["/search#?search=kaju", 400],
    ["/api/live#", 400],
    [`/products/${slug}%2e7`, 308, `/products/${slug}.7`],
    [`/products/${slug.replace("-", "%2D")}?pack=7`, 308, `/products/${slug}?pack=7`],
    ["/%6Cisting/cakes", 308, "/listing/cakes"],
  ] as const) {
    const connection = new RawConnection(base);
    await connection.send(`GET ${target} HTTP/1.1\r\nHost: ${connection.host}\r\n\r\n`);
    const answer = await connection.answer();
    expect([target, answer?.status, /^location: (.*)$/im.exec(answer?.head ?? "")?.[1]]).toEqual([
      target,
      status,
      location,
    ]);
    connection.close();
  }
});

test("what Next.js would fail on, or answer with a bare text, is refused with a problem", async () => {
  const action = actionsOf("(account)")[0]?.id ?? "";
  const [form, call] = [{ "content-type": "multipart/form-data; boundary=x" }, { "next-action": action }];
  const cases: [method: string, headers: Record<string, string>, status: number][] = [
    ...["", "null", "garbage", "http://", "http://evil.example"].flatMap((origin): typeof cases => [
      ["POST", { origin, ...form }, 403],
      ["POST", { origin, ...call }, 403],
    ]),
    ...["", "garbage", action.slice(1), action.toUpperCase()].map((id): (typeof cases)[0] => [
      "POST",
      { "next-action": id },
      400,
    ]),
    ["POST", form, 400], // a body that ends before its first part
    ["POST", { "content-type": "multipart/form-data" }, 400],
    ["POST", { ...call, "content-type": 'multipart/form-data; boundary="' }, 400],
    ["POST", { "content-type": "application/json" }, 415],
    ["PUT", form, 405],
    ["OPTIONS", {}, 405],
    ...["", "%", "[]", '["",{"children":5}]', "[".repeat(5_000)].map((tree): (typeof cases)[0] => [
      "GET",
      { rsc: "1", "next-router-state-tree": tree },
      400,
    ]),
    ["GET", { rsc: "1", "next-router-prefetch": "2" }, 400],
  ];
  for (const [method, headers, status] of cases)
    for (const at of ["/login", "/about"]) {
      const answer = await fetch(base + at, {
        method,
        headers: { accept: "text/html", ...headers },
        redirect: "manual",
      });
      expect([at, method, headers, answer.status]).toEqual([at, method, headers, status]);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      if (status === 405) expect(answer.headers.get("allow")).toBe("GET, HEAD, POST");
      expect(await answer.json()).toMatchObject({ status, requestId: expect.any(String) });
    }
});

test("a client cannot send what only Next.js says to itself", async () => {
  // The first request for a page makes the one that everybody gets: a policy that came with it would put its nonce there.
  const policies = ["content-security-policy", "content-security-policy-report-only"];
  for (const name of policies) {
    const { slug, name: title } = await aSweet();
    for (const headers of [{ [name]: "script-src 'nonce-madeup'" }, {}] as Record<string, string>[]) {
      const text = await (await get(`/products/${slug}`, headers)).text();
      expect([text.includes(title), text.includes("madeup")]).toEqual([true, false]);
    }
  }
  for (const name of [
    "x-nextjs-data",
    "x-nextjs-html-request-id",
    "x-middleware-subrequest",
    "x-middleware-rewrite",
    "x-middleware-next",
    "x-middleware-set-cookie",
    "x-middleware-prefetch",
    "x-invoke-path",
    "x-matched-path",
    "x-prerender-revalidate",
    "x-prerender-revalidate-if-generated",
    "x-now-route-matches",
    "x-vercel-id",
    "next-resume",
  ]) {
    const page = await get("/login", { [name]: "madeup" });
    expect([name, page.status, page.headers.get("content-type")]).toEqual([name, 200, "text/html; charset=utf-8"]);
    expect([...page.headers.values()].join("\n")).not.toContain("madeup");
    expect((await page.text()).includes("madeup")).toBe(false);
  }
});

test("a request that offers a WebSocket is answered as any other", async () => {
  // Next has served pages by now, which is when it would begin to listen for upgrades.
  await get("/about");
  const connection = new RawConnection(base);
  await connection.send(
    `GET /about HTTP/1.1\r\nHost: ${connection.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  const answer = await connection.answer();
  expect(answer?.status, "Next.js listens for upgrades: see server/next/create-app.ts").toBe(200);
  connection.close();
});

test("the API answers a request whose Host is no host of a URL", async () => {
  const connection = new RawConnection(base);
  await connection.send(`GET /api/sweets HTTP/1.1\r\nHost: 999.1.1.1\r\n\r\n`);
  expect((await connection.answer())?.status).toBe(200);
  connection.close();
});

test("files of the build carry the headers that matter for them, and not those that are for documents", async () => {
  const script = /\/_next\/static\/[^"\\]+\.js/.exec(await (await get("/about")).text())?.[0];
  const { status, headers } = await get(script ?? "");
  const carried = ["x-content-type-options", "referrer-policy", "content-security-policy"];
  const documents = ["permissions-policy", "cross-origin-opener-policy", "x-frame-options"];
  expect([status, ...[...carried, ...documents].filter((name) => headers.has(name))]).toEqual([200, ...carried]);
  const missing = await get("/_next/static/chunks/none.js");
  expect([missing.status, missing.headers.get("content-type")]).toEqual([404, expect.stringMatching(/^text\/plain/)]);
});

test("the encoding is the one that the client weighs highest", async () => {
  const encoding = async (accepted: string) =>
    (await get("/about", { "accept-encoding": accepted })).headers.get("content-encoding");
  // A page is sent from memory, with brotli, once it has been asked for again.
  await expect.poll(() => encoding("br")).toBe("br");
  expect(await encoding("gzip, deflate, br")).toBe("br");
  expect(await encoding("br;q=0.1, gzip")).toBe("gzip");
  expect(await encoding("identity;q=0, gzip")).toBe("gzip");
  expect(await encoding("identity")).toBeNull();
});

test("a form of a page of before the last upgrade is answered with a page that says what helps", async () => {
  const unknown = `60${"ab".repeat(20)}`;
  const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const answer = await fetch(`${base}/contact`, {
      method: "POST",
      body,
      headers: { origin: base, accept: "text/html", ...headers },
    });
    return { answer, text: await answer.text() };
  };
  const plain = await post({ [`$ACTION_ID_${unknown}`]: "", message: "kept private" });
  expect(plain.answer.status).toBe(409);
  expect(plain.answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(plain.text).toContain("The shop was updated. Please reload the page.");
  expect(plain.text).toContain('<a href="">Reload the page</a>');
  expect(plain.text).not.toContain("kept private");
  // With JavaScript the page itself says it, by this header.
  const called = await post({ "0": "[]" }, { "next-action": unknown });
  expect([called.answer.status, called.answer.headers.get("x-nextjs-action-not-found")]).toEqual([409, "1"]);
  expect(called.text).not.toContain("<html");
});
