"use server";

import * as catalogue from "@/lib/catalogue/operations";
import { action } from "@/lib/http/action";
import { redirectWithMessage } from "../redirect-with-message";

/** Accepts all sample sweets as the owner's own. */
export const acceptAll = action(catalogue.acceptSamples, {
  failed: "Failed to update sweet",
  after: () => redirectWithMessage("/admin", "samplesAccepted"),
});

/** Deletes all sample sweets. */
export const deleteAll = action(catalogue.deleteSamples, {
  failed: "Failed to delete sweet",
  after: () => redirectWithMessage("/admin", "samplesDeleted"),
});
