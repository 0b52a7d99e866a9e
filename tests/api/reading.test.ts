import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, aSweet, call, sql, unique } from "./shop";

type Item = {
  id: number;
  name: string;
  price: number;
  createdAt: string;
  category: string;
  featured: boolean;
  giftBox: boolean;
};
type Page = { items: Item[]; meta: { page: number; limit: number; total: number; totalPages: number } };
const list = async (query: string): Promise<Page> => (await call("GET", `/sweets?${query}`)).body;

async function whole(query: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const found = await list(`${query}&limit=7&page=${page}`);
    items.push(...found.items);
    if (page >= found.meta.totalPages) {
      expect(found.meta.total).toBe(items.length);
      return items;
    }
  }
}

describe("the list of sweets", () => {
  const word = unique("zq");
  beforeAll(async () => {
    // Ties in name and price: only the id tells them apart.
    for (let i = 0; i < 15; i++)
      await aSweet({ name: `${word} same`, price: 100 + Math.floor(i / 5), featured: i % 3 === 0 });
  });

  test.each(["name", "price", "createdAt"])(
    "pages by %s never overlap and leave nothing out, both ways",
    async (sortBy) => {
      const all = (await whole("sortBy=createdAt&sortOrder=asc")).map(({ id }) => id).sort((a, b) => a - b);
      for (const sortOrder of ["asc", "desc"]) {
        const items = await whole(`sortBy=${sortBy}&sortOrder=${sortOrder}`);
        expect(items.map(({ id }) => id).sort((a, b) => a - b)).toEqual(all);
        // Names in plain letters: of others the database and JavaScript may know different small letters and orders.
        const plain = items.filter((item) => /^[\x20-\x7e]+$/.test(item.name));
        const keys = plain.map((item) =>
          sortBy === "price" ? item.price : sortBy === "name" ? item.name.toLowerCase() : item.createdAt,
        );
        const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(keys).toEqual(sortOrder === "asc" ? sorted : sorted.reverse());
      }
    },
  );

  test("defaults: twelve, newest first", async () => {
    const { items, meta } = await list("");
    expect([items.length, meta.page, meta.limit]).toEqual([12, 1, 12]);
    expect(items[0]?.name).toBe(`${word} same`);
    expect(await list("sortOrder=desc&category=ALL&search=%20&limit=12")).toEqual({ items, meta });
  });

  test("a page past the end has no items", async () => {
    const last = 2_147_483_647;
    const { items, meta } = await list(`page=${last}&limit=100`);
    expect([items, meta.page, meta.totalPages]).toEqual([[], last, Math.ceil(meta.total / 100)]);
    expect((await list(`search=kaju&page=${last}`)).items).toEqual([]);
    const orders = await call("GET", `/admin/orders?page=${last}&pageSize=100`, { token: await anAdmin() });
    expect([orders.status, orders.body.items]).toEqual([200, []]);
    const own = await call("GET", `/orders?page=${last}`, { token: (await aCustomer()).token });
    expect([own.status, own.body]).toEqual([200, []]);
  });

  test("a sortOrder alone sorts by createdAt", async () => {
    expect(await list("sortOrder=asc&limit=5")).toEqual(await list("sortBy=createdAt&sortOrder=asc&limit=5"));
    expect(await list(`search=${word}&sortOrder=asc`)).toEqual(
      await list(`search=${word}&sortBy=createdAt&sortOrder=asc`),
    );
  });

  test("the names on the category cards are aliases", async () => {
    for (const [alias, category] of [
      ["Sugar-Free Options", "Sugar-Free"],
      ["Premium Dry Fruits", "Dry Fruits"],
      ["Fresh Cakes", "Cakes"],
    ] as const) {
      const found = await list(`limit=100&category=${encodeURIComponent(alias)}`);
      expect(found).toEqual(await list(`limit=100&category=${encodeURIComponent(category)}`));
      expect(new Set(found.items.map((item) => item.category))).toEqual(new Set([category]));
    }
    const boxes = await list("limit=100&category=Gift%20Boxes");
    expect([boxes.meta.total > 0, boxes.items.every(({ giftBox }) => giftBox)]).toEqual([true, true]);
  });

  test("featured, in any case of letters", async () => {
    const featured = await list("limit=100&featured=true");
    const others = await list("limit=100&featured=FALSE");
    expect(featured.items.every((item) => item.featured) && others.items.every((item) => !item.featured)).toBe(true);
    expect(featured.meta.total + others.meta.total).toBe((await list("")).meta.total);
    expect((await list(`search=${word}&featured=true`)).meta.total).toBe(5);
  });

  test("a search finds words, beginnings and what was mistyped, and combines with filters", async () => {
    const names = async (search: string) =>
      (await list(`limit=100&search=${encodeURIComponent(search)}`)).items.map(({ name }) => name);
    expect(await names("gulab jamn")).toContain("Gulab Jamun");
    expect((await names("kaju katri")).some((name) => /kaju katli/i.test(name))).toBe(true);
    expect((await names("KAJ")).some((name) => /kaju/i.test(name))).toBe(true);
    expect(await names("!!!")).toEqual([]);
    expect(await names(`${unique("nothing")}`)).toEqual([]);
    for (const odd of ["'", '"', "%", "_", "\\", ":*", "a & b | !c", "<->", "(", "🍬", "मिठाई"])
      expect(await names(odd)).toBeInstanceOf(Array);
    expect((await list(`search=${word}&category=Cakes&sortBy=price&sortOrder=asc&limit=1`)).items[0]?.price).toBe(100);
    expect((await list(`search=${word}&category=Sugar-Free`)).meta.total).toBe(0);
  });
});

