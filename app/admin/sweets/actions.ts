"use server";

import { refresh } from "next/cache";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import * as catalogue from "@/lib/catalogue/operations";
import { withPack } from "@/lib/catalogue/packs";
import type { Sweet } from "@/lib/catalogue/responses";
import { newSweetForm, packCountForm, quickEditForm, sweetForm, sweetIdForm } from "@/lib/catalogue/schema";
import { action, formOf, runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import { sellSweet as sellAtTill } from "@/lib/orders/operations";
import { purchaseForm } from "@/lib/orders/schema";
import { type Completion, completionMessages, redirectWithMessage } from "../redirect-with-message";
import { deletePicture, readPicture } from "./read-picture";

/** The result of a form in the list. A form on a page of its own redirects to the list instead. */
async function complete(form: FormData, completion: Completion): Promise<{ message: string }> {
  if (form.get("from") === "page") return redirectWithMessage("/admin?tab=products", completion);
  refresh();
  return { message: completionMessages[completion] };
}

/** Adds a sweet. The form has the picture or, if it was uploaded before (picture/route.ts), its name. */
export const addSweet = action(catalogue.createSweet, {
  form: newSweetForm,
  image: readPicture,
  failed: "Failed to create sweet",
  signedOut: () => "/admin/sweets/new",
  after: async ({ form }) => {
    await deletePicture(form);
    return complete(form, "added");
  },
});

/** Changes a sweet, by the same form. */
export const editSweet = action(catalogue.updateSweet, {
  form: sweetForm,
  image: readPicture,
  failed: "Failed to update sweet",
  signedOut: (form) => `/admin/sweets/${Number(form.get("id"))}/edit`,
  after: async ({ form }) => {
    await deletePicture(form);
    return complete(form, "updated");
  },
});

/** Changes the price and stock of a sweet in the list. */
export const quickEdit = action(catalogue.updateSweet, {
  form: quickEditForm,
  failed: "Failed to update sweet",
  refresh: true,
  after: () => ({ message: "Sweet updated successfully" }),
});

/** "Kaju Katli", or "Kaju Katli, 250 g" when a pack was chosen of several. */
function packText({ name, packs }: Sweet, packId: number | undefined): string {
  const pack = packs.length > 1 ? packs.find(({ id }) => id === packId) : undefined;
  return pack ? withPack(name, pack.label) : name;
}

/** Adds packs to the stock of a sweet. */
export const restockSweet = action(catalogue.restockSweet, {
  form: packCountForm,
  failed: "Failed to restock sweet",
  refresh: true,
  after: ({ input: { quantity, packId }, result: sweet }) => ({
    message: `${packText(sweet, packId)}: ${quantity} added to stock`,
  }),
});

/** Records a sale at the counter. */
export const sellSweet = action(sellAtTill, {
  form: purchaseForm,
  failed: "Failed to purchase sweet",
  refresh: true,
  after: () => ({ message: "Purchase successful" }),
});

export const removeSweet = action(catalogue.deleteSweet, {
  form: sweetIdForm,
  failed: "Failed to delete sweet",
  after: ({ form }) => complete(form, "deleted"),
});

/** Loads the current version of a sweet for its form. */
export async function loadSweet(id: number): Promise<ActionState<AdminSweet>> {
  return runAction(catalogue.readSweetToEdit, formOf({ id }), { failed: "An unexpected error occurred" });
}
