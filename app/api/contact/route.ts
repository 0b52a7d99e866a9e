import * as enquiries from "@/lib/enquiries/operations";
import { receiptResponse } from "@/lib/enquiries/responses";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/contact", {
  POST: endpoint(enquiries.sendContact, {
    id: "sendMessage",
    summary: "Write to the shop",
    description: "Replies come within 24 hours. Sent signed in, the message is part of that account's data.",
    example: {
      name: "Asha Rao",
      email: "asha@example.com",
      phone: "98200 00000",
      subject: "Sweets for Diwali",
      message: "Do you deliver to Pune on Saturday?",
    },
    status: 201,
    answer: receiptResponse,
  }),
});