describe("ETags", () => {
  test.each(["/sweets?limit=3", "/sweets/1", "/openapi.json"])("GET %s is a 304 when it is current", async (path) => {
    const { headers, text } = await call("GET", path);
    const etag = headers.get("etag") ?? "";
    expect([etag, headers.get("cache-control")]).toEqual([expect.stringMatching(/^W\/"[\w-]+"$/), "no-cache"]);
    for (const asked of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
      const current = await call("GET", path, { headers: { "if-none-match": asked } });
      expect([asked, current.status, current.text, current.headers.get("etag")]).toEqual([asked, 304, "", etag]);
    }
    for (const asked of ['"other"', etag.replaceAll('"', ""), "W/"]) {
      const changed = await call("GET", path, { headers: { "if-none-match": asked } });
      expect([asked, changed.status, changed.text]).toEqual([asked, 200, text]);
    }
  });

  test("a change changes it", async () => {
    const { id } = await aSweet();
    const before = (await call("GET", `/sweets/${id}`)).headers.get("etag") ?? "";
    await call("POST", `/sweets/${id}/restock`, { token: await anAdmin() });
    expect((await call("GET", `/sweets/${id}`, { headers: { "if-none-match": before } })).status).toBe(200);
  });

  test("GET /orders, polled", async () => {
    const { id } = await aSweet();
    const customer = await aCustomer();
    const poll = (etag?: string) =>
      call("GET", "/orders", { token: customer.token, headers: etag ? { "if-none-match": etag } : {} });
    const empty = await poll();
    expect(empty.headers.get("cache-control")).toBe("private, no-cache");
    const etag = empty.headers.get("etag") ?? "";
    expect((await poll(etag)).status).toBe(304);
    await anOrder(customer, id);
    expect((await poll(etag)).body).toHaveLength(1);
  });

  test("private responses are not stored", async () => {
    const { token } = await aCustomer();
    for (const path of ["/auth/me", "/cart", "/stock?ids=1", "/health"])
      expect([path, (await call("GET", path, { token })).headers.get("cache-control")]).toEqual([path, "no-store"]);
    for (const path of ["/admin/stats", "/admin/orders"])
      expect((await call("GET", path, { token: await anAdmin() })).headers.get("cache-control")).toBe("no-store");
  });
});

describe("orders of all customers", () => {
  test("pages never overlap; filters", async () => {
    const token = await anAdmin();
    const { id } = await aSweet({ stock: 100 });
    const customer = await aCustomer();
    const made: number[] = [];
    for (let i = 0; i < 5; i++) made.unshift((await anOrder(customer, id)).id);
    await call("PUT", `/admin/orders/${made[0]}/status`, { token, body: { status: "Shipped" } });
    const orders = async (query: string) => (await call("GET", `/admin/orders?${query}`, { token })).body;
    const mine = `search=${encodeURIComponent(customer.email)}`;
    const pages = await Promise.all([1, 2, 3, 4].map((page) => orders(`${mine}&pageSize=2&page=${page}`)));
    expect(pages.map(({ items }) => items.map((order: { id: number }) => order.id))).toEqual([
      made.slice(0, 2),
      made.slice(2, 4),
      made.slice(4),
      [],
    ]);
    expect(pages[3].meta).toEqual({ page: 4, pageSize: 2, total: 5, totalPages: 3 });
    expect((await orders(`${mine}&status=sHiPpEd`)).items.map((order: { id: number }) => order.id)).toEqual([made[0]]);
    expect((await orders(mine)).meta.pageSize).toBe(10);
    expect((await orders(`${mine}&from=2020-01-01&to=2020-01-02`)).meta.total).toBe(0);
  });
});

test("a list of orders that was cut says where it goes on, in Link", async () => {
  const { token, id: userId } = await aCustomer();
  const { id } = await aSweet({ stock: 10 });
  const whole = await call("GET", "/orders", { token });
  expect([whole.body, whole.headers.get("link")]).toEqual([[], null]);
  const oldest = (await anOrder({ token, id: userId, email: "", password: "" }, id)).id;
  // As many more as it takes, without buying each.
  await sql`
    with made as (
      insert into orders (user_id, channel, total) select ${userId}, 'api', 10000 from generate_series(1, 1000) returning id
    ), lines as (
      insert into order_lines (order_id, sweet_id, name, price, quantity) select id, ${id}, 'Sweet', 10000, 1 from made
    )
    insert into order_status_history (order_id, to_status) select id, 'Pending' from made`;
  const first = await call("GET", "/orders", { token });
  expect(first.body).toHaveLength(1000);
  const last = first.body.at(-1).id;
  expect(first.headers.get("link")).toBe(`</api/orders?before=${last}>; rel="next"`);
  const rest = await call("GET", `/orders?before=${last}`, { token });
  expect([rest.body.map((order: { id: number }) => order.id), rest.headers.get("link")]).toEqual([[oldest], null]);
  const current = await call("GET", "/orders", {
    token,
    headers: { "if-none-match": first.headers.get("etag") ?? "" },
  });
  expect([current.status, current.headers.get("link")]).toEqual([304, first.headers.get("link")]);
  const page = await call("GET", "/orders?page=10", { token });
  expect([page.body.length, page.headers.get("link")]).toEqual([100, '</api/orders?page=11>; rel="next"']);
  expect((await call("GET", "/orders?page=11", { token })).headers.get("link")).toBeNull();
  for (const query of ["before=0", "before=x", "before=9999999999", "before=5&page=1"])
    expect([query, (await call("GET", `/orders?${query}`, { token })).status]).toEqual([query, 400]);
});
