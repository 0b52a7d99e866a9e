"use server";

import type { EnquiryState } from "@/components/enquiries/use-enquiry-form";
import { sendCustomOrder } from "@/lib/enquiries/commands";
import { customOrderInput } from "@/lib/enquiries/schema";
import { submit } from "@/lib/http/submit";

export async function sendCustomOrderForm(_state: EnquiryState, form: FormData): Promise<EnquiryState> {
  return submit(customOrderInput, form, ({ input, actor }) => sendCustomOrder(actor, input), "An error occurred", {
    limit: "contact",
  });
}
