"use server";

import { z } from "zod";
import { acceptSamples, deleteSamples } from "@/lib/catalogue/samples.server";
import { type ActionResult, submit } from "@/lib/http/submit";
import { done } from "../done";

type Message = ActionResult<{ message: string }>;

/** Makes all sample sweets the owner's own. */
export async function acceptAll(_: unknown, form: FormData): Promise<Message> {
  return submit(
    z.object({}),
    form,
    async ({ actor }) => {
      await acceptSamples(actor);
      return done("/admin", "samplesAccepted");
    },
    "Failed to update sweet",
    { by: "admin", sweets: "some" },
  );
}

/** Deletes all sample sweets. */
export async function deleteAll(_: unknown, form: FormData): Promise<Message> {
  return submit(
    z.object({}),
    form,
    async ({ actor }) => {
      await deleteSamples(actor);
      return done("/admin", "samplesDeleted");
    },
    "Failed to delete sweet",
    { by: "admin", sweets: "some" },
  );
}
