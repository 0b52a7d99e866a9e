import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";

/*
 * Addresses in messages. A tracking link names its order and proves that the shop has made it, so that no table of links is needed; a new
 * AUTH_SECRET ends all of them.
 */

const signatureOf = (orderId: number) =>
  createHmac("sha256", env.AUTH_SECRET).update(`tracking link of order ${orderId}`).digest("base64url");

/** The secret part of an order's tracking link: the order's number and 256 bits that only the shop can make. */
export const trackingToken = (orderId: number): string => `${orderId}-${signatureOf(orderId)}`;

/** The order that a tracking link is for; null when the shop has not made it. */
export function trackedOrder(token: string): number | null {
  const [, digits, signature] = /^([1-9]\d{0,9})-([\w-]{43})$/.exec(token) ?? [];
  if (digits === undefined || signature === undefined) return null;
  const id = Number(digits);
  // Compared as text: base64url has several texts for the same bytes.
  return id <= 2_147_483_647 && timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(id))) ? id : null;
}

/** The address of a path of the shop. */
export const urlOf = (path: string) => `${env.APP_URL}${path}`;

export const trackingUrl = (orderId: number) => urlOf(`/track/${trackingToken(orderId)}`);
/** The order's own page, where it can be paid. */
export const orderUrl = (orderId: number) => urlOf(`/orders/${orderId}`);
export const adminOrderUrl = (orderId: number) => urlOf(`/admin?tab=orders&search=%23${orderId}`);
