import { read } from "@/lib/http/operation";
import * as queries from "./queries";
import { salesQuery, topQuery } from "./schema";

export const readStats = read({ by: "admin", run: ({ actor }) => queries.stats(actor) });

export const topProducts = read({
  by: "admin",
  query: topQuery,
  run: ({ actor, input }) => queries.topProducts(actor, input.limit),
});

export const salesByDay = read({
  by: "admin",
  query: salesQuery,
  run: ({ actor, input }) => queries.salesByDay(actor, input),
});

export const paymentsByDay = read({
  by: "admin",
  query: salesQuery,
  run: ({ actor, input }) => queries.paymentsByDay(actor, input),
});
