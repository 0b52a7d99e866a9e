import { endpoint, route } from "@/lib/http/endpoint";
import * as settings from "@/lib/settings/operations";
import { festivalsResponse } from "@/lib/settings/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/festivals", {
  GET: endpoint(settings.readFestivals, {
    id: "listFestivals",
    summary: "The shop's festivals, and whether their orders are open",
    description:
      "`state` is `before` until orders open, `open` until they close, then `closed`. While a festival is open its days can be booked for its sweets beyond the usual span. `sweets` are ids; one may have been deleted since.",
    answer: festivalsResponse,
  }),
});
