"use server";

import { quoteDelivery } from "@/lib/delivery/operations";
import { setPincodeCookie } from "@/lib/delivery/request";
import { deliveryQuery } from "@/lib/delivery/schema";
import { requestCustomOrder, sendContact } from "@/lib/enquiries/operations";
import { customOrderForm } from "@/lib/enquiries/request-schema";
import { action } from "@/lib/http/action";

export const sendContactForm = action(sendContact, { failed: "An error occurred" });

export const sendCustomOrderForm = action(requestCustomOrder, { form: customOrderForm, failed: "An error occurred" });

/** Remembers the pincode, and answers what GET /api/delivery does: for browsers without JavaScript. */
export const checkDelivery = action(quoteDelivery, {
  form: deliveryQuery,
  failed: "Delivery could not be checked. Please try again.",
  before: ({ input }) => setPincodeCookie(input.pincode),
});
