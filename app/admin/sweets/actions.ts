"use server";

import { refresh } from "next/cache";
import { type Done, doneTexts } from "@/components/admin/done";
import { type AdminSweet, findForAdmin } from "@/lib/catalogue/admin.server";
import { createSweet, deleteSweet, updateSweet } from "@/lib/catalogue/edit.server";
import { newSweetForm, quickEditForm, sweetForm, sweetIdForm, unitsForm } from "@/lib/catalogue/schema";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";
import { deleteDraft } from "@/lib/images/files";
import { purchase, restock } from "@/lib/stock/server";
import { done } from "../done";
import { pictureOf } from "./picture-of";

type Message = { message: string };
/** A form of the list is answered there; one on a page of its own leads back to the list. */
async function answer(form: FormData, what: Done): Promise<Message> {
  if (form.get("from") === "page") return done("/admin?tab=products", what);
  refresh();
  return { message: doneTexts[what] };
}

/** Adds a sweet. Its picture comes in the form, or was sent ahead (picture/route.ts). */
export const addSweet: FormAction<Message> = async (_previous, form) =>
  submit(
    newSweetForm,
    form,
    async ({ input: { picture, ...input }, actor, prepared: image }) => {
      await createSweet(actor, input, image);
      if (picture) await deleteDraft(picture);
      return answer(form, "added");
    },
    "Failed to create sweet",
    { by: "admin", prepare: pictureOf(form), signedOut: "/admin/sweets/new" },
  );

/** Changes a sweet by the same form. */
export const editSweet: FormAction<Message> = async (_previous, form) =>
  submit(
    sweetForm,
    form,
    async ({ input: { id, picture, ...input }, actor, prepared: image }) => {
      await updateSweet(actor, id, input, image);
      if (picture) await deleteDraft(picture);
      return answer(form, "updated");
    },
    "Failed to update sweet",
    {
      by: "admin",
      prepare: pictureOf(form),
      sweets: ({ id }) => [id],
      signedOut: `/admin/sweets/${Number(form.get("id"))}/edit`,
    },
  );

/** Price and stock, edited in the list. */
export const quickEdit: FormAction<Message> = async (_previous, form) =>
  submit(
    quickEditForm,
    form,
    async ({ input: { id, ...changes }, actor }) => {
      await updateSweet(actor, id, changes);
      refresh();
      return { message: "Sweet updated successfully" };
    },
    "Failed to update sweet",
    { by: "admin", sweets: ({ id }) => [id] },
  );

/** Units that came from the kitchen. */
export const restockSweet: FormAction<Message> = async (_previous, form) =>
  submit(
    unitsForm,
    form,
    async ({ input: { id, quantity }, actor }) => {
      const sweet = await restock(actor, id, { quantity });
      refresh();
      return { message: `${sweet.name}: ${quantity} added to stock` };
    },
    "Failed to restock sweet",
    { by: "admin", sweets: ({ id }) => [id] },
  );

/** Units sold over the counter. */
export const sellSweet: FormAction<Message> = async (_previous, form) =>
  submit(
    unitsForm,
    form,
    async ({ input: { id, quantity }, actor }) => {
      await purchase(actor, id, { quantity });
      refresh();
      return { message: "Purchase successful" };
    },
    "Failed to purchase sweet",
    { by: "admin", sweets: ({ id }) => [id], limit: "orders" },
  );

export const removeSweet: FormAction<Message> = async (_previous, form) =>
  submit(
    sweetIdForm,
    form,
    async ({ input: { id }, actor }) => {
      await deleteSweet(actor, id);
      return answer(form, "deleted");
    },
    "Failed to delete sweet",
    { by: "admin", sweets: ({ id }) => [id] },
  );

/** One sweet for its editor, as it is now. */
export async function loadSweet(id: number): Promise<ActionState<AdminSweet>> {
  return submit(sweetIdForm, { id }, ({ input: { id }, actor }) => findForAdmin(actor, id));
}
