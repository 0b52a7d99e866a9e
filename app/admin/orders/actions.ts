"use server";

import type { Route } from "next";
import { refresh } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { urlWithQuery } from "@/components/admin/urls";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { moveDayForm, moveForm } from "@/lib/delivery/schema";
import type { ActionState, FormAction, MessageAction } from "@/lib/http/action-state";
import { fieldsOf, submit } from "@/lib/http/submit";
import { type BatchOutcome, setOrderStatus, setOrderStatuses, statusOutcome } from "@/lib/invoices/order-commands";
import { correctOrder } from "@/lib/orders/admin-commands";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import { failedToSet, type OrderStatus } from "@/lib/orders/constants";
import { moveOrder } from "@/lib/orders/move-commands";
import { type MoveOptions, moveOptions } from "@/lib/orders/move-queries";
import { batchForm, correctionForm, orderIdForm, slipsForm, statusForm } from "@/lib/orders/schema";
import type { AdminOrder } from "@/lib/orders/serializers";

/** Redirects a cancellation to the page that asks for confirmation, unless a dialog has asked already. */
async function confirmCancellation(actor: Actor, form: FormData, status: OrderStatus, ids: number[]): Promise<void> {
  if (status !== "Cancelled" || form.get("confirmed") === "yes") return;
  assertAdmin(actor);
  const from = URL.parse((await headers()).get("referer") ?? "");
  redirect(
    urlWithQuery("/admin/orders/cancel", { ids: ids.join(), from: from ? from.pathname + from.search : "" }) as Route,
  );
}

/** Sets the status of one order. */
export const setStatus: MessageAction = async (_previous, form) =>
  submit(
    statusForm,
    form,
    async ({ input: { id, status, received, refund }, actor, write }) => {
      await confirmCancellation(actor, form, status, [id]);
      const money = { refund, received: status === "Completed" ? received : undefined };
      const order = await write((db) => setOrderStatus(actor, id, status, db, money));
      refresh();
      return { message: statusOutcome(order, money) };
    },
    failedToSet(form.get("status")),
    { by: "admin", locks: "some" },
  );

/** Sets the status of several orders. Each has its own outcome. */
export const setStatuses: FormAction<BatchOutcome[]> = async (_previous, form) =>
  submit(
    batchForm,
    { ...fieldsOf(form), ids: form.getAll("ids") },
    async ({ input: { ids, status, refund }, actor, write }) => {
      await confirmCancellation(actor, form, status, ids);
      const outcomes = await write((db) => setOrderStatuses(actor, ids, status, db, refund));
      refresh();
      return outcomes;
    },
    failedToSet(form.get("status")),
    { by: "admin", locks: "some" },
  );

/** Redirects to the packing slips of the ticked orders, for browsers without JavaScript. */
export async function openSlips(form: FormData): Promise<void> {
  const result = await submit(slipsForm, { ids: form.getAll("ids") }, async ({ input: { ids }, actor }) => {
    assertAdmin(actor);
    return ids.join();
  });
  redirect(urlWithQuery("/admin/orders/slips", { ids: result.ok ? result.data : "" }) as Route);
}

/** Corrects the delivery details or sets the internal note of an order. */
export const updateOrder: FormAction<AdminOrder> = async (_previous, form) =>
  submit(
    correctionForm,
    form,
    async ({ input: { id, ...input }, actor, write }) => {
      const order = await write((db) => correctOrder(actor, id, input, db));
      refresh();
      return order;
    },
    "Failed to update order",
  );

/** Loads an order for the details dialog. */
export async function loadOrder(id: number): Promise<ActionState<AdminOrder>> {
  return submit(orderIdForm, { id }, ({ input: { id }, actor }) => findAnyOrder(actor, id));
}

/** Moves an order to another window. One that is full is overbooked only after the owner has confirmed it for this very window. */
export const moveToWindow: FormAction<AdminOrder> = async (_previous, form) =>
  submit(
    moveForm,
    form,
    async ({ input: { id, slot, overbook }, actor, write }) => {
      const force = overbook === `${slot.date} ${slot.from}`;
      const order = await write((db) => moveOrder(actor, id, { ...slot, force }, db));
      refresh();
      return order;
    },
    "Failed to move order",
    { by: "admin" },
  );

/** Loads the windows of a day that an order can be moved to. */
export async function loadWindows(id: number, day?: string): Promise<ActionState<MoveOptions>> {
  return submit(
    moveDayForm,
    { id: String(id), day },
    async ({ input, actor }) => moveOptions(actor, await findAnyOrder(actor, input.id), input.day),
    "The windows could not be loaded. Please try again.",
    { by: "admin" },
  );
}
