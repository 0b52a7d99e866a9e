import net from "node:net";
import { describe, expect, test } from "vitest";
import { aCustomer, anAdmin, anOrderOf, aSweet, base, call, unique } from "./shop";

const json = { "content-type": "application/json" };
const contact = {
  name: "Asha",
  email: "a@mithaas.test",
  phone: "9820000000",
  subject: "Diwali",
  message: "Do you deliver?",
};

/** Sends text to the shop as it is and gives the first answer's status, body and milliseconds. */
function raw(...parts: (string | Buffer)[]): Promise<{ status: number; text: string; ms: number }> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let text = "";
    const socket = net.connect(Number(port), hostname, async () => {
      for (const part of parts) {
        if (socket.destroyed) return;
        if (!socket.write(part)) await new Promise((drained) => socket.once("drain", drained));
      }
    });
    socket.setTimeout(8_000, () => reject(new Error(`No answer in time: ${text}`)));
    socket.on("error", (error) => (text ? undefined : reject(error)));
    socket.on("data", (data) => {
      text += data;
      const [head = "", body] = text.split("\r\n\r\n", 2);
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      const isWhole = length ? Buffer.byteLength(body ?? "") >= Number(length) : text.endsWith("\r\n0\r\n\r\n");
      if (body === undefined || !isWhole) return;
      socket.destroy();
      resolve({ status: Number(text.slice(9, 12)), text, ms: performance.now() - started });
    });
  });
}
const head = (fields: string, path = "/api/contact") =>
  `POST ${path} HTTP/1.1\r\nHost: ${new URL(base).host}\r\nContent-Type: application/json\r\n${fields}\r\n`;

