import { sendContact } from "@/lib/enquiries/commands";
import { receiptResponse } from "@/lib/enquiries/responses";
import { contactInput } from "@/lib/enquiries/schema";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/contact", {
  POST: endpoint(
    {
      id: "sendMessage",
      tag: "Enquiries",
      summary: "Write to the shop",
      description: "Replies come within 24 hours. Sent signed in, the message is part of that account's data.",
      actor: "anyone",
      body: contactInput,
      example: {
        name: "Asha Rao",
        email: "asha@example.com",
        phone: "98200 00000",
        subject: "Sweets for Diwali",
        message: "Do you deliver to Pune on Saturday?",
      },
      limit: "contact",
      countsValid: true,
      status: 201,
      answer: receiptResponse,
    },
    ({ actor, body, write }) => write((db) => sendContact(actor, body, db)),
  ),
});
