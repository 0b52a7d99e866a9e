// A shop of its own whose settings have a UPI ID: the shared one has none, and its texts are quoted by other tests.
import postgres from "postgres";
import { freePort } from "../../scripts/ports";
import { withInstance } from "../support/instance";
import { makeDatabase } from "../support/postgres";
import { type Customer, ShopApi } from "../support/shop-api";
import { admin, test as base, db, unique } from "../support/shopper";

const PAYEE = { upiId: "mithaas@okbank", payeeName: "Mithaas & Sons" };

class UpiShop extends ShopApi {
  /** Offers payment by UPI, beside payment on delivery. */
  async offer() {
    const { version, value } = (await this.asAdmin("GET", "/admin/settings")).payments;
    const cod = { active: true, upTo: null };
    await this.asAdmin("PUT", "/admin/settings/payments", { version, value: { ...value, ...PAYEE, cod } });
  }

  /** Issues tax invoices from now on. */
  async register(gstin: string) {
    const { version, value } = (await this.asAdmin("GET", "/admin/settings")).tax;
    await this.asAdmin("PUT", "/admin/settings/tax", { version, value: { ...value, gstin } });
  }

  /** A new order of so many rupees; its id. */
  async orderFor(by: Customer, price: number, payment: "cod" | "upi" = "upi"): Promise<number> {
    return (await this.order(by, [{ productId: (await this.sweet({ price })).id, quantity: 1 }], { payment })).id;
  }

  claim = ({ token }: Customer, id: number, utr: string) =>
    this.call("POST", `/orders/${id}/payments/claim`, { utr }, token);

  payments = async (id: number) => (await this.asAdmin("GET", `/admin/orders/${id}`)).payments;

  /** Confirms or rejects the last claim. */
  async settle(id: number, how: "confirm" | "reject", body = {}) {
    const { id: payment } = (await this.payments(id)).at(-1);
    return this.asAdmin("POST", `/admin/orders/${id}/payments/${payment}/${how}`, body);
  }
}

/** A database with the shared shop's admin. */
export async function aDatabase(): Promise<string> {
  const url = await makeDatabase(process.env.TEST_DATABASE_URL ?? "", unique("upi").replaceAll(" ", "_"));
  const sql = postgres(url, { max: 1 });
  const owners = await db`select email, name, role, staff, password_hash from users where email = ${admin.email}`;
  await sql`insert into users ${sql(owners)}`;
  await sql.end();
  return url;
}

/** Every page is one of that shop. */
export const test = base.extend<object, { shop: UpiShop }>({
  shop: [
    async ({}, use) => {
      const port = await freePort();
      const shop = new UpiShop(`http://localhost:${port}`, admin);
      const env = { PORT: String(port), APP_URL: shop.url, DATABASE_URL: await aDatabase() };
      await withInstance(env, async () => {
        await shop.offer();
        await use(shop);
      });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
});
