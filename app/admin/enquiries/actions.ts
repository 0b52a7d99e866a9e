"use server";

import { markEnquiry } from "@/lib/enquiries/operations";
import { action } from "@/lib/http/action";

export const markEnquiryDone = action(markEnquiry, {
  failed: "An error occurred",
  refresh: true,
  after: ({ input }) => ({ message: input.done ? "Enquiry marked as done" : "Enquiry reopened" }),
});
