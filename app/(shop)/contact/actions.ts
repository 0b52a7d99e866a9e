"use server";

import type { EnquiryState } from "@/components/enquiries/use-enquiry-form";
import { sendContact } from "@/lib/enquiries/commands";
import { contactInput } from "@/lib/enquiries/schema";
import { submit } from "@/lib/http/submit";

export async function sendContactForm(_state: EnquiryState, form: FormData): Promise<EnquiryState> {
  return submit(contactInput, form, ({ input, actor }) => sendContact(actor, input), "An error occurred", {
    limit: "contact",
  });
}
