import { mediaUrl } from "@/lib/images/view";
import { toRupees } from "@/lib/money";
import type { OrderStatus } from "./schema";

/** `order_json` of db/functions.sql: an order as stored, money in paise. */
export type StoredOrder = {
  id: number;
  userId: number | null;
  status: OrderStatus;
  channel: "web" | "api" | "counter";
  total: number;
  giftWrap: boolean;
  personalMessage: string | null;
  recipientName: string | null;
  deliveryAddress: string | null;
  phoneNumber: string | null;
  notes: string | null;
  internalNote: string | null;
  createdAt: string;
  updatedAt: string;
  user: { name: string; email: string } | null;
  items: {
    id: number;
    productId: number;
    name: string | null;
    price: number;
    quantity: number;
    slug: string | null;
    imageId: string | null;
  }[];
  history: { from: OrderStatus | null; to: OrderStatus; at: string; by: string | null }[];
  corrections: { field: string; from: string | null; to: string; at: string; by: string | null }[];
};

const shared = (order: StoredOrder) => ({
  id: order.id,
  status: order.status,
  channel: order.channel,
  createdAt: order.createdAt,
  updatedAt: order.updatedAt,
  total: toRupees(order.total),
  giftWrap: order.giftWrap,
  personalMessage: order.personalMessage,
  recipientName: order.recipientName,
  deliveryAddress: order.deliveryAddress,
  phoneNumber: order.phoneNumber,
  notes: order.notes,
});

/** The name a line was sold under, or the fallback of specification §2. */
const nameOf = (line: { name: string | null; productId: number }) => line.name || `Product ${line.productId}`;

/** An order as its customer sees it: statuses and times, no names of admins. Money in rupees. */
export const customerOrder = (order: StoredOrder) => ({
  ...shared(order),
  items: order.items.map((line) => ({
    id: line.id,
    productId: line.productId,
    name: nameOf(line),
    quantity: line.quantity,
    price: toRupees(line.price),
    /** The product's page while it is on sale, and its small picture. */
    slug: line.slug,
    image: line.imageId && mediaUrl(line.imageId, 320, "webp"),
  })),
  history: order.history.map(({ to, at }) => ({ status: to, at })),
});
export type CustomerOrder = ReturnType<typeof customerOrder>;

/** An order as admins see it. Money in rupees. */
export const adminOrder = (order: StoredOrder) => ({
  ...shared(order),
  user: order.user,
  internalNote: order.internalNote,
  items: order.items.map((line) => ({
    id: line.id,
    productId: line.productId,
    orderId: order.id,
    quantity: line.quantity,
    price: toRupees(line.price),
    product: { name: nameOf(line) },
  })),
  history: order.history,
  corrections: order.corrections,
});
export type AdminOrder = ReturnType<typeof adminOrder>;

/** What a checkout begins with, and where that is from. */
export type DeliveryOffer = {
  from: "last order" | "account";
  recipientName: string;
  deliveryAddress: string;
  phoneNumber: string;
};
