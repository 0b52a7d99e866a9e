import * as prices from "@/lib/catalogue/price-operations";
import { pricesResponse } from "@/lib/catalogue/price-responses";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/prices", {
  GET: endpoint(prices.readPrices, {
    id: "getPrices",
    summary: "The price of every pack of every sweet",
    description: "By the sweets' names, packs that are off sale too. `version` is the sweet's.",
    answer: pricesResponse,
    etag: true,
  }),
  PUT: endpoint(prices.savePrices, {
    id: "savePrices",
    summary: "Change the prices of several packs",
    description:
      "All or none; answers with the packs whose price has changed. The price that a pack has already changes nothing, and packs may be left out.",
    example: [
      { productId: 61, packId: 71, price: 366, version: 3 },
      { productId: 61, packId: 61, price: 713, version: 3 },
    ],
    answer: pricesResponse,
    errors: {
      404: "A pack is not there, or it is another sweet's: `errors` name its rows (`1.packId`)",
      409: "Sweets have been changed since (stale_version, with their ids in `items`)",
    },
  }),
});
