import type { orders } from "@/db/schema";
import { packHref } from "@/lib/catalogue/packs";
import { addDays, indiaDay } from "@/lib/dates";
import { mediaUrl } from "@/lib/images/urls";
import { toRupees } from "@/lib/money";
import { customerLedger, paymentOf, summaryOf } from "@/lib/payments/rules";
import { forTexts } from "./constants";
import type { fulfilmentColumns, OrderLine, StoredOrder } from "./order-select";

/** What customers can see of an order, money in paise. A new order has the same from the function that places it. */
type CustomerColumns = typeof orders.$inferSelect & {
  items: OrderLine[];
  history: Pick<StoredOrder["history"][number], "to" | "at" | "reason">[];
};

type FulfilmentColumns = Pick<StoredOrder, keyof typeof fulfilmentColumns>;

/** How, when and for how much an order is delivered. Fee in rupees; a method of null is still to be arranged. */
export const fulfilmentOf = ({ slotDate, slotFrom, slotTo, ...order }: FulfilmentColumns) => ({
  method: order.method,
  area: order.areaName !== null && order.areaKind !== null ? { name: order.areaName, kind: order.areaKind } : null,
  pincode: order.pincode,
  fee: toRupees(order.deliveryFee),
  slot: slotDate && slotFrom && slotTo ? { date: slotDate, from: slotFrom, to: slotTo } : null,
});
export type Fulfilment = ReturnType<typeof fulfilmentOf>;

/** The last day on which a sweet of an order is good: counted from the day of its window, or from the day of the order. */
function bestBefore(order: CustomerColumns, { shelfLifeDays }: OrderLine): string | null {
  if (shelfLifeDays === null) return null;
  return addDays(order.slotDate ?? order.day ?? indiaDay(order.createdAt), shelfLifeDays);
}

const shared = (order: CustomerColumns) => ({
  id: order.id,
  status: order.status,
  channel: order.channel,
  createdAt: order.createdAt,
  updatedAt: order.updatedAt,
  total: toRupees(order.total),
  giftWrap: order.giftWrap,
  personalMessage: order.personalMessage,
  ...forTexts((name) => order[name]),
  day: order.day,
  fulfilment: fulfilmentOf(order),
  tracking: order.tracking,
  company: order.company,
  payment: paymentOf(order),
});

/** The name that a line was sold under; an order of an import may lack it. */
const nameOf = (line: { name: string; productId: number }) => line.name || `Product ${line.productId}`;

const sharedLine = (order: CustomerColumns, line: OrderLine) => ({
  id: line.id,
  productId: line.productId,
  packId: line.packId,
  packLabel: line.packLabel,
  quantity: line.quantity,
  price: toRupees(line.price),
  day: line.day,
  bestBefore: bestBefore(order, line),
});

/** An order as its customer sees it: statuses and times, no names of admins. Money in rupees. */
export const toCustomerOrder = (order: CustomerColumns) => ({
  ...shared(order),
  items: order.items.map((line) => ({
    ...sharedLine(order, line),
    name: nameOf(line),
    /** The product's page while it is on sale, and its small picture. */
    slug: line.slug,
    image: line.imageId && mediaUrl(line.imageId, 320, "webp"),
  })),
  history: order.history.map(({ to, at, reason }) => ({ status: to, at, ...(reason !== null && { reason }) })),
});
export type CustomerOrder = ReturnType<typeof toCustomerOrder>;

/** An order as the customer's pages show it, with its payments; the API has what `toCustomerOrder` gives. */
export function toOwnOrder(stored: StoredOrder) {
  const order = toCustomerOrder(stored);
  // A refund that has failed is made again.
  const ledger = customerLedger(stored.payments.filter(({ state }) => state !== "refund_failed"));
  const items = order.items.map((line, i) => ({
    ...line,
    /** The page of the sweet with this pack, while it is on sale. */
    path: line.slug && packHref(line.slug, stored.items[i]?.shownPack ?? undefined),
  }));
  const { estimate, online } = stored;
  return { ...order, items, ledger, payment: summaryOf(order.payment, ledger), estimate, online };
}
export type OwnOrder = ReturnType<typeof toOwnOrder>;

/** An order as a row of My Orders: what is needed at a glance. */
export const toOrderRow = (order: typeof orders.$inferSelect & { first: string | null; lines: number }) => ({
  id: order.id,
  status: order.status,
  channel: order.channel,
  createdAt: order.createdAt,
  total: toRupees(order.total),
  day: order.day,
  fulfilment: fulfilmentOf(order),
  payment: { ...paymentOf(order), refunded: toRupees(order.refunded) },
  /** The name of the first line, and how many lines there are. */
  first: order.first ?? "",
  lines: order.lines,
});
export type OwnOrderRow = ReturnType<typeof toOrderRow>;

/** An order as admins see it. Money in rupees. */
export const toAdminOrder = (order: StoredOrder) => ({
  ...shared(order),
  user: order.user,
  customer:
    order.customerName === null || order.customerPhone === null
      ? null
      : { name: order.customerName, phone: order.customerPhone, email: order.customerEmail },
  internalNote: order.internalNote,
  packedAt: order.packedAt,
  items: order.items.map((line) => ({
    ...sharedLine(order, line),
    orderId: order.id,
    product: { name: nameOf(line) },
  })),
  payments: order.payments.map(({ amount, fee, ...payment }) => ({
    ...payment,
    amount: toRupees(amount),
    ...(fee !== null && { fee: toRupees(fee) }),
  })),
  history: order.history.map(({ reason, ...change }) => ({ ...change, ...(reason !== null && { reason }) })),
  corrections: order.corrections,
});
export type AdminOrder = ReturnType<typeof toAdminOrder>;
