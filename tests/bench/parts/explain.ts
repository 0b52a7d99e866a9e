import postgres from "postgres";
import { adminListQuery } from "@/lib/catalogue/schema";
import { enquiriesQuery } from "@/lib/enquiries/schema";
import { onePerProcess } from "@/lib/one-per-process";
import type { Member } from "../../support/factories";
import type { Part } from "../bench";
import { signedIn } from "../world";

type Plan = { "Node Type": string; "Relation Name"?: string; "Actual Rows"?: number; Plans?: Plan[] };
type Explained = { text: string; ms: number; scans: string[]; plan: unknown };

/** Rows from which a table counts as large. */
const LARGE = 5000;

/** Shown, and read all there is because they need it: why. */
const NO_GOAL = new Map([
  ["categories", "the best sellers of each, for a page that is cached"],
  ["sweets of the owner by stock", "an index on what each sale changes would slow every sale"],
  ["customers", "counts all of them"],
]);

/**
 * The plan of every statement that the hot five, admin lists and reports run, those inside functions too (auto_explain), at 100,000
 * orders and 10,000 sweets. None may scan a large table sequentially.
 */
export const explain: Part = async (world) => {
  const url = await world.database(10_000);
  const [customer] = await signedIn(url, 1);
  const [owner] = await signedIn(url, 1, "admin");
  Object.assign(process.env, {
    DATABASE_URL: url,
    AUTH_SECRET: "the benchmark's own secret, known to everyone",
    RATE_LIMIT: "off",
  });
  let notices: string[] = [];
  const sql = postgres(world.asAdmin(url), {
    max: 1,
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    onnotice: (notice) => notices.push(notice.message ?? ""),
    connection: {
      session_preload_libraries: "auto_explain",
      client_min_messages: "log",
      "auto_explain.log_min_duration": "0",
      "auto_explain.log_analyze": "on",
      "auto_explain.log_timing": "off",
      "auto_explain.log_nested_statements": "on",
      "auto_explain.log_format": "json",
    },
  });
  try {
    const large = new Set(
      (await sql`select relname from pg_class where relkind = 'r' and reltuples >= ${LARGE}`).map(
        (row) => row.relname as string,
      ),
    );
    // The shop's own functions on a connection of ours. The module reads the settings when it is loaded, so it is loaded here.
    const { executorOf } = await import("@/db/client");
    const pool = executorOf(sql);
    const opened = { pools: { read: pool, write: pool, reports: pool } };
    Object.assign(
      onePerProcess("database pools", () => opened),
      opened,
    );
    const [
      lists,
      catalogue,
      cart,
      cartCommands,
      orders,
      orderCommands,
      stock,
      stockQueries,
      reports,
      adminOrders,
      customers,
      session,
      adminSweets,
      dashboard,
      enquiries,
      kitchen,
      kitchenCommands,
      planReports,
    ] = await Promise.all([
      import("@/lib/catalogue/list-queries"),
      import("@/lib/catalogue/queries"),
      import("@/lib/cart/queries"),
      import("@/lib/cart/commands"),
      import("@/lib/orders/queries"),
      import("@/lib/orders/place"),
      import("@/lib/stock/expired"),
      import("@/lib/stock/queries"),
      import("@/lib/reports/queries"),
      import("@/lib/orders/admin-queries"),
      import("@/lib/people/customer-queries"),
      import("@/lib/auth/session"),
      import("@/lib/catalogue/admin-queries"),
      import("@/lib/reports/dashboard-queries"),
      import("@/lib/enquiries/admin-queries"),
      import("@/lib/kitchen/queries"),
      import("@/lib/kitchen/commands"),
      import("@/lib/reports/plan-queries"),
    ]);
    const shopper = {
      kind: "user",
      id: customer?.id ?? 0,
      name: "",
      email: "",
      role: "customer",
      staff: null,
      sessionId: 0,
    } as const;
    const admin = { ...shopper, id: owner?.id ?? 0, role: "admin", staff: "owner" } as unknown as Member;
    const list = { page: 1, limit: 12, sortOrder: "desc" } as const;
    const [first] = (await lists.listSweets({ ...list })).items;
    const productId = first?.id ?? 0;
    const delivery = {
      recipientName: "Asha",
      deliveryAddress: "12 Hill Road, Mumbai",
      phoneNumber: "9820000000",
      notes: "",
    };
    const orderInput = {
      items: [{ productId, quantity: 1 }],
      delivery,
      giftWrap: false,
      personalMessage: "",
      payment: "cod" as const,
    };
    const work: [string, () => Promise<unknown>][] = [
      ["session", () => session.findSession(customer?.token ?? "")],
      ["list", () => lists.listSweets({ ...list })],
      [
        "list, category by price",
        () => lists.listSweets({ ...list, category: "Cakes", sortBy: "price", sortOrder: "asc", page: 20 }),
      ],
      ["list by name", () => lists.listSweets({ ...list, sortBy: "name", sortOrder: "asc" })],
      ["list, featured", () => lists.listSweets({ ...list, featured: true })],
      ["list, gift boxes", () => lists.listSweets({ ...list, category: "Gift Boxes" })],
      ["detail", () => catalogue.findSweet(productId)],
      ["detail by slug", () => catalogue.findSweetBySlug(first?.slug ?? "")],
      ["related", () => catalogue.relatedSweets({ id: productId, category: "Cakes" })],
      ["categories", () => catalogue.categoryCounts()],
      ["typo search", () => lists.listSweets({ ...list, search: "gulab jamn" })],
      ["search of a common word", () => lists.listSweets({ ...list, search: "ghee" })],
      ["reserve", () => cartCommands.reserve(shopper, { productId, quantity: 1 }, pool)],
      ["cart", () => cart.readCart(shopper)],
      ["order", () => orderCommands.placeOrder(shopper, orderInput, { channel: "api" }, pool)],
      ["own orders", () => orders.listOrders(shopper)],
      ["My Orders", () => orders.listOwnRows(shopper, 1)],
      ["expired holds", () => stock.releaseExpiredHolds()],
      ["stock history", () => stockQueries.stockHistory(admin, productId, { page: 1, pageSize: 20 })],
      ["all orders", () => adminOrders.listAllOrders(admin, { page: 1, pageSize: 10 })],
      ["all orders of a status", () => adminOrders.listAllOrders(admin, { page: 1, pageSize: 10, status: "Pending" })],
      ["all orders of a name", () => adminOrders.listAllOrders(admin, { page: 1, pageSize: 10, search: "sharma" })],
      [
        "customers of a phone",
        () => customers.listCustomers(admin, { page: 1, pageSize: 20, search: "+91 98200-12345" }),
      ],
      ["rows of orders", () => adminOrders.listOrderRows(admin, { page: 1, pageSize: 10 })],
      ["rows of orders by work", () => adminOrders.listWorkRows(admin, { page: 1, pageSize: 25 })],
      ["rows of orders of a phone", () => adminOrders.listOrderRows(admin, { page: 1, pageSize: 10, search: "98200" })],
      ["new orders", () => adminOrders.newOrders(admin, 99_990)],
      ["the kitchen's day", () => kitchen.readKitchen(admin)],
      ["the report of plans", () => planReports.plansByDay(admin, {})],
      [
        "the mark of packed orders",
        () => kitchenCommands.setPacked(admin, { ids: [99_990, 99_991, 99_992], packed: true }, pool),
      ],
      ["sweets of the owner", () => adminSweets.listForAdmin(admin, adminListQuery.parse({}))],
      [
        "sweets of the owner by stock",
        () => adminSweets.listForAdmin(admin, adminListQuery.parse({ sort: "stock:asc" })),
      ],
      [
        "sweets of the owner of a name",
        () => adminSweets.listForAdmin(admin, adminListQuery.parse({ search: "barfi" })),
      ],
      ["the dashboard", () => dashboard.dashboardSummary(admin)],
      ["enquiries", () => enquiries.listEnquiries(admin, { ...enquiriesQuery.parse({}), pageSize: 20 })],
      ["customers", () => customers.listCustomers(admin, { page: 1, pageSize: 20 })],
      ["customers of a name", () => customers.listCustomers(admin, { page: 1, pageSize: 20, search: "sharma" })],
      ["statistics", () => reports.stats(admin)],
      ["top products", () => reports.topProducts(admin, 10)],
      ["sales by day", () => reports.salesByDay(admin, { days: 90 })],
    ];
    const rows = [];
    const more: Record<string, Explained[]> = {};
    for (const [name, call] of work) {
      await call(); // the first call on a connection prepares
      notices = [];
      await call();
      const plans = notices.filter((text) => text.startsWith("duration:")).map(explained);
      more[name] = plans;
      const scans = plans.flatMap((plan) => plan.scans).filter((table) => large.has(table));
      const longest = plans.reduce((sum, plan) => Math.max(sum, plan.ms), 0);
      rows.push({
        what: `plan of ${name}${scans.length ? ` (scans ${[...new Set(scans)].join(", ")})` : ""}`,
        ours: `${longest.toFixed(1)} ms`,
        goal: NO_GOAL.has(name) ? `(no goal: ${NO_GOAL.get(name)})` : "no large table scanned",
        met: NO_GOAL.has(name) ? null : scans.length === 0,
      });
    }
    return { rows, more };
  } finally {
    await sql.end();
  }
};

// `duration: 1.2 ms  plan:\n{…}`; a nested statement has its own notice.
function explained(notice: string): Explained {
  const { "Query Text": text, Plan: plan } = JSON.parse(notice.slice(notice.indexOf("{"))) as {
    "Query Text": string;
    Plan: Plan;
  };
  const scans: string[] = [];
  const walk = (node: Plan) => {
    if (node["Node Type"] === "Seq Scan" && node["Relation Name"]) scans.push(node["Relation Name"]);
    node.Plans?.forEach(walk);
  };
  walk(plan);
  return { text: text.replace(/\s+/g, " ").trim(), ms: Number(/duration: ([\d.]+)/.exec(notice)?.[1]), scans, plan };
}