describe("bodies", () => {
  test("100 KB of JSON are taken, one byte more is a 413", async () => {
    const body = JSON.stringify(contact);
    const padded = (bytes: number) => body + " ".repeat(bytes - body.length);
    expect((await call("POST", "/contact", { headers: json, body: padded(100 * 1024) })).status).toBe(201);
    const over = await call("POST", "/contact", { headers: json, body: padded(100 * 1024 + 1) });
    expect([over.status, over.body.code]).toEqual([413, "payload_too_large"]);
  });

  test("a Content-Length that is too large is refused before its body comes", async () => {
    const { status, ms } = await raw(head("Content-Length: 200000\r\n"), "{}");
    expect(status).toBe(413);
    expect(ms).toBeLessThan(2_000);
  });

  test("chunks are counted as they come", async () => {
    const chunk = `2710\r\n${"x".repeat(10_000)}\r\n`;
    const { status } = await raw(head("Transfer-Encoding: chunked\r\n"), ...Array<string>(30).fill(chunk));
    expect(status).toBe(413);
  });

  test("a Content-Length beside chunks is no request", async () => {
    expect((await raw(head("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"), "0\r\n\r\n")).status).toBe(400);
  });

  test("10,000 levels are answered 400 at once, 32 are taken", async () => {
    const deep = (levels: number) => `{"productId":1,"x":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    const started = performance.now();
    const refused = await call("POST", "/cart/reserve", { headers: json, body: deep(10_000) });
    expect([refused.status, refused.body.message]).toEqual([400, "The body is nested deeper than 32 levels."]);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect((await call("POST", "/contact", { headers: json, body: deep(33) })).status).toBe(400);
    expect((await call("POST", "/contact", { headers: json, body: deep(32) })).status).toBe(422);
    const brackets = JSON.stringify({ ...contact, message: "[".repeat(4_000) });
    expect((await call("POST", "/contact", { headers: json, body: brackets })).status).toBe(201);
  });

  test.each(["{", "{'a':1}", "", "NaN", '{"a":1}}', '{"a":\u0000}', '{"a":"\n"}', "\ufeff\ufeff{}"])(
    "%j is no JSON",
    async (body) => {
      const { status } = await call("POST", "/contact", { headers: json, body });
      // Nothing at all is an empty object, for calls whose every field has a default.
      expect(status).toBe(body === "" ? 422 : 400);
    },
  );

  test("a byte order mark is allowed, other encodings are not", async () => {
    const text = JSON.stringify(contact);
    expect((await call("POST", "/contact", { headers: json, body: `\ufeff${text}` })).status).toBe(201);
    expect((await call("POST", "/contact", { headers: json, body: Buffer.from(text, "utf16le") })).status).toBe(400);
    expect((await call("POST", "/contact", { headers: json, body: Buffer.from([0x22, 0xff, 0x22]) })).status).toBe(400);
    const packed = await call("POST", "/contact", { headers: { ...json, "content-encoding": "gzip" }, body: text });
    expect(packed.status).toBe(415);
  });

  test("multipart up to 6 MB, and only where it is known", async () => {
    const token = await anAdmin();
    const form = new FormData();
    form.set("name", "x".repeat(6 * 1024 * 1024));
    const over = await call("POST", "/sweets", { token, body: form });
    expect([over.status, over.body.code]).toEqual([413, "payload_too_large"]);
    expect((await call("POST", "/contact", { body: new FormData() })).status).toBe(415);
    const broken = { "content-type": "multipart/form-data; boundary=x" };
    expect((await call("POST", "/sweets", { token, headers: broken, body: "nothing of the kind" })).status).toBe(400);
    expect(
      (await call("POST", "/sweets", { token, headers: { "content-type": "multipart/form-data" }, body: "--x" }))
        .status,
    ).toBe(400);
  });

  test("headers beyond Node's limit, and methods that are none", async () => {
    expect((await raw(head(`X-Long: ${"a".repeat(20_000)}\r\nContent-Length: 2\r\n`), "{}")).status).toBe(431);
    const host = `Host: ${new URL(base).host}\r\n\r\n`;
    for (const method of ["TRACE", "PROPFIND", "LOCK"]) {
      const { status, text } = await raw(`${method} /api/sweets HTTP/1.1\r\n${host}`);
      expect([method, status]).toEqual([method, 405]);
      expect(text).toMatch(/allow: GET/i);
      expect(text).toMatch(/application\/problem\+json/);
    }
  });

  test("what the server itself refuses has the headers of every answer", async () => {
    const host = `Host: ${new URL(base).host}\r\n\r\n`;
    for (const [request, expected] of [
      [`TRACE /api/sweets HTTP/1.1\r\n${host}`, 405],
      [`CONNECT shop.example:443 HTTP/1.1\r\n${host}`, 405],
      [`GET /api/%ff HTTP/1.1\r\n${host}`, 400],
      [`GET / HTTP/1.1\r\n: none\r\n${host}`, 400],
      [head(`X-Long: ${"a".repeat(20_000)}\r\n`), 431],
    ] as const) {
      const { status, text } = await raw(request);
      expect([request.slice(0, 30), status]).toEqual([request.slice(0, 30), expected]);
      for (const header of [
        /^content-security-policy: default-src 'none'/im,
        /^permissions-policy: camera=\(\)/im,
        /^cross-origin-opener-policy: same-origin/im,
        /^x-content-type-options: nosniff/im,
        /^x-frame-options: DENY/im,
        /^referrer-policy: /im,
      ])
        expect(text).toMatch(header);
      expect(text).not.toMatch(/^strict-transport-security/im);
    }
  });
});

describe("text", () => {
  const texts = [
    "शुभ दीपावली",
    "🍬👩‍👩‍👧‍👦 🇮🇳",
    "Z̸a̷l̴g̵o̶",
    " padded ",
    "a\nb\tc\r\n",
    "\u202eright to left",
    "<b>&amp;</b>",
    "'; drop table sweets; --",
    "\\u0000 \\",
    "e\u0301 é",
    "\ufeffmark",
  ];

  test("comes back byte for byte", async () => {
    const token = await anAdmin();
    const { token: customer } = await aCustomer();
    for (const text of texts) {
      const sweet = await aSweet({ description: text, details: { ingredients: text, allergens: [text] } });
      expect([sweet.description, sweet.details.ingredients, sweet.details.allergens]).toEqual([text, text, [text]]);
      const order = await call("POST", "/orders", {
        token: customer,
        body: {
          ...anOrderOf(sweet.id),
          delivery: { recipientName: text, deliveryAddress: text, phoneNumber: text, notes: text },
          personalMessage: text,
        },
      });
      const seen = (await call("GET", `/admin/orders/${order.body.id}`, { token })).body;
      const { recipientName, deliveryAddress, phoneNumber, notes, personalMessage } = seen;
      expect([recipientName, deliveryAddress, phoneNumber, notes, personalMessage]).toEqual(Array(5).fill(text));
    }
  });

  test("of multipart comes back byte for byte too, line ends of every kind", async () => {
    const token = await anAdmin();
    const { id } = await aSweet();
    for (const description of ["one\ntwo", "one\r\ntwo", "one\rtwo", "\r\n one \n\r two\n"]) {
      const boundary = unique("part");
      const body = Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="description"\r\n\r\n${description}\r\n--${boundary}--\r\n`,
      );
      const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
      expect((await call("PUT", `/sweets/${id}`, { token, body, headers })).body.description).toBe(description);
    }
  });

  test("is counted in characters: 120 sweets in a name", async () => {
    expect((await aSweet({ name: "🍬".repeat(120) })).name).toBe("🍬".repeat(120));
    expect((await aSweet({ description: "र".repeat(2000) })).description).toHaveLength(2000);
    const long = { ...contact, message: "🍬".repeat(5001) };
    expect((await call("POST", "/contact", { body: long })).status).toBe(422);
  });

  test("NUL and lone surrogates are refused in a field", async () => {
    for (const wrong of ["a\u0000b", "a\ud800b", "\udc00ab"]) {
      for (const field of ["name", "phone", "subject", "message"] as const) {
        // Lone surrogates are only sent as escapes.
        const body = JSON.stringify({ ...contact, [field]: `${wrong} and ten characters` });
        const { status, body: problem } = await call("POST", "/contact", { headers: json, body });
        expect([field, status, problem.errors[0].path]).toEqual([field, 422, field]);
      }
    }
    expect(
      (await call("POST", "/auth/login", { body: { email: "a@mithaas.test", password: "abc\u0000def" } })).status,
    ).toBe(422);
  });
});

test("a visitor's cart holds 200 packs, a customer's more", async () => {
  const { id } = await aSweet({ stock: 1000 });
  const over = await call("POST", "/cart/reserve", { body: { productId: id, quantity: 201 } });
  expect([over.status, over.body.errors[0].path]).toEqual([422, "quantity"]);
  expect((await call("POST", "/cart/reserve", { body: { productId: id, quantity: 200 } })).status).toBe(200);
  const { token } = await aCustomer();
  expect((await call("POST", "/cart/reserve", { token, body: { productId: id, quantity: 300 } })).status).toBe(200);
});
