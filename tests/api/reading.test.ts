// Lists over HTTP: what a query asks for, and when an answer is not sent again. What is in a list, and in which order:
// tests/domain/catalogue.test.ts, search.test.ts and order-status.test.ts.
import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, aSweet, call, sql, unique } from "./shop";

type Item = { id: number; name: string; price: number; category: string; featured: boolean; giftBox: boolean };
type Page = { items: Item[]; meta: Record<"page" | "limit" | "total" | "totalPages", number> & { search?: object } };
const list = async (query: string): Promise<Page> => (await call("GET", `/sweets?${query}`)).body;

describe("the list of sweets", () => {
  const word = unique("zq");
  beforeAll(async () => {
    for (const price of [300, 100, 200]) await aSweet({ name: `${word} ${price}`, price, featured: price < 250 });
  });

  test("is sorted and cut as the query says; a sortOrder alone sorts by createdAt", async () => {
    const prices = async (query: string) =>
      (await list(`search=${word}&category=Cakes&${query}`)).items.map(({ price }) => price);
    expect(await prices("sortBy=price&sortOrder=asc")).toEqual([100, 200, 300]);
    expect(await prices("sortBy=name&sortOrder=desc")).toEqual([300, 200, 100]);
    expect(await prices("sortBy=price&sortOrder=desc&limit=2&page=2")).toEqual([100]);
    expect(await prices("sortOrder=asc")).toEqual([300, 100, 200]);
    expect(await prices("featured=TRUE&sortBy=price")).toHaveLength(2);
    expect((await list(`search=${word}&category=Sugar-Free`)).meta.total).toBe(0);
  });

  test("defaults: twelve, newest first", async () => {
    const { items, meta } = await list("");
    expect([items.length, meta.page, meta.limit, items[0]?.name]).toEqual([12, 1, 12, `${word} 200`]);
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

  test("the names on the category cards are aliases", async () => {
    for (const [alias, category] of [
      ["Sugar-Free Options", "Sugar-Free"],
      ["Premium Dry Fruits", "Dry Fruits"],
      ["Fresh Cakes", "Cakes"],
    ] as const) {
      const found = await list(`limit=100&category=${encodeURIComponent(alias)}`);
      expect(new Set(found.items.map((item) => item.category))).toEqual(new Set([category]));
    }
    const boxes = await list("limit=100&category=Gift%20Boxes");
    expect([boxes.meta.total > 0, boxes.items.every(({ giftBox }) => giftBox)]).toEqual([true, true]);
  });

  test("a search says what it could not find and what it was asked to be free of; one of words alone says nothing", async () => {
    expect((await list(`search=${word}`)).meta).toEqual({ page: 1, limit: 12, total: 3, totalPages: 1 });
    const { items, meta } = await list(`search=${word}%20zzzzqx`);
    expect([items.length, meta]).toMatchObject([3, { total: 3, search: { partial: true, freeOf: [] } }]);
    expect(await list(`search=${word}%20nut%20free`)).toMatchObject({
      items: [],
      meta: { total: 0, search: { partial: false, freeOf: ["nuts"], vegetarian: false, undeclared: [] } },
    });
  });

  test("a search takes any characters, and finds what was mistyped", async () => {
    expect((await list("search=gulab%20jamn")).items.map(({ name }) => name)).toContain("Gulab Jamun");
    for (const odd of ["'", '"', "%", "_", "\\", ":*", "a & b | !c", "<->", "(", "🍬", "मिठाई"])
      expect((await list(`search=${encodeURIComponent(odd)}`)).items).toBeInstanceOf(Array);
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

test("the list of all orders is filtered and cut as the query says", async () => {
  const token = await anAdmin();
  const { id } = await aSweet();
  const customer = await aCustomer();
  const made: number[] = [];
  for (let i = 0; i < 3; i++) made.unshift((await anOrder(customer, id)).id);
  await call("PUT", `/admin/orders/${made[0]}/status`, { token, body: { status: "Shipped" } });
  const orders = async (query: string) => {
    const search = encodeURIComponent(customer.email);
    const { items, meta } = (await call("GET", `/admin/orders?search=${search}&${query}`, { token })).body;
    return [items.map((order: { id: number }) => order.id), meta];
  };
  expect(await orders("pageSize=2&page=2")).toEqual([made.slice(2), { page: 2, pageSize: 2, total: 3, totalPages: 2 }]);
  expect((await orders("status=sHiPpEd"))[0]).toEqual([made[0]]);
  expect(await orders("from=2020-01-01&to=2020-01-02")).toMatchObject([[], { pageSize: 10, total: 0 }]);
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
      insert into orders (user_id, channel, total) select ${userId}, 'api', 10000 from generate_series(1, 100) returning id
    ), lines as (
      insert into order_lines (order_id, sweet_id, name, price, quantity) select id, ${id}, 'Sweet', 10000, 1 from made
    )
    insert into order_status_history (order_id, to_status) select id, 'Pending' from made`;
  const first = await call("GET", "/orders", { token });
  expect(first.body).toHaveLength(100);
  const last = first.body.at(-1).id;
  expect(first.headers.get("link")).toBe(`</api/orders?before=${last}>; rel="next"`);
  const rest = await call("GET", `/orders?before=${last}`, { token });
  expect([rest.body.map((order: { id: number }) => order.id), rest.headers.get("link")]).toEqual([[oldest], null]);
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  const current = await call("GET", "/orders", { token, headers });
  expect([current.status, current.headers.get("link")]).toEqual([304, first.headers.get("link")]);
  const page = await call("GET", "/orders?page=2", { token });
  expect([page.body.length, page.headers.get("link")]).toEqual([1, null]);
  const few = await call("GET", `/orders?limit=2&before=${last}`, { token });
  expect([few.body.length, few.headers.get("link")]).toEqual([1, null]);
  const two = await call("GET", "/orders?limit=2", { token });
  expect([two.body.length, two.headers.get("link")]).toEqual([
    2,
    `</api/orders?before=${two.body[1].id}&limit=2>; rel="next"`,
  ]);
  for (const query of ["before=0", "before=x", "before=9999999999", "before=5&page=1", "limit=0", "limit=101"])
    expect([query, (await call("GET", `/orders?${query}`, { token })).status]).toEqual([query, 400]);
});
