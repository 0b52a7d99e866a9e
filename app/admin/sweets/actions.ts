"use server";

import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import * as catalogue from "@/lib/catalogue/operations";
import { withPack } from "@/lib/catalogue/packs";
import type { Sweet } from "@/lib/catalogue/responses";
import { newSweetForm, packCountForm, quickEditForm, sweetForm, sweetIdForm } from "@/lib/catalogue/schema";
import { invalid } from "@/lib/errors";
import { action, formOf, runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import { deleteDraft, readDraft } from "@/lib/images/files";
import { sellSweet as sellAtTill } from "@/lib/orders/operations";
import { purchaseForm } from "@/lib/orders/schema";

/** The name of the picture that was uploaded before its form (picture/route.ts); the form's schema has checked it. */
const draftOf = (form: FormData) => String(form.get("picture") ?? "");

async function readPicture(form: FormData) {
  if (!draftOf(form)) return null;
  const bytes = await readDraft(draftOf(form));
  if (!bytes) throw invalid("image", "Please choose the photo again.");
  return { bytes, isUpload: false };
}

/** What follows a form that is saved: its picture was stored with the sweet. */
async function saved(form: FormData, message: string) {
  if (draftOf(form)) await deleteDraft(draftOf(form));
  return { message };
}

export const addSweet = action(catalogue.createSweet, {
  form: newSweetForm,
  image: readPicture,
  failed: "Failed to create sweet",
  signedOut: () => "/admin?tab=products&edit=new",
  refresh: true,
  after: ({ form }) => saved(form, "Sweet added successfully"),
});

export const editSweet = action(catalogue.updateSweet, {
  form: sweetForm,
  image: readPicture,
  failed: "Failed to update sweet",
  signedOut: (form) => `/admin?tab=products&edit=${Number(form.get("id"))}`,
  refresh: true,
  after: ({ form }) => saved(form, "Sweet updated successfully"),
});

export const quickEdit = action(catalogue.updateSweet, {
  form: quickEditForm,
  failed: "Failed to update sweet",
  refresh: true,
  after: () => ({ message: "Sweet updated successfully" }),
});

/** "Kaju Katli, 250 g": the pack that was chosen, or the default one. */
function packText({ name, packs }: Sweet, packId: number | undefined): string {
  const pack = packs.find(({ id, isDefault }) => (packId === undefined ? isDefault : id === packId));
  return pack ? withPack(name, pack.label) : name;
}

export const restockSweet = action(catalogue.restockSweet, {
  form: packCountForm,
  failed: "Failed to restock sweet",
  refresh: true,
  after: ({ input: { quantity, packId }, result: sweet }) => ({
    message: `${packText(sweet, packId)}: ${quantity} added to stock`,
  }),
});

export const sellSweet = action(sellAtTill, {
  form: purchaseForm,
  failed: "Failed to purchase sweet",
  refresh: true,
  after: () => ({ message: "Purchase successful" }),
});

export const removeSweet = action(catalogue.deleteSweet, {
  form: sweetIdForm,
  failed: "Failed to delete sweet",
  refresh: true,
  after: () => ({ message: "Sweet deleted successfully" }),
});

export const acceptSamples = action(catalogue.acceptSamples, {
  failed: "Failed to update sweet",
  refresh: true,
  after: () => ({ message: "The sample sweets are now your own" }),
});

export const deleteSamples = action(catalogue.deleteSamples, {
  failed: "Failed to delete sweet",
  refresh: true,
  after: () => ({ message: "The sample sweets have been deleted" }),
});

export async function loadSweet(id: number): Promise<ActionState<AdminSweet>> {
  return runAction(catalogue.readSweetToEdit, formOf({ id }), { failed: "An unexpected error occurred" });
}
