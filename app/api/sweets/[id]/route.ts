import { sweetFields } from "@/lib/catalogue/multipart";
import * as catalogue from "@/lib/catalogue/operations";
import { sweetResponse } from "@/lib/catalogue/responses";
import { endpoint, route } from "@/lib/http/endpoint";
import { says } from "@/lib/http/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/sweets/{id}", {
  GET: endpoint(catalogue.readSweet, {
    id: "getSweet",
    summary: "One sweet",
    etag: true,
    answer: sweetResponse,
  }),
  PUT: endpoint(catalogue.updateSweet, {
    id: "updateSweet",
    summary: "Change a sweet",
    description:
      "Changes only what is sent. `price`, stock and net weight are those of the default pack; `packs` replaces all of them, matched by id, else by label. With stockWas only the difference typed is applied, so that a sale meanwhile is not undone; with version a sweet that was changed meanwhile is a 409.",
    multipart: sweetFields,
    example: { price: 340, featured: true },
    answer: sweetResponse,
    errors: { 409: "Changed in the meantime (stale_version), or less stock than the difference takes out" },
  }),
  DELETE: endpoint(catalogue.deleteSweet, {
    id: "deleteSweet",
    summary: "Take a sweet off sale",
    description: "It is hidden, units held in carts go back, and its orders stay as they are.",
    ...says("Sweet deleted successfully"),
  }),
});
