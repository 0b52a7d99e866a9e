"use server";

import { refresh } from "next/cache";
import { markEnquiry } from "@/lib/enquiries/commands";
import { markForm } from "@/lib/enquiries/schema";
import type { FormAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";

/** Marks an enquiry as done or as open. */
export const markEnquiryDone: FormAction<{ message: string }> = async (_previous, form) =>
  submit(
    markForm,
    form,
    async ({ input: { id, done }, actor, write }) => {
      await write((db) => markEnquiry(actor, id, done, db));
      refresh();
      return { message: done ? "Enquiry marked as done" : "Enquiry reopened" };
    },
    "An error occurred",
  );
