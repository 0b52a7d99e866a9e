// A shop through its API, as its admin and as its customers: what a browser test needs before it opens a page.
import { randomBytes } from "node:crypto";

let made = 0;
/** A text that no other test has. */
export const unique = (word: string) => `${word} ${Date.now().toString(36)} ${process.pid.toString(36)}${made++}`;

/** A person without an account. */
export const aPerson = () => ({
  name: unique("Ananya"),
  email: `${randomBytes(6).toString("hex")}@example.com`,
  password: `pass ${randomBytes(4).toString("hex")}`,
});
export type Person = ReturnType<typeof aPerson>;
export type Customer = Person & { token: string };

export type Sweet = {
  id: number;
  name: string;
  slug: string;
  price: number;
  quantity: number;
  image: string | null;
  packs: { id: number; label: string; price: number; available: number }[];
};
/** A sweet in three packs. */
export type Tray = Sweet & { pack: (label: string) => number };
type SweetFields = {
  name?: string;
  category?: string;
  price?: number;
  /** In default packs. */
  quantity?: number;
  packs?: { label: string; units: number; price: number; grams?: number; isDefault?: boolean }[];
  details?: { netWeightGrams?: number };
};

/** What an order is delivered with, as `POST /orders` takes it. */
export const delivery = {
  recipientName: "Sunita Deshmukh",
  deliveryAddress: "14 Shivaji Park Road",
  phoneNumber: "98200 12345",
};

type Line = { productId: number; packId?: number; quantity: number };

export class ShopApi {
  private admin?: Promise<string>;

  constructor(
    readonly url: string,
    private readonly login: { email: string; password: string },
  ) {}

  /** Calls the API as whom the token is of; rejects unless it succeeds. */
  async call(method: string, path: string, body?: unknown, token?: string) {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  adminToken(): Promise<string> {
    this.admin ??= this.call("POST", "/auth/login", this.login).then(({ accessToken }) => accessToken);
    return this.admin;
  }

  async asAdmin(method: string, path: string, body?: unknown) {
    return this.call(method, path, body, await this.adminToken());
  }

  /** A new sweet, of which there are 20 at ₹100. */
  sweet(fields: SweetFields = {}): Promise<Sweet> {
    const others = { category: "Cakes", description: "Made for a test", price: 100, quantity: 20 };
    return this.asAdmin("POST", "/sweets", { name: unique("Test Barfi"), ...others, ...fields });
  }

  /** A sweet that is sold in three packs, with so many units of 250 g in stock. */
  async tray(units: number): Promise<Tray> {
    const packs = [
      { label: "250 g", grams: 250, units: 1, price: 200 },
      { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
      { label: "1 kg", grams: 1000, units: 4, price: 720 },
    ];
    const fields = { name: unique("Tray Katli"), category: "Dry Fruits", price: 380, packs };
    const sweet = await this.sweet({ ...fields, quantity: 0 });
    const pack = (label: string) => sweet.packs.find((known) => known.label === label)?.id as number;
    await this.asAdmin("POST", `/sweets/${sweet.id}/restock`, { quantity: units, packId: pack("250 g") });
    return { ...sweet, pack };
  }

  sweetNow = (id: number): Promise<Sweet> => this.call("GET", `/sweets/${id}`);

  /** Changes a sweet behind the back of an open page. */
  edit = (id: number, fields: Record<string, unknown>) => this.asAdmin("PUT", `/sweets/${id}`, fields);

  /** Makes a sweet for the day: so many units on each weekday, ordered until the end of a day so many days before. */
  plan(id: number, units: number, daysBefore: number) {
    const week = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, units]));
    return this.asAdmin("PUT", `/admin/plans/${id}`, { week, orderBy: { days: daysBefore, time: "23:59" } });
  }

  /** The days for which a sweet can be ordered now. */
  openDays = async (id: number): Promise<string[]> =>
    (await this.call("GET", `/sweets/${id}/days`)).map(({ day }: { day: string }) => day);

  /** The last window of the last day that can be booked for delivery in Mumbai. */
  async lastWindow(): Promise<{ date: string; from: string }> {
    type Method = { method: string; days: { date: string; slots: { from: string }[] }[] };
    const { methods }: { methods: Method[] } = await this.call("GET", "/delivery?pincode=400028");
    const day = methods.find(({ method }) => method === "delivery")?.days.at(-1);
    const from = day?.slots.at(-1)?.from;
    if (!day || !from) throw new Error("No window can be booked.");
    return { date: day.date, from };
  }

  /** A new person with an account, signed in nowhere but at the API. */
  async customer(): Promise<Customer> {
    const person = aPerson();
    return { ...person, token: (await this.call("POST", "/auth/register", person)).accessToken };
  }

  /** A new order; `more` are further fields of `POST /orders`. */
  order(by: Customer, lines: Line[], more: Record<string, unknown> = {}): Promise<{ id: number; total: number }> {
    return this.call("POST", "/orders", { items: lines, delivery, ...more }, by.token);
  }

  orderNow = (id: number): Promise<{ status: string; phoneNumber: string; internalNote: string | null }> =>
    this.asAdmin("GET", `/admin/orders/${id}`);

  setStatus = (id: number, status: string) => this.asAdmin("PUT", `/admin/orders/${id}/status`, { status });
}
