"use server";

import { refresh } from "next/cache";
import type { FormAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";
import { type PackedOutcome, setPacked } from "@/lib/kitchen/commands";
import { packedForm } from "@/lib/kitchen/schema";

/** Marks one or several orders as packed, or takes the mark back. Each has its own outcome. */
export const markPacked: FormAction<PackedOutcome[]> = async (_previous, form) =>
  submit(
    packedForm,
    { ids: form.getAll("ids"), packed: form.get("packed") },
    async ({ input, actor, write }) => {
      const outcomes = await write((db) => setPacked(actor, input, db));
      refresh();
      return outcomes;
    },
    "Failed to update order",
    { by: "admin" },
  );
