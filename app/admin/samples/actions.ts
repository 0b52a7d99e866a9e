"use server";

import { z } from "zod";
import { acceptSamples, deleteSamples } from "@/lib/catalogue/commands";
import type { FormAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";
import { redirectWithMessage } from "../redirect-with-message";

/** Accepts all sample sweets as the owner's own. */
export const acceptAll: FormAction<{ message: string }> = async (_previous, form) =>
  submit(
    z.object({}),
    form,
    async ({ actor, write }) => {
      await write((db) => acceptSamples(actor, db));
      return redirectWithMessage("/admin", "samplesAccepted");
    },
    "Failed to update sweet",
    { by: "admin", locks: "some" },
  );

/** Deletes all sample sweets. */
export const deleteAll: FormAction<{ message: string }> = async (_previous, form) =>
  submit(
    z.object({}),
    form,
    async ({ actor, write }) => {
      await write((db) => deleteSamples(actor, db));
      return redirectWithMessage("/admin", "samplesDeleted");
    },
    "Failed to delete sweet",
    { by: "admin", locks: "some" },
  );
