"use server";

import type { CheckDelivery } from "@/components/delivery/pincode-form";
import { quoteDelivery } from "@/lib/delivery/queries";
import { rememberPincode } from "@/lib/delivery/request";
import { deliveryQuery } from "@/lib/delivery/schema";
import { submit } from "@/lib/http/submit";

/** Remembers the pincode, and answers what GET /api/delivery does: for browsers without JavaScript. */
export const checkDelivery: CheckDelivery = async (_previous, form) =>
  submit(
    deliveryQuery,
    form,
    async ({ input }) => {
      await rememberPincode(input.pincode);
      return quoteDelivery(input);
    },
    "Delivery could not be checked. Please try again.",
  );
