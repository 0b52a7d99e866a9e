"use server";

import type { EnquiryState } from "@/components/enquiries/use-enquiry-form";
import { submit } from "@/lib/action";
import { customOrderInput } from "@/lib/enquiries/input";
import { sendCustomOrder } from "@/lib/enquiries/server";

export async function sendCustomOrderForm(_state: EnquiryState, form: FormData): Promise<EnquiryState> {
  return submit(customOrderInput, form, (input, { actor }) => sendCustomOrder(actor, input), "An error occurred", {
    limit: "contact",
  });
}
