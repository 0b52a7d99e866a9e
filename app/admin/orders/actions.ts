"use server";

import { refresh } from "next/cache";
import { type ActionResult, submit } from "@/lib/action";
import {
  type BatchOutcome,
  correctOrder,
  findAnyOrder,
  setOrderStatus,
  setOrderStatuses,
} from "@/lib/orders/admin.server";
import { failedToSet } from "@/lib/orders/choices";
import { batchForm, correctionForm, orderIdForm, statusForm, statusSet } from "@/lib/orders/input";
import type { AdminOrder } from "@/lib/orders/view";

type Form<T> = (previous: ActionResult<T> | null, form: FormData) => Promise<ActionResult<T>>;

/** A button of an order's row. */
export const setStatus: Form<{ message: string }> = async (_, form) =>
  submit(
    statusForm,
    form,
    async ({ id, status }, { actor }) => {
      await setOrderStatus(actor, id, status);
      refresh();
      return { message: statusSet[status] };
    },
    failedToSet(form.get("status")),
    { sweets: "some" },
  );

/** The same for several orders at once; each has its own outcome. */
export const setStatuses: Form<BatchOutcome[]> = async (_, form) =>
  submit(
    batchForm,
    { ids: form.getAll("ids"), status: form.get("status") },
    async ({ ids, status }, { actor }) => {
      const outcomes = await setOrderStatuses(actor, ids, status);
      refresh();
      return outcomes;
    },
    failedToSet(form.get("status")),
    { sweets: "some" },
  );

/** Corrects a delivery, or sets the internal note. */
export const correct: Form<AdminOrder> = async (_, form) =>
  submit(
    correctionForm,
    form,
    async ({ id, ...input }, { actor }) => {
      const order = await correctOrder(actor, id, input);
      refresh();
      return order;
    },
    "Failed to update order",
  );

/** One order for the details dialog. */
export async function loadOrder(id: number): Promise<ActionResult<AdminOrder>> {
  return submit(orderIdForm, { id }, ({ id }, { actor }) => findAnyOrder(actor, id));
}
