import { read } from "@/lib/http/operation";
import * as queries from "./queries";
import { deliveryQuery } from "./schema";

export const quoteDelivery = read({
  by: "anyone",
  query: deliveryQuery,
  run: ({ actor, input }) => queries.quoteDelivery(actor, input),
});
