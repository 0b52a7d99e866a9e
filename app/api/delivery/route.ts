import * as delivery from "@/lib/delivery/operations";
import { deliveryResponse } from "@/lib/delivery/responses";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/delivery", {
  GET: endpoint(delivery.quoteDelivery, {
    id: "getDelivery",
    summary: "How, when and for how much sweets come to a pincode",
    description:
      "The methods by which some sweets reach a pincode, each with its fee for these sweets, and the windows that can be chosen. A window is listed while a place is left and it begins late enough for the way and for the longest preparation. Unknown products are left out, and an unknown pack counts as the sweet's default pack.",
    answer: deliveryResponse,
  }),
});
