import { endpoint, route } from "@/lib/http/endpoint";
import * as settings from "@/lib/settings/operations";
import { publicShopResponse } from "@/lib/settings/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/shop", {
  GET: endpoint(settings.readShop, {
    id: "getShop",
    summary: "Who runs the shop, where and when, and whether it takes orders",
    description:
      "The facts that the pages show. `paused` says whether orders are refused now, `pause` until when and why; `notice` is what stands above every page now.",
    answer: publicShopResponse,
  }),
});
