import { desc, sql } from "drizzle-orm";
import { readDb } from "@/db/client";
import { orders } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { invalid } from "@/lib/errors";
import { callerDigits } from "@/lib/telephone";
import { hasPhone } from "./filter";
import { fulfilmentColumns } from "./order-select";
import { fulfilmentOf } from "./serializers";

/**
 * The last order of a telephone number, whether it was the customer's or the recipient's, for staff who take the next one; null when there is
 * none. Needs orders:write. Throws `invalid` for what is no number of ten digits.
 */
export async function findCaller(_actor: May<"orders:write">, phone: string) {
  const digits = callerDigits(phone);
  if (digits === null) throw invalid("phone", "Please enter all 10 digits");
  const [last] = await readDb()
    .select({
      id: orders.id,
      createdAt: orders.createdAt,
      customerName: orders.customerName,
      customerPhone: orders.customerPhone,
      email: orders.customerEmail,
      recipientName: orders.recipientName,
      phoneNumber: orders.phoneNumber,
      deliveryAddress: orders.deliveryAddress,
      day: orders.day,
      delivery: fulfilmentColumns,
    })
    .from(orders)
    .where(hasPhone(`%${digits}`))
    // As an expression, so that the few orders of the number are sorted, and not all orders read from the newest on.
    .orderBy(desc(sql`${orders.id} + 0`))
    .limit(1);
  if (!last) return null;
  const { customerName, customerPhone, email, recipientName, delivery, ...order } = last;
  const hasOrdered = customerPhone?.replace(/\D/g, "").endsWith(digits);
  return {
    ...order,
    name: (hasOrdered ? customerName : recipientName) ?? "",
    email: hasOrdered ? email : null,
    recipientName,
    fulfilment: fulfilmentOf(delivery),
  };
}
export type KnownCaller = NonNullable<Awaited<ReturnType<typeof findCaller>>>;
