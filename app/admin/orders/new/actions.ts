"use server";

import { redirect } from "next/navigation";
import type { Taken } from "@/components/admin/till/new-order";
import { recordView } from "@/lib/audit/commands";
import { formOf, runAction } from "@/lib/http/action";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import type { KnownCaller } from "@/lib/orders/caller-queries";
import * as orders from "@/lib/orders/operations";
import { takenOrderForm } from "@/lib/orders/taken-form";

const failed = "Failed to take the order";

/** Takes an order. Without JavaScript its sweets are those of the rows, and the page of the order or its receipt follows. */
export const takeOrder: FormAction<Taken> = async (_previous, form) => {
  const alternative = form.get("alternative");
  if (alternative !== null) form.set("slot", alternative);
  const isPlain = form.get("items") === "";
  if (isPlain) {
    const read = await runAction(orders.readTillItems, form, { failed });
    if (!read.ok) return read;
    form.set("items", JSON.stringify(read.data));
  }
  return runAction(orders.takeOrder, form, {
    form: takenOrderForm,
    failed,
    refresh: true,
    after: ({ result: { id, total, status } }) => {
      const isPaid = status === "Completed";
      if (isPlain) redirect(isPaid ? `/admin/orders/${id}/receipt` : `/admin/orders/${id}`);
      return { id, total, isPaid };
    },
  });
};

/** The last order of a telephone number. Somebody has looked at one customer then. What is sent may be anything. */
export async function findCaller(phone: unknown): Promise<ActionState<KnownCaller | null>> {
  return runAction(orders.findCaller, formOf({ phone: typeof phone === "string" ? phone : "" }), {
    failed: "The number could not be looked up",
    after: async ({ actor, result: last }) => {
      const text = `found order #${last?.id} by the number of a caller`;
      if (last) await recordView(actor, { noun: "orders", nounId: last.id, text });
      return last;
    },
  });
}
