"use server";

import { action } from "@/lib/http/action";
import { setPacked } from "@/lib/kitchen/operations";
import { packedForm } from "@/lib/kitchen/schema";

/** Marks one or several orders as packed, or takes the mark back. Each has its own outcome. */
export const markPacked = action(setPacked, {
  form: packedForm,
  lists: ["ids"],
  failed: "Failed to update order",
  refresh: true,
});
