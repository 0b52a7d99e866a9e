import { z } from "zod";
import { moveInput } from "@/lib/delivery/schema";
import { endpoint, route } from "@/lib/http/endpoint";
import { moveOrder } from "@/lib/orders/move-commands";
import { adminOrderResponse } from "@/lib/orders/responses";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}/slot", {
  PUT: endpoint(
    {
      id: "moveOrder",
      tag: "Admin",
      summary: "Move an order to another window",
      description: "Any window that the settings have. `force` overbooks one in which no place is left.",
      actor: "admin",
      params: z.object({ id: pathId }),
      body: moveInput,
      example: { date: "2026-01-27", from: "10:00", force: false },
      answer: adminOrderResponse,
      errors: { 409: "No place is left in the window (slot_full, alternatives), or the order goes by courier" },
    },
    ({ actor, params, body, write }) => write((db) => moveOrder(actor, params.id, body, db)),
  ),
});
