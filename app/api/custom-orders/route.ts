import { sendCustomOrder } from "@/lib/enquiries/commands";
import { receiptResponse } from "@/lib/enquiries/responses";
import { customOrderRequest } from "@/lib/enquiries/schema";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/custom-orders", {
  POST: endpoint(
    {
      id: "requestCustomOrder",
      tag: "Enquiries",
      summary: "Ask for a custom order",
      description: "Sent signed in, the request is part of that account's data.",
      actor: "anyone",
      body: customOrderRequest,
      example: {
        name: "Asha Rao",
        email: "asha@example.com",
        phone: "98200 00000",
        occasion: "Wedding",
        quantity: "120 half-kilo boxes",
        message: "Kaju katli and motichoor ladoo in equal parts, please.",
      },
      limit: "contact",
      countsValid: true,
      status: 201,
      answer: receiptResponse,
    },
    ({ actor, body, write }) => write((db) => sendCustomOrder(actor, body, db)),
  ),
});
