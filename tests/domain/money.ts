// Orders and payments, for the tests of payments and of documents.
import type { Customer } from "@/lib/auth/actor";
import { placeOrder } from "@/lib/orders/place";
import type { OrderInput } from "@/lib/orders/schema";
import { isGstin } from "@/lib/settings/gstin";
import { anOrder, aSweet } from "../support/factories";
import { pool, sql } from "../support/sql";

export const GSTIN = "27AAPFU0939F1ZV";
/** A GSTIN that begins with these 14 characters: with its check character. */
export const aGstin = (start: string) =>
  [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((last) => start + last).find(isGstin) ?? "";

let utrs = 100_000_000_000;
/** The number of a transfer that was used by no other one. */
export const aUtr = () => String(++utrs);

/** What was received in cash. `force`: also above what is due. */
export const cash = (amount: number, force = false) => ({ method: "cash", amount, reference: null, force }) as const;

/** An order of ₹500. */
export async function orderOf500(buyer: Customer, payment: "cod" | "upi" = "cod") {
  const sweet = await aSweet({ quantity: 100, price: 500 });
  return placeOrder(buyer, anOrder([[sweet, 1]], { payment }), { channel: "api" }, pool);
}

/** The newest entry of the ledger of payments. */
export const lastPayment = async () => (await sql`select max(id)::int as id from payments`)[0]?.id as number;
export const lastOrder = async () => (await sql`select max(id)::int as id from orders`)[0]?.id as number;

/** What an order has that is sent to another state. */
export const toBengaluru = {
  delivery: {
    recipientName: "आशा राव",
    deliveryAddress: "1 MG Road, Bengaluru",
    phoneNumber: "98200 00000",
    pincode: "560001",
    method: "courier",
  },
} as Partial<OrderInput>;
