import { describe, expect, test } from "vitest";
import { RawConnection, type RawResponse } from "../support/raw";
import { aCustomer, anAdmin, anOrderOf, aSweet, base, call, unique } from "./shop";

const json = { "content-type": "application/json" };
const contact = {
  name: "Asha",
  email: "a@mithaas.test",
  phone: "9820000000",
  subject: "Diwali",
  message: "Do you deliver?",
};

/** The answer to text that is sent as it is. */
async function answerTo(...parts: string[]): Promise<RawResponse | undefined> {
  const connection = new RawConnection(base);
  try {
    await connection.send(...parts);
    return await connection.answer();
  } finally {
    connection.close();
  }
}
const host = `Host: ${new URL(base).host}\r\n`;
const head = (fields: string) => `POST /api/contact HTTP/1.1\r\n${host}Content-Type: application/json\r\n${fields}\r\n`;

describe("bodies", () => {
  test("100 KB of JSON are taken, one byte more is a 413", async () => {
    const body = JSON.stringify(contact);
    const padded = (bytes: number) => body + " ".repeat(bytes - body.length);
    expect((await call("POST", "/contact", { headers: json, body: padded(100 * 1024) })).status).toBe(201);
    const over = await call("POST", "/contact", { headers: json, body: padded(100 * 1024 + 1) });
    expect([over.status, over.body.code]).toEqual([413, "payload_too_large"]);
  });

  test("a Content-Length beside chunks is no request", async () => {
    const both = head("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n");
    expect((await answerTo(both, "0\r\n\r\n"))?.status).toBe(400);
  });

  test("10,000 levels are a 400, 32 are taken", async () => {
    const deep = (levels: number) => `{"productId":1,"x":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    const refused = await call("POST", "/cart/reserve", { headers: json, body: deep(10_000) });
    expect([refused.status, refused.body.message]).toEqual([400, "The body is nested deeper than 32 levels."]);
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

  test("multipart only where it is known, and in parts", async () => {
    const token = await anAdmin();
    expect((await call("POST", "/contact", { body: new FormData() })).status).toBe(415);
    for (const [boundary, body] of [
      ["; boundary=x", "nothing of the kind"],
      ["", "--x"],
    ] as const) {
      const headers = { "content-type": `multipart/form-data${boundary}` };
      expect((await call("POST", "/sweets", { token, headers, body })).status).toBe(400);
    }
  });

  test.each([
    [`TRACE /api/sweets HTTP/1.1\r\n${host}\r\n`, 405],
    [`PROPFIND /api/sweets HTTP/1.1\r\n${host}\r\n`, 405],
    [`LOCK /api/sweets HTTP/1.1\r\n${host}\r\n`, 405],
    [`CONNECT shop.example:443 HTTP/1.1\r\n${host}\r\n`, 405],
    [`GET /api/%ff HTTP/1.1\r\n${host}\r\n`, 400],
    [`GET / HTTP/1.1\r\n: none\r\n${host}\r\n`, 400],
    [head(`X-Long: ${"a".repeat(20_000)}\r\n`), 431],
  ])("what the server itself refuses has the headers of every answer: %.40s", async (request, expected) => {
    const answer = await answerTo(request);
    expect(answer?.status).toBe(expected);
    for (const header of [
      /^content-security-policy: default-src 'none'/im,
      /^permissions-policy: camera=\(\)/im,
      /^cross-origin-opener-policy: same-origin/im,
      /^x-content-type-options: nosniff/im,
      /^x-frame-options: DENY/im,
      /^referrer-policy: /im,
    ])
      expect(answer?.head).toMatch(header);
    expect(answer?.head).not.toMatch(/^strict-transport-security/im);
    if (expected === 405 && !request.startsWith("CONNECT"))
      expect(answer?.head).toMatch(/(?=.*allow: GET)(?=.*application\/problem\+json)/is);
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
