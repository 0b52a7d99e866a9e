"use server";

import type { EnquiryReceipt } from "@/components/enquiries/enquiry-form";
import { sendContact } from "@/lib/enquiries/commands";
import { contactInput } from "@/lib/enquiries/schema";
import type { FormAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";

export const sendContactForm: FormAction<EnquiryReceipt> = async (_previous, form) =>
  submit(
    contactInput,
    form,
    ({ input, actor, write }) => write((db) => sendContact(actor, input, db)),
    "An error occurred",
    {
      limit: "contact",
    },
  );
