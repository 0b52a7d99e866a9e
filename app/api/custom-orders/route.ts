import * as enquiries from "@/lib/enquiries/operations";
import { receiptResponse } from "@/lib/enquiries/responses";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/custom-orders", {
  POST: endpoint(enquiries.requestCustomOrder, {
    id: "requestCustomOrder",
    summary: "Ask for a custom order",
    description: "Sent signed in, the request is part of that account's data.",
    example: {
      name: "Asha Rao",
      email: "asha@example.com",
      phone: "98200 00000",
      occasion: "Wedding",
      quantity: "120 half-kilo boxes",
      message: "Kaju katli and motichoor ladoo in equal parts, please.",
    },
    status: 201,
    answer: receiptResponse,
  }),
});
