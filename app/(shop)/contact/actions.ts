"use server";

import { headers } from "next/headers";
import type { EnquiryState } from "@/components/enquiries/use-enquiry-form";
import { submit } from "@/lib/action";
import { contactInput } from "@/lib/enquiries/input";
import { sendContact } from "@/lib/enquiries/server";
import { addressOf, consume } from "@/lib/http/limits";

export async function sendContactForm(_state: EnquiryState, form: FormData): Promise<EnquiryState> {
  return submit(
    contactInput,
    form,
    async (input) => {
      await consume("contact", addressOf(await headers()));
      return sendContact(input);
    },
    "An error occurred",
  );
}
