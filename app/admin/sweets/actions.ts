"use server";

import { refresh } from "next/cache";
import { type Completion, completionMessages } from "@/components/admin/completion-messages";
import { type AdminSweet, findForAdmin } from "@/lib/catalogue/admin-queries";
import { createSweet, deleteSweet, updateSweet } from "@/lib/catalogue/commands";
import { withPack } from "@/lib/catalogue/packs";
import type { Sweet } from "@/lib/catalogue/responses";
import { newSweetForm, packCountForm, quickEditForm, sweetForm, sweetIdForm } from "@/lib/catalogue/schema";
import { restock } from "@/lib/catalogue/stock-commands";
import type { ActionState, MessageAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";
import { deleteDraft } from "@/lib/images/files";
import { purchase } from "@/lib/invoices/order-commands";
import { purchaseForm } from "@/lib/orders/schema";
import { redirectWithMessage } from "../redirect-with-message";
import { readPicture } from "./read-picture";

/** The result of a form in the list. A form on a page of its own redirects to the list instead. */
async function complete(form: FormData, completion: Completion): Promise<{ message: string }> {
  if (form.get("from") === "page") return redirectWithMessage("/admin?tab=products", completion);
  refresh();
  return { message: completionMessages[completion] };
}

/** Adds a sweet. The form has the picture or, if it was uploaded before (picture/route.ts), its name. */
export const addSweet: MessageAction = async (_previous, form) =>
  submit(
    newSweetForm,
    form,
    async ({ input: { picture, ...input }, actor, headers, write }) => {
      const image = await readPicture(form, picture, headers);
      await write((db) => createSweet(actor, input, image, db));
      if (picture) await deleteDraft(picture);
      return complete(form, "added");
    },
    "Failed to create sweet",
    { by: "admin", signedOut: "/admin/sweets/new" },
  );

/** Changes a sweet, by the same form. */
export const editSweet: MessageAction = async (_previous, form) =>
  submit(
    sweetForm,
    form,
    async ({ input: { id, picture, ...input }, actor, headers, write }) => {
      const image = await readPicture(form, picture, headers);
      await write((db) => updateSweet(actor, id, input, image, db));
      if (picture) await deleteDraft(picture);
      return complete(form, "updated");
    },
    "Failed to update sweet",
    {
      by: "admin",
      locks: ({ id }) => [id],
      signedOut: `/admin/sweets/${Number(form.get("id"))}/edit`,
    },
  );

/** Changes the price and stock of a sweet in the list. */
export const quickEdit: MessageAction = async (_previous, form) =>
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

/** "Kaju Katli", or "Kaju Katli, 250 g" when a pack was chosen of several. */
function packText({ name, packs }: Sweet, packId: number | undefined): string {
  const pack = packs.length > 1 ? packs.find(({ id }) => id === packId) : undefined;
  return pack ? withPack(name, pack.label) : name;
}

/** Adds packs to the stock of a sweet. */
export const restockSweet: MessageAction = async (_previous, form) =>
  submit(
    packCountForm,
    form,
    async ({ input: { id, quantity, packId }, actor, write }) => {
      const sweet = await write((db) => restock(actor, id, { quantity, packId }, db));
      refresh();
      return { message: `${packText(sweet, packId)}: ${quantity} added to stock` };
    },
    "Failed to restock sweet",
    { by: "admin", locks: ({ id }) => [id] },
  );

/** Records a sale at the counter. */
export const sellSweet: MessageAction = async (_previous, form) =>
  submit(
    purchaseForm,
    form,
    async ({ input: { id, quantity, packId, payment }, actor, write }) => {
      await write((db) => purchase(actor, id, { quantity, packId, payment }, db));
      refresh();
      return { message: "Purchase successful" };
    },
    "Failed to purchase sweet",
    { by: "admin", locks: ({ id }) => [id], limit: "orders" },
  );

export const removeSweet: MessageAction = async (_previous, form) =>
  submit(
    sweetIdForm,
    form,
    async ({ input: { id }, actor, write }) => {
      await write((db) => deleteSweet(actor, id, db));
      return complete(form, "deleted");
    },
    "Failed to delete sweet",
    { by: "admin", locks: ({ id }) => [id] },
  );

/** Loads the current version of a sweet for its form. */
export async function loadSweet(id: number): Promise<ActionState<AdminSweet>> {
  return submit(sweetIdForm, { id }, ({ input: { id }, actor }) => findForAdmin(actor, id));
}
