"use server";

import { headers } from "next/headers";
import type { EnquiryState } from "@/components/enquiries/use-enquiry-form";
import { submit } from "@/lib/action";
import { customOrderInput } from "@/lib/enquiries/input";
import { sendCustomOrder } from "@/lib/enquiries/server";
import { addressOf, consume } from "@/lib/http/limits";

export async function sendCustomOrderForm(_state: EnquiryState, form: FormData): Promise<EnquiryState> {
  return submit(
    customOrderInput,
    form,
    async (input) => {
      await consume("contact", addressOf(await headers()));
      return sendCustomOrder(input);
    },
    "An error occurred",
  );
}
