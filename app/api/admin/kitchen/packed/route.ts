import { endpoint, route } from "@/lib/http/endpoint";
import * as kitchen from "@/lib/kitchen/operations";
import { packedResponse } from "@/lib/kitchen/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/kitchen/packed", {
  POST: endpoint(kitchen.setPacked, {
    id: "markPacked",
    summary: "Mark orders as packed, or take the mark back",
    description:
      "Each order on its own, with its outcome. An order that is as it was asked for stays as it is, so a retry changes nothing.",
    example: { ids: [12, 13], packed: true },
    answer: packedResponse,
    errors: {
      404: "None of these orders exists",
      409: "None of them could be changed: cancelled, or, when the mark is taken back, shipped or completed",
    },
    respond: (orders) => ({ orders }),
  }),
});
