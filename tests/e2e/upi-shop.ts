// A shop of its own whose settings have a UPI ID: the shared one has none, and its texts are quoted by other tests.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../scripts/ports";
import { startShop, stopShop } from "../../scripts/shop";
import { type BrowserContext, test as base, type Page } from "../support/shopper";

const ADMIN = { email: "owner@mithaas.test", password: "kajukatli" };
export const PAYEE = { upiId: "mithaas@okbank", payeeName: "Mithaas & Sons" };
const delivery = {
  recipientName: "Sunita Deshmukh",
  deliveryAddress: "14 Shivaji Park Road",
  phoneNumber: "98200 12345",
};

type Customer = { email: string; password: string; token: string };

/** The shop through its API. */
class UpiShop {
  private admin = "";
  private constructor(readonly url: string) {}

  static async open(url: string) {
    const shop = new UpiShop(url);
    shop.admin = (await shop.call("POST", "/auth/login", ADMIN, "")).accessToken;
    await shop.offer({ active: true, upTo: null });
    return shop;
  }

  async call(method: string, path: string, body?: unknown, token = this.admin) {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Saves how orders can be paid on delivery, beside UPI. */
  async offer(cod: { active: boolean; upTo: number | null }) {
    const { version, value } = (await this.call("GET", "/admin/settings")).payments;
    await this.call("PUT", "/admin/settings/payments", { version, value: { ...value, ...PAYEE, cod } });
  }

  async customer(): Promise<Customer> {
    const person = {
      name: "Asha Rao",
      email: `${randomBytes(5).toString("hex")}@example.com`,
      password: "laddoo-1985",
    };
    return { ...person, token: (await this.call("POST", "/auth/register", person, "")).accessToken };
  }

  async sweet(price: number): Promise<{ id: number }> {
    const name = `Barfi ${randomBytes(5).toString("hex")}`;
    return this.call("POST", "/sweets", { name, price, quantity: 50, category: "Cakes", description: "For a test" });
  }

  /** A new order of so many rupees; its id. */
  async order({ token }: Customer, price: number, payment: "cod" | "upi" = "upi"): Promise<number> {
    const items = [{ productId: (await this.sweet(price)).id, quantity: 1 }];
    return (await this.call("POST", "/orders", { items, delivery, payment }, token)).id;
  }

  claim({ token }: Customer, id: number, utr: string) {
    return this.call("POST", `/orders/${id}/payments/claim`, { utr }, token);
  }

  payments = async (id: number) => (await this.call("GET", `/admin/orders/${id}`)).payments;

  /** Confirms or rejects the last claim. */
  async settle(id: number, how: "confirm" | "reject", body = {}) {
    const { id: payment } = (await this.payments(id)).at(-1);
    return this.call("POST", `/admin/orders/${id}/payments/${payment}/${how}`, body);
  }
}

/** Every page is one of that shop. */
export const test = base.extend<object, { shop: UpiShop }>({
  shop: [
    async ({}, use) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-upi-"));
      const log = path.join(folder, "server.log");
      const port = await freePort();
      const env = {
        ...process.env,
        PORT: String(port),
        APP_URL: `http://localhost:${port}`,
        DATA_DIR: process.env.TEST_SHOP_DATA_DIR,
        RATE_LIMIT: "off",
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
      };
      const make = ["--import", "tsx", "tests/support/make-database.ts", `upi_${randomBytes(5).toString("hex")}`];
      const lines = execFileSync(process.execPath, make, { env, encoding: "utf8" }).trim().split("\n");
      const { child, ready } = startShop(process.env.TEST_BUILD ?? "", { ...env, DATABASE_URL: lines.at(-1) }, log);
      if (!(await ready)) throw new Error(`The shop does not start:\n${fs.readFileSync(log, "utf8")}`);
      await use(await UpiShop.open(env.APP_URL));
      await stopShop(child);
      fs.rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
});

/** Signs in and opens `next`. */
export async function signInTo(page: Page, { email, password }: Customer, next: string) {
  await page.goto(`/login?next=${next}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(({ pathname }) => pathname === next);
}

/** Puts a sweet into the cart of this browser. */
export async function reserveAt(shop: UpiShop, context: BrowserContext, sweet: { id: number }) {
  const options = { headers: { origin: shop.url }, data: { productId: sweet.id, quantity: 1 } };
  const answer = await context.request.post(`${shop.url}/api/cart/reserve`, options);
  if (!answer.ok()) throw new Error(`reserve: ${answer.status()} ${await answer.text()}`);
}
