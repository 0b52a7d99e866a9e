"use server";

import type { EnquiryState } from "@/components/enquiries/use-enquiry-form";
import { submit } from "@/lib/action";
import { contactInput } from "@/lib/enquiries/input";
import { sendContact } from "@/lib/enquiries/server";

export async function sendContactForm(_state: EnquiryState, form: FormData): Promise<EnquiryState> {
  return submit(contactInput, form, (input, { actor }) => sendContact(actor, input), "An error occurred", {
    limit: "contact",
  });
}
