// The first start of `npm run demo` fills its folder with this: half a year of a shop, and two accounts to sign in with. The file of the
// accounts is written last, so that a folder without it was not filled.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { migrate } from "@/db/migrate";
import { seed } from "@/db/seed/seed";
import { addDays, indiaDay } from "@/lib/dates";
import type { Festival } from "@/lib/settings/schema";
import { command } from "./command";
import { accountsFile, type DemoAccounts } from "./demo-tour";
import { step } from "./processes.mjs";
import { generate } from "./sample-shop/generate";

const DAYS = 182;

void command("npm run demo", { makes: true }, async ({ url, settings }) => {
  const accounts: DemoAccounts = {
    owner: { email: "owner@example.com", password: randomBytes(9).toString("base64url") },
    customer: { email: "asha@example.com", password: randomBytes(9).toString("base64url") },
  };
  await migrate(url);
  await seed(url);
  const [{ setAdmin }, { hashPassword }] = await Promise.all([
    import("@/lib/accounts/admin-commands"),
    import("@/lib/accounts/password"),
  ]);
  await setAdmin(accounts.owner.email, accounts.owner.password);
  const [until, to] = [new Date(), indiaDay(new Date())];
  const passwordHash = await hashPassword(accounts.customer.password);
  const sql = postgres(url, { max: 1 });
  await save(sql, "festivals", [...(await savedFestivals(sql)), ...(await festivals(sql, to))]);
  await save(sql, "payments", {
    ...{
      upiId: "mithaas.sample@example",
      payeeName: "Mithaas",
      cod: { active: true, upTo: null },
      remindAfterHours: 24,
    },
  });
  await step("Making half a year of orders", () =>
    generate(url, { from: addDays(to, -DAYS), to, ordersPerDay: 60, seed: 1985, sweets: 0, until }),
  );
  // Who has ordered most.
  await sql`
    update users set name = 'Asha Sharma', email = ${accounts.customer.email}, password_hash = ${passwordHash}
    where id = (select user_id from orders join users u on u.id = user_id and u.role = 'customer' group by 1 order by count(*) desc, 1 limit 1)`;
  await sql.end();
  fs.writeFileSync(path.join(settings.DATA_DIR, accountsFile), `${JSON.stringify(accounts)}\n`, { mode: 0o600 });
});

async function save(sql: postgres.Sql, section: string, value: object) {
  await sql`
    insert into settings (section, version, value) values (${section}, 1, ${JSON.stringify(value)}::text::jsonb)
    on conflict (section) do update set version = settings.version + 1, value = excluded.value`;
}

async function savedFestivals(sql: postgres.Sql): Promise<Festival[]> {
  const [row] = await sql<{ value: Festival[] }[]>`select value from settings where section = 'festivals'`;
  return row?.value ?? [];
}

/** Two of the shop's own, which no calendar has: one that is over, and one that is open with days in two weeks. */
async function festivals(sql: postgres.Sql, today: string): Promise<Festival[]> {
  const slugs = [
    "modak",
    "motichoor-laddoo",
    "kaju-katli",
    "rasmalai",
    "kalakand",
    "jalebi",
    "diwali-assorted-box",
    "gajar-halwa",
  ];
  const rows = await sql<{ id: number }[]>`select id from sweets where slug = any (${slugs}) order by id`;
  const festival = (slug: string, name: string, text: string, first: number): Festival => ({
    ...{ slug, name, text, sweets: rows.map(({ id }) => id) },
    days: [0, 1, 2].map((day) => addDays(today, first + day)),
    opensAt: `${addDays(today, first - 21)}T03:30:00.000Z`,
    closesAt: `${addDays(today, first - 2)}T14:30:00.000Z`,
  });
  return [
    festival("mithai-mela", "Mithai Mela", "Three days of our best trays. Order early: each tray is made once.", 14),
    festival("anniversary", "Our anniversary", "Since 1985. Thank you for forty years of orders.", -80),
  ];
}
