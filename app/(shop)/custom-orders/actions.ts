"use server";

import type { EnquiryReceipt } from "@/components/enquiries/enquiry-form";
import { sendCustomOrder } from "@/lib/enquiries/commands";
import { customOrderInput } from "@/lib/enquiries/schema";
import type { FormAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";

export const sendCustomOrderForm: FormAction<EnquiryReceipt> = async (_previous, form) =>
  submit(
    customOrderInput,
    form,
    ({ input, actor, write }) => write((db) => sendCustomOrder(actor, input, db)),
    "An error occurred",
    {
      limit: "contact",
    },
  );
