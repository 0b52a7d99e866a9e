"use server";

import { refresh } from "next/cache";
import { type ActionResult, submit } from "@/lib/action";
import { type AdminSweet, findForAdmin } from "@/lib/catalogue/admin.server";
import { deleteSweet, updateSweet } from "@/lib/catalogue/edit.server";
import { quickEditForm, sweetIdForm, unitsForm } from "@/lib/catalogue/input";
import { purchase, restock } from "@/lib/stock/server";

type Message = { message: string };
type Form = (previous: ActionResult<Message> | null, form: FormData) => Promise<ActionResult<Message>>;

/** Price and stock, edited in the list. */
export const quickEdit: Form = async (_, form) =>
  submit(
    quickEditForm,
    form,
    async ({ id, ...changes }, { actor }) => {
      await updateSweet(actor, id, changes);
      refresh();
      return { message: "Sweet updated successfully" };
    },
    "Failed to update sweet",
    { sweets: ({ id }) => [id] },
  );

/** Units that came from the kitchen. */
export const restockSweet: Form = async (_, form) =>
  submit(
    unitsForm,
    form,
    async ({ id, quantity }, { actor }) => {
      const sweet = await restock(actor, id, { quantity });
      refresh();
      return { message: `${sweet.name}: ${quantity} added to stock` };
    },
    "Failed to restock sweet",
    { sweets: ({ id }) => [id] },
  );

/** Units sold over the counter. */
export const sellSweet: Form = async (_, form) =>
  submit(
    unitsForm,
    form,
    async ({ id, quantity }, { actor }) => {
      await purchase(actor, id, { quantity });
      refresh();
      return { message: "Purchase successful" };
    },
    "Failed to purchase sweet",
    { sweets: ({ id }) => [id] },
  );

export const removeSweet: Form = async (_, form) =>
  submit(
    sweetIdForm,
    form,
    async ({ id }, { actor }) => {
      await deleteSweet(actor, id);
      refresh();
      return { message: "Sweet deleted successfully" };
    },
    "Failed to delete sweet",
    { sweets: ({ id }) => [id] },
  );

/** One sweet for its editor, as it is now. */
export async function loadSweet(id: number): Promise<ActionResult<AdminSweet>> {
  return submit(sweetIdForm, { id }, ({ id }, { actor }) => findForAdmin(actor, id));
}
