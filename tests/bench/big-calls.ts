import postgres from "postgres";
import { signedIn } from "./world";

/** What a call is, with the most milliseconds that its median may take at the server. */
export const goals = { list: 200, report: 1000, document: 3000, public: 100 } as const;

export type Call = {
  what: string;
  kind: keyof typeof goals;
  path: string;
  as: "owner" | "customer" | "nobody";
  /** Called from cookies as a page, else with a token. */
  page?: boolean;
  /** Measured with four clients at once, too. */
  crowd?: boolean;
};

/** An export is measured by itself: how long until its first byte, and how much memory it takes. */
export type Export = { what: string; path: string };

/** The calls that read what grows, with the addresses that this database needs. */
export async function callsOf(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    const [facts] = await sql`
      select (select max(id) from orders) as newest, (select min(id) from orders) as oldest, (select count(*)::int from orders) as orders,
        (select user_id from orders where user_id is not null group by 1 order by count(*) desc limit 1) as buyer,
        (select sweet_id from sweet_sales order by units desc limit 1) as hottest,
        (select phone_number from orders where id = (select max(id) / 2 from orders)) as phone,
        (select string_agg(order_id::text, ',') from (select order_id from invoices where kind <> 'credit_note' order by id desc limit 100) i) as invoiced,
        (select slug from sweets where deleted_at is null order by id desc limit 1) as slug, (select max(id) from sweets) as sweet,
        kolkata_day(now())::text as today, (kolkata_day(now()) - 29)::text as month_ago, (kolkata_day(now()) - 365)::text as year_ago,
        to_char(kolkata_day(now()) - 30, 'YYYY-MM') as month, to_char(kolkata_day(now()) - 335, 'YYYY-MM') as first_month`;
    const f = facts as Record<string, string | number>;
    const middle = Math.floor(Number(f.orders) / 20);
    const list = (what: string, path: string, crowd = false): Call => ({
      what,
      kind: "list",
      path,
      as: "owner",
      page: true,
      crowd,
    });
    const calls: Call[] = [
      list("orders, first page", "/admin?tab=orders", true),
      list("orders, a page in the middle", `/admin?tab=orders&page=${middle}`),
      list("orders, last page", "/admin?tab=orders&page=999999"),
      list("orders of a status", "/admin?tab=orders&status=Completed"),
      list("orders of a status, last page", "/admin?tab=orders&status=Completed&page=999999"),
      list("orders of a month", `/admin?tab=orders&from=${f.month_ago}&to=${f.today}`),
      list("orders of a month, last page", `/admin?tab=orders&from=${f.month_ago}&to=${f.today}&page=999999`),
      list("orders of a year and a status", `/admin?tab=orders&from=${f.year_ago}&to=${f.today}&status=Cancelled`),
      list("paid orders", "/admin?tab=orders&payment=paid", true),
      list("paid orders, last page", "/admin?tab=orders&payment=paid&page=999999"),
      list("unpaid orders", "/admin?tab=orders&payment=unpaid"),
      list("paid orders of a month", `/admin?tab=orders&payment=paid&from=${f.month_ago}&to=${f.today}`),
      list("orders of a day's windows", `/admin?tab=orders&slotDate=${f.today}`),
      list("orders by number", `/admin?tab=orders&search=${f.newest}`),
      list("orders by a common name", "/admin?tab=orders&search=sharma", true),
      list("orders by a common name, last page", "/admin?tab=orders&search=sharma&page=999999"),
      list("orders by a full name", "/admin?tab=orders&search=asha+sharma"),
      list("orders by three letters", "/admin?tab=orders&search=asha"),
      list("orders by two letters", "/admin?tab=orders&search=as"),
      list("orders by phone", `/admin?tab=orders&search=${f.phone}`),
      list("orders by three digits", "/admin?tab=orders&search=982"),
      list("orders of the best customer", `/admin?tab=orders&customer=${f.buyer}`),
      list("one order", `/admin/orders/${f.newest}`, true),
      list("customers", "/admin/customers"),
      list("customers, last page", "/admin/customers?page=999999"),
      list("customers of a name", "/admin/customers?search=sharma"),
      list("enquiries", "/admin/enquiries"),
      list("all enquiries, last page", "/admin/enquiries?show=all&page=999999"),
      list("messages", "/admin/messages?show=all"),
      list("messages that were sent", "/admin/messages?show=sent"),
      list("messages that were sent, last page", "/admin/messages?show=sent&page=999999"),
      list("stock of the best seller", `/admin/sweets/${f.hottest}`),
      list("stock of the best seller, last page", `/admin/sweets/${f.hottest}?page=999999`),
      list("sweets", "/admin?tab=products"),
      list("sweets, last page", "/admin?tab=products&page=999999"),
      list("sweets by stock", "/admin?tab=products&sort=stock:asc"),
      list("sweets of a name", "/admin?tab=products&search=barfi"),
      list("dashboard", "/admin", true),
      list("plans of a month", "/admin?tab=plans&view=month"),
      list("kitchen of a full day", "/admin?tab=kitchen", true),
      list("new orders, asked by an open screen", `/admin/orders/news?seen=${f.newest}`),
      { what: "API: orders", kind: "list", path: "/api/admin/orders?pageSize=100", as: "owner" },
      { what: "API: orders, last page", kind: "list", path: "/api/admin/orders?pageSize=100&page=9999", as: "owner" },
      { what: "API: kitchen of a full day", kind: "list", path: "/api/admin/kitchen", as: "owner" },
      { what: "API: statistics", kind: "list", path: "/api/admin/stats", as: "owner" },
      ...[7, 30, 90].map((days) => ({
        ...list(`reports, ${days} days`, `/admin?tab=reports&days=${days}`),
        kind: "report" as const,
      })),
      {
        ...list("reports, 366 days", `/admin?tab=reports&from=${f.year_ago}&to=${f.today}`),
        kind: "report",
        crowd: true,
      },
      {
        what: "API: payments, 366 days",
        kind: "report",
        path: `/api/admin/reports/payments?from=${f.year_ago}&to=${f.today}`,
        as: "owner",
      },
      { ...list("GST, a month", `/api/admin/reports/gst?from=${f.month}`), kind: "report" },
      {
        ...list("GST, twelve months", `/api/admin/reports/gst?from=${f.first_month}&to=${f.month}&format=csv`),
        kind: "document",
      },
      { ...list("100 packing slips", `/admin/orders/slips?ids=${f.invoiced}`), kind: "report" },
      { ...list("100 invoices as one PDF", `/admin/orders/invoices?ids=${f.invoiced}`), kind: "document" },
      { what: "own orders of the best customer", kind: "list", path: "/orders", as: "customer", page: true },
      { what: "API: own orders of the best customer, 100", kind: "report", path: "/api/orders", as: "customer" },
      {
        what: "download of the best customer's data",
        kind: "document",
        path: "/account/data",
        as: "customer",
        page: true,
      },
      { what: "API: sweets", kind: "public", path: "/api/sweets", as: "nobody", crowd: true },
      {
        what: "API: sweets by price, page 300",
        kind: "public",
        path: "/api/sweets?sortBy=price&sortOrder=asc&limit=60&page=300",
        as: "nobody",
      },
      { what: "API: search with a typing error", kind: "public", path: "/api/sweets?search=gulab+jamn", as: "nobody" },
      { what: "API: search of a common word", kind: "public", path: "/api/sweets?search=ghee", as: "nobody" },
      { what: "API: one sweet", kind: "public", path: `/api/sweets/${f.sweet}`, as: "nobody" },
      { what: "page of a sweet", kind: "public", path: `/products/${f.slug}`, as: "nobody" },
      { what: "search page", kind: "public", path: "/products?search=kesar+barfi", as: "nobody" },
      { what: "site map", kind: "public", path: "/sitemap.xml", as: "nobody" },
    ];
    const exports: Export[] = [
      { what: "CSV of all orders", path: "/admin/orders/export" },
      {
        what: "CSV of a year's completed orders",
        path: `/admin/orders/export?status=Completed&from=${f.year_ago}&to=${f.today}`,
      },
      { what: "CSV of the orders of a common name", path: "/admin/orders/export?search=sharma" },
      { what: "CSV of payments, 366 days", path: `/admin/reports/payments/export?from=${f.year_ago}&to=${f.today}` },
      { what: "CSV of sales, 366 days", path: `/admin/reports/export?from=${f.year_ago}&to=${f.today}` },
    ];
    return { calls, exports, buyer: Number(f.buyer) };
  } finally {
    await sql.end();
  }
}

/** Headers of each kind of caller: the owner, the customer with the most orders, nobody. */
export async function callersOf(databaseUrl: string, buyer: number) {
  const [owner] = await signedIn(databaseUrl, 1, "admin");
  const [customer] = await signedIn(databaseUrl, 1, "customer", buyer);
  return (call: Pick<Call, "as" | "page">): Record<string, string> => {
    const person = call.as === "owner" ? owner : call.as === "customer" ? customer : undefined;
    if (!person) return {};
    return call.page ? { cookie: person.cookie } : { authorization: `Bearer ${person.token}` };
  };
}
