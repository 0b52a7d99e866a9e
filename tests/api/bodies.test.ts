// What is refused must leave its connection in order: the rest of its body is never taken for the next request, and nobody waits for ever.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { framed, RawConnection } from "../support/raw";
import { aCustomer, anAdmin, aSweet, base, call, limited, sql, unique } from "./shop";

const KB = 1024;
const MB = 1024 * KB;
const multipart = "multipart/form-data; boundary=edge";
const message = {
  name: "Asha",
  email: "a@mithaas.test",
  phone: "9820000000",
  subject: "Diwali",
  message: "Do you deliver?",
};

type Case = { line: string; type?: string; token?: string; at?: string; fields?: string[]; body?: string };
type Framing = "length" | "chunks";

const headOf = ({ line, type = "application/json", token, fields = [] }: Case, host: string, framing: string) =>
  [
    `${line} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: ${type}`,
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    ...fields,
    framing,
    "\r\n",
  ].join("\r\n");

/** The connection either says that it closes and does, or it answers the next request; the sender always gets the answer. */
async function expectInOrder(one: Case, framing: Framing, status: number, waits: boolean) {
  const connection = new RawConnection(one.at ?? base);
  try {
    const { header, parts } = framed(one.body ?? "", framing);
    await connection.send(headOf(one, connection.host, header));
    // A sender that waits for the answer before it sends the rest, and one that does not look before it is done.
    if (waits) {
      await connection.send(...parts.splice(0, 1));
      expect((await connection.answer())?.status).toBe(status);
    }
    await connection.send(...parts, `GET /api/live HTTP/1.1\r\nHost: ${connection.host}\r\n\r\n`);
    if (!waits) expect((await connection.answer())?.status).toBe(status);
    const next = await connection.answer();
    if (next) expect([next.status, next.body]).toEqual([200, expect.stringContaining("ok")]);
    else await connection.ended();
  } finally {
    connection.close();
  }
}

let cases: Record<string, Case> = {};
beforeAll(async () => {
  const [admin, customer, sweet] = [await anAdmin(), await aCustomer(), await aSweet()];
  cases = {
    "401": { line: "POST /api/orders" },
    "403": { line: "POST /api/sweets", token: customer.token, type: multipart },
    "404": { line: "POST /api/nothing" },
    "404 of a sweet": { line: "PUT /api/sweets/0", token: admin, type: multipart },
    "405": { line: "PUT /api/contact" },
    "405 of the server": { line: "PROPFIND /api/sweets" },
    "400 of the server": { line: "POST /api/%ff" },
    "415": { line: "POST /api/contact", type: "text/plain" },
    "422": { line: "POST /api/contact" },
    "429": { line: "POST /api/cart/reserve", at: limited },
  };
  await sql`delete from rate_limits`;
  await call("POST", "/cart/reserve", { at: limited, body: { productId: sweet.id } });
  await sql`update rate_limits set count = 120, resets_at = now() + interval '10 minutes' where key like 'reserve:%'`;
});
afterAll(() => sql`delete from rate_limits`);

describe.each(["length", "chunks"] as const)("a refused body, framed by %s", (framing) => {
  test.each(["401", "403", "404", "404 of a sweet", "405", "405 of the server", "400 of the server", "415", "429"])(
    "%s",
    async (name) => {
      const status = Number(name.slice(0, 3));
      for (const size of [2, 40 * KB, 90 * KB, 900 * KB])
        for (const waits of [true, false])
          await expectInOrder({ ...cases[name], body: " ".repeat(size) } as Case, framing, status, waits);
    },
  );

  test("422, after its body was read", async () => {
    for (const size of [2, 90 * KB])
      await expectInOrder({ ...(cases["422"] as Case), body: `{${" ".repeat(size)}}` }, framing, 422, false);
  });

  test("413: JSON over 100 KB, a form over 6 MB, any other body over 1 MB", async () => {
    const token = await anAdmin();
    for (const one of [
      { line: "POST /api/contact", body: "x".repeat(101 * KB) },
      { line: "POST /api/contact", body: "x".repeat(3 * MB) },
      { line: "POST /api/sweets", token, type: multipart, body: "x".repeat(6 * MB + 1) },
      { line: "POST /api/sweets", token, body: "x".repeat(6 * MB) },
    ])
      await expectInOrder(one, framing, 413, false);
    // A page takes no body whose length is not announced, which browsers never send.
    for (const one of [
      { line: "POST /login", type: multipart, body: "x".repeat(MB + 1) },
      { line: "POST /home", type: "text/plain", body: "x".repeat(2 * MB) },
      { line: "POST /admin/sweets", type: multipart, body: "x".repeat(6 * MB + 1) },
    ])
      await expectInOrder(one, framing, framing === "length" ? 413 : 411, false);
  });
});

