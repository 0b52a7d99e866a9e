import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import { writeDb } from "@/db/client";
import type { StaffKind } from "@/db/constants/auth";
import { seed } from "@/db/seed/seed";
import { assertMay, type Customer, type May, type StaffMember } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import { acceptSamples } from "@/lib/catalogue/commands";
import { shopNow } from "@/lib/clock";
import { addDays, indiaDay } from "@/lib/dates";
import { placeOrder } from "@/lib/orders/place";
import { takeOrder } from "@/lib/orders/purchase";
import { orderInput } from "@/lib/orders/schema";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { takenOrderInput } from "@/lib/orders/taken-schema";
import { claimPayment } from "@/lib/payments/commands";
import { setAdmin } from "@/lib/people/admin-commands";
import { login, register } from "@/lib/people/commands";
import { acceptInvitation, inviteStaff } from "@/lib/people/staff-commands";
import { putFirstStepsAway } from "@/lib/reports/commands";
import { momentOf } from "@/lib/settings/calendar";
import { saveSettings } from "@/lib/settings/commands";
import { currentSettings } from "@/lib/settings/queries";
import { shopFactNames } from "@/lib/settings/samples";
import type { Festival } from "@/lib/settings/schema";
import { savePlan } from "@/lib/stock/plan-commands";
import { planInput } from "@/lib/stock/plan-schema";
import type { RazorpayStandIn } from "@/tests/support/razorpay";
import type { DemoAccounts } from "../demo-tour";
import { withMovedClock } from "./clock";
import { live, refund } from "./live";
import { firstNames, lastNames, words } from "./names";

const secret = () => randomBytes(9).toString("base64url");
const browser = { kind: "browser", userAgent: "Mozilla/5.0 (Linux; Android 14) Chrome/131 Mobile" } as const;

/**
 * Fills a migrated database with the last days of a shop, by its own commands: up to `until`, and the same for the same day but for the
 * secrets. The first customer buys most. Nobody is sent anything. The environment must have the keys of the gateway's stand-in.
 */
export async function fillDemo(
  url: string,
  accounts: DemoAccounts,
  days: number,
  until: Date,
  gateway: RazorpayStandIn,
) {
  const today = indiaDay(until);
  const from = addDays(today, -days);
  await withMovedClock(url, async (setTime, sql) => {
    gateway.now = shopNow;
    await setTime(momentOf(addDays(from, -1), "09:00"));
    await seed(url);
    // The catalogue is as old as the first order.
    await sql`update sweets set created_at = created_at - ${days + 1}::int * interval '1 day'`;
    const people = await peopleOf(accounts);
    const { owner, counter, customers } = people;
    const best = customers[0] as Customer;
    const { versions, values } = await currentSettings();
    const festivals = [...values.festivals, ...(await ownFestivals(sql, today))];
    await saveSettings(owner, "festivals", { version: versions.festivals, value: festivals }, writeDb());
    await ownShop(owner);
    const online = { ...values.payments.online, active: true };
    const payments = { ...values.payments, online, upiId: "mithaas.sample@example", payeeName: "Mithaas" };
    await saveSettings(owner, "payments", { version: versions.payments, value: payments }, writeDb());
    // So much is made as is asked for on most days.
    for (const { id, slug, units } of await sql`
      select id, slug, default_units as units from sweets where slug = 'kaju-katli' or id in (select sweet_id from plans) order by id`) {
      const usual = units * (slug === "kaju-katli" ? 12 : 4);
      const week = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, day > 5 ? usual * 1.5 : usual]));
      await savePlan(owner, id, planInput.parse({ week, orderBy: { days: 1, time: "20:00" } }), writeDb());
    }
    await live(sql, setTime, { ...people, from, until, ordersPerDay: 17, seed: 1985, gateway });

    // At any time of the day there is an order on its way, a payment to be checked, a refund that the gateway has not made yet, something in
    // carts, and of kaju katli nothing today and little on the day after tomorrow.
    await setTime(until.getTime());
    const [paid] = await sql`
      select id from orders where payment_method = 'online' and payment_state = 'paid' and status = 'Completed' order by id desc limit 1`;
    gateway.refundStatus = "pending";
    await refund(people.owner, paid?.id, 100, "A box was damaged");
    for (const { id } of await sql`select id from orders where status = 'Processing' order by id limit 2`)
      await setOrderStatus(counter, id, "Shipped", writeDb());
    const day = addDays(today, 2);
    const [katli] = await sql`
      select s.id, p.id as pack, s.quantity / p.units as stock, coalesce(d.capacity - d.ordered, w.week[extract(isodow from ${day}::date)::int]) / p.units as planned
      from sweets s join packs p on p.sweet_id = s.id join plans w on w.sweet_id = s.id left join plan_days d on d.sweet_id = s.id and d.day = ${day}
      where s.slug = 'kaju-katli' order by p.units limit 1`;
    const items = (quantity: number) => [{ productId: katli?.id, packId: katli?.pack, quantity }];
    const company = { gstin: "29AAGCB7383J1Z4", name: "Acme Gifts Private Limited" };
    if (katli?.stock > 0)
      await takeOrder(counter, takenOrderInput.parse({ items: items(katli?.stock), company }), writeDb());
    const delivery = {
      recipientName: best.name,
      deliveryAddress: "12 Sample Road, Mumbai",
      phoneNumber: "9820098200",
      day,
    };
    const input = orderInput.parse({ items: items(Math.max(1, katli?.planned - 3)), delivery, payment: "upi" });
    const { id } = await placeOrder(best, input, { channel: "web" }, writeDb());
    await claimPayment(best, id, { utr: "632915478201" }, writeDb());
    const [kept] =
      await sql`select id from sweets where not low and id not in (select sweet_id from plans) order by id limit 1`;
    for (const customer of customers.slice(0, 4))
      await reserve(customer, { productId: kept?.id, quantity: 1 }, writeDb());
    await sql`
      update messages set state = case when id % 97 = 0 then 'failed' else 'sent' end, attempts = 1, at = created_at where state = 'waiting'`;
  });
}

