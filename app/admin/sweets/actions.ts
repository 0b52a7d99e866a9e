"use server";

import { refresh } from "next/cache";
import { completionMessages, type Done } from "@/components/admin/completion-messages";
import { type AdminSweet, findForAdmin } from "@/lib/catalogue/admin.server";
import { createSweet, deleteSweet, updateSweet } from "@/lib/catalogue/edit.server";
import { newSweetForm, quickEditForm, sweetForm, sweetIdForm, unitsForm } from "@/lib/catalogue/schema";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";
import { deleteDraft } from "@/lib/images/files";
import { purchase, restock } from "@/lib/stock/server";
import { done } from "../redirect-with-message";
import { readPicture } from "./read-picture";

type Message = { message: string };
/** A form of the list is answered there; one on a page of its own leads back to the list. */
async function answer(form: FormData, what: Done): Promise<Message> {
  if (form.get("from") === "page") return done("/admin?tab=products", what);
  refresh();
  return { message: completionMessages[what] };
}

/** Adds a sweet. Its picture comes in the form, or was sent ahead (picture/route.ts). */
export const addSweet: FormAction<Message> = async (_previous, form) =>
  submit(
    newSweetForm,
    form,
    async ({ input: { picture, ...input }, actor, headers, write }) => {
      const image = await readPicture(form, picture, headers);
      await write((db) => createSweet(actor, input, image, db));
      if (picture) await deleteDraft(picture);
      return answer(form, "added");
    },
    "Failed to create sweet",
    { by: "admin", signedOut: "/admin/sweets/new" },
  );

/** Changes a sweet by the same form. */
export const editSweet: FormAction<Message> = async (_previous, form) =>
  submit(
    sweetForm,
    form,
    async ({ input: { id, picture, ...input }, actor, headers, write }) => {
      const image = await readPicture(form, picture, headers);
      await write((db) => updateSweet(actor, id, input, image, db));
      if (picture) await deleteDraft(picture);
      return answer(form, "updated");
    },
    "Failed to update sweet",
    {
      by: "admin",
      locks: ({ id }) => [id],
      signedOut: `/admin/sweets/${Number(form.get("id"))}/edit`,
    },
  );

/** Price and stock, edited in the list. */
export const quickEdit: FormAction<Message> = async (_previous, form) =>
  submit(
    quickEditForm,
    form,
    async ({ input: { id, ...changes }, actor, write }) => {
      await write((db) => updateSweet(actor, id, changes, null, db));
      refresh();
      return { message: "Sweet updated successfully" };
    },
    "Failed to update sweet",
    { by: "admin", locks: ({ id }) => [id] },
  );

/** Units that came from the kitchen. */
export const restockSweet: FormAction<Message> = async (_previous, form) =>
  submit(
    unitsForm,
    form,
    async ({ input: { id, quantity }, actor, write }) => {
      const sweet = await write((db) => restock(actor, id, { quantity }, db));
      refresh();
      return { message: `${sweet.name}: ${quantity} added to stock` };
    },
    "Failed to restock sweet",
    { by: "admin", locks: ({ id }) => [id] },
  );

/** Units sold over the counter. */
export const sellSweet: FormAction<Message> = async (_previous, form) =>
  submit(
    unitsForm,
    form,
    async ({ input: { id, quantity }, actor, write }) => {
      await write((db) => purchase(actor, id, { quantity }, db));
      refresh();
      return { message: "Purchase successful" };
    },
    "Failed to purchase sweet",
    { by: "admin", locks: ({ id }) => [id], limit: "orders" },
  );

export const removeSweet: FormAction<Message> = async (_previous, form) =>
  submit(
    sweetIdForm,
    form,
    async ({ input: { id }, actor, write }) => {
      await write((db) => deleteSweet(actor, id, db));
      return answer(form, "deleted");
    },
    "Failed to delete sweet",
    { by: "admin", locks: ({ id }) => [id] },
  );

/** One sweet for its editor, as it is now. */
export async function loadSweet(id: number): Promise<ActionState<AdminSweet>> {
  return submit(sweetIdForm, { id }, ({ input: { id }, actor }) => findForAdmin(actor, id));
}
