import type { OrderStatus } from "@/db/constants/orders";

/**
 * Orders to pack, and as many packed ones, that are listed of those without a window, and on the page of a window that has more of both; all
 * of them are counted.
 */
export const MAX_LISTED = 50;

/** Sweets that the form of what is thrown away knows; those beyond have the form on their own page. */
export const MAX_WASTED = 1_000;

/** Orders that can be marked as packed at once. */
export const MAX_MARKED = 200;

/** Where a window stands by the shop's clock. */
export const windowStates = ["upcoming", "started", "ended"] as const;
export type WindowState = (typeof windowStates)[number];

/** Whether an order has left the shop. It counts as packed, with or without the mark, and the mark is no longer taken back. */
export const hasLeft = (status: OrderStatus): boolean => status === "Shipped" || status === "Completed";