/** Everything that a new owner looks at first is done, but for the second factor, which a shop to try does not ask for. */
async function ownShop(owner: May<"settings:write"> & May<"sweets:write">) {
  const { versions, values } = await currentSettings();
  const tax = { ...values.tax, gstin: "27AAPFU0939F1ZV" };
  const own = { ...values, shop: { ...values.shop, accepted: shopFactNames }, tax };
  for (const section of ["shop", "areas", "windows", "tax"] as const)
    await saveSettings(owner, section, { version: versions[section], value: own[section] }, writeDb());
  await acceptSamples(owner, writeDb());
  await putFirstStepsAway(owner, true, writeDb());
}

/** Signed in: the owner, one for the kitchen and one for the counter, and customers. */
async function peopleOf({ owner: of, customer: best }: DemoAccounts) {
  await setAdmin(of.email, of.password);
  const owner = (await login(of, browser)).user as StaffMember;
  const hire = async (name: string, staff: StaffKind) => {
    const { token } = await inviteStaff(owner, { name, email: `${staff}@example.com`, staff }, writeDb());
    return (await acceptInvitation(token, secret(), browser)).user as StaffMember;
  };
  const customers: Customer[] = [];
  for (const [i, given] of firstNames.entries()) {
    const name = `${given} ${lastNames[(i * 7) % lastNames.length]}`;
    const account = { email: `${given}.${i}@example.com`.toLowerCase(), password: secret() };
    customers.push((await register({ name, ...(i === 0 ? best : account) }, browser)).user as Customer);
  }
  const kitchen = assertMay(await hire("Kitchen", "kitchen"), "kitchen:write");
  const counter = assertMay(assertMay(await hire("Counter", "counter"), "messages:write"), "orders:write");
  return {
    owner: assertMay(
      assertMay(
        assertMay(assertMay(assertMay(owner, "plans:write"), "refunds:write"), "stock:write"),
        "settings:write",
      ),
      "sweets:write",
    ),
    kitchen: assertMay(kitchen, "plans:write"),
    counter: assertMay(counter, "payments:write"),
    customers,
  };
}

/** Two of the shop's own, which no calendar has: one that is over, and one that is open with days in two weeks. */
async function ownFestivals(sql: postgres.Sql, today: string): Promise<Festival[]> {
  const slugs = words("modak motichoor-laddoo kaju-katli rasmalai kalakand jalebi diwali-assorted-box gajar-halwa");
  const rows = await sql<{ id: number }[]>`select id from sweets where slug = any (${slugs}) order by id`;
  const festival = (slug: string, name: string, text: string, first: number): Festival => ({
    ...{ slug, name, text, sweets: rows.map(({ id }) => id) },
    days: [0, 1, 2].map((day) => addDays(today, first + day)),
    opensAt: `${addDays(today, first - 21)}T03:30:00.000Z`,
    closesAt: `${addDays(today, first - 2)}T14:30:00.000Z`,
  });
  return [
    festival("mithai-mela", "Mithai Mela", "Three days of our best trays. Order early: each tray is made once.", 14),
    festival("anniversary", "Our anniversary", "Since 1985. Thank you for forty years of orders.", -20),
  ];
}
