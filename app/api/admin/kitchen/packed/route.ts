import { endpoint, route } from "@/lib/http/endpoint";
import { setPacked } from "@/lib/kitchen/commands";
import { packedResponse } from "@/lib/kitchen/responses";
import { packedInput } from "@/lib/kitchen/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/kitchen/packed", {
  POST: endpoint(
    {
      id: "markPacked",
      tag: "Admin",
      summary: "Mark orders as packed, or take the mark back",
      description:
        "Each order on its own, with its outcome. An order that is as it was asked for stays as it is, so a retry changes nothing.",
      actor: "admin",
      body: packedInput,
      example: { ids: [12, 13], packed: true },
      answer: packedResponse,
      errors: {
        404: "None of these orders exists",
        409: "None of them could be changed: cancelled, or, when the mark is taken back, shipped or completed",
      },
    },
    async ({ actor, body, write }) => ({ orders: await write((db) => setPacked(actor, body, db)) }),
  ),
});