describe("sizes", () => {
  test("a length that is too large is refused before anything is read", async () => {
    for (const [line, length] of [
      ["POST /login", MB + 1],
      ["POST /api/contact", 100 * KB + 1],
      ["POST /admin/sweets", 6 * MB + 1],
      ["PUT /api/sweets/1", 6 * MB + 1],
    ] as const) {
      const connection = new RawConnection(base);
      const type = line.includes("contact") ? "application/json" : multipart;
      await connection.send(headOf({ line, type }, connection.host, `Content-Length: ${length}`));
      const answer = await connection.answer();
      expect([line, answer?.status]).toEqual([line, 413]);
      expect(answer?.head).toMatch(/application\/problem\+json/);
      connection.close();
    }
  });

  test("a page's form may be 1 MB, the admin's with a picture 6 MB", async () => {
    for (const [path, size] of [
      ["/contact", MB],
      ["/admin", 6 * MB],
    ] as const) {
      const edges = '--edge\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n--edge--\r\n';
      const body = edges.replace("\r\n\r\n\r\n", `\r\n\r\n${"x".repeat(size - edges.length)}\r\n`);
      expect(body.length).toBe(size);
      for (const [framing, accepted] of [
        ["length", [200, 303, 400]],
        ["chunks", [411]],
      ] as const) {
        const connection = new RawConnection(base);
        const { header, parts } = framed(body, framing);
        await connection.send(headOf({ line: `POST ${path}`, type: multipart }, connection.host, header), ...parts);
        expect(accepted, path).toContain((await connection.answer())?.status);
        connection.close();
      }
    }
  });

  test("who looks at pages can read the refusal", async () => {
    const answer = await fetch(`${base}/contact`, {
      method: "POST",
      headers: { accept: "text/html,*/*", "content-type": multipart },
      body: "x".repeat(2 * MB),
    });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([413, "text/html; charset=utf-8"]);
    expect(await answer.text()).toContain("The body is larger than 1024 KB.");
  });

  test("a body that comes slowly, in pieces, arrives whole", async () => {
    const body = JSON.stringify({ ...message, subject: unique("Slow ") });
    const connection = new RawConnection(base);
    await connection.send(
      headOf({ line: "POST /api/contact" }, connection.host, `Content-Length: ${Buffer.byteLength(body)}`),
    );
    for (const piece of body.match(/.{1,20}/gs) ?? []) {
      await connection.send(piece);
      // The pace of the sender.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await connection.answer())?.status).toBe(201);
    connection.close();
  });
});

describe("Expect: 100-continue", () => {
  const expecting = async (one: Case, length: number) => {
    const connection = new RawConnection(base);
    const fields = ["Expect: 100-continue", ...(one.fields ?? [])];
    await connection.send(headOf({ ...one, fields }, connection.host, `Content-Length: ${length}`));
    return connection;
  };

  test("a body that is wanted is asked for", async () => {
    const body = JSON.stringify(message);
    for (const one of [{ line: "POST /api/contact" }, { line: "POST /contact", type: multipart }]) {
      const connection = await expecting(one, body.length);
      expect((await connection.answer())?.status).toBe(100);
      await connection.send(body, `GET /api/live HTTP/1.1\r\nHost: ${connection.host}\r\n\r\n`);
      expect((await connection.answer())?.status).toBeGreaterThanOrEqual(200);
      expect((await connection.answer())?.status).toBe(200);
      connection.close();
    }
  });

  test("a body that is not wanted is not, and the connection ends", async () => {
    for (const [line, length, status] of [
      ["POST /api/orders", 20, 401],
      ["POST /api/contact", 2 * MB, 413],
      ["POST /login", 2 * MB, 413],
      ["PROPFIND /api/sweets", 20, 405],
    ] as const) {
      const connection = await expecting({ line }, length);
      const answer = await connection.answer();
      expect([line, answer?.status, answer?.closes]).toEqual([line, status, true]);
      await connection.ended();
      connection.close();
    }
  });

  test("nothing else can be expected", async () => {
    const connection = new RawConnection(base);
    const one = { line: "POST /api/contact", fields: ["Expect: cake"] };
    await connection.send(headOf(one, connection.host, "Content-Length: 2"), "{}");
    expect((await connection.answer())?.status).toBe(417);
    connection.close();
  });
});
