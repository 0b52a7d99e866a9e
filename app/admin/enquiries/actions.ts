"use server";

import { refresh } from "next/cache";
import { markEnquiry } from "@/lib/enquiries/commands";
import { markForm } from "@/lib/enquiries/schema";
import { type ActionResult, submit } from "@/lib/http/submit";

type Message = ActionResult<{ message: string }>;

/** Done, or open again. */
export async function mark(_: Message | null, form: FormData): Promise<Message> {
  return submit(
    markForm,
    form,
    async ({ input: { id, done }, actor }) => {
      await markEnquiry(actor, id, done);
      refresh();
      return { message: done ? "Enquiry marked as done" : "Enquiry reopened" };
    },
    "An error occurred",
  );
}
