"use server";

import { recordView } from "@/lib/auth/audit-log";
import { action } from "@/lib/http/action";
import * as orders from "@/lib/orders/operations";
import { takenOrderForm } from "@/lib/orders/taken-form";

export const takeOrder = action(orders.takeOrder, {
  form: takenOrderForm,
  failed: "Failed to take the order",
  refresh: true,
  after: ({ result: { id, total, status } }) => ({ id, total, isPaid: status === "Completed" }),
});

/** The last order of a telephone number. Somebody has looked at one customer then. */
export const findCaller = action(orders.findCaller, {
  failed: "The number could not be looked up",
  after: async ({ actor, result: last }) => {
    const text = `found order #${last?.id} by the number of a caller`;
    if (last) await recordView(actor, { noun: "orders", nounId: last.id, text });
    return last;
  },
});
