import { noLocks } from "@/db/write-slots";
import { recordView } from "@/lib/auth/audit-log";
import { invalid } from "@/lib/errors";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import { plansQuery } from "@/lib/stock/plan-schema";
import { putFirstStepsAway } from "./commands";
import { listPayments } from "./payment-queries";
import { plansByDay } from "./plan-queries";
import * as queries from "./queries";
import { paymentListQuery, salesQuery, stepsAwayForm, topQuery } from "./schema";

export const readStats = read({ by: "reports:read", run: ({ actor }) => queries.stats(actor) });

export const topProducts = read({
  by: "reports:read",
  query: topQuery,
  run: ({ actor, input }) => queries.topProducts(actor, input.limit),
});

export const salesByDay = read({
  by: "reports:read",
  query: salesQuery,
  run: ({ actor, input }) => queries.salesByDay(actor, input),
});

export const paymentsByDay = read({
  by: "reports:read",
  query: salesQuery,
  run: ({ actor, input }) => queries.paymentsByDay(actor, input),
});

/** Payments of a file of the API at most. More are refused, because a file that was cut would look whole. */
const MAX_FILE = 20_000;

/** The audit log has who read the payments. */
export const readPaymentList = read({
  by: "payments:read",
  query: paymentListQuery,
  run: async ({ actor, input }) => {
    await recordView(actor, { noun: "payments", nounId: null, text: "exported the list of payments" });
    const list = await listPayments(actor, input, input.after ?? null, input.format === "csv" ? MAX_FILE : undefined);
    if (input.format === "csv" && list.next !== null)
      throw invalid("from", `A file has at most ${MAX_FILE} payments. Please ask for fewer days.`);
    return list;
  },
});

export const planReport = read({
  by: "reports:read",
  query: plansQuery,
  run: async ({ actor, input }) => (await plansByDay(actor, input)).map(({ unitGrams: _, ...row }) => row),
});

export const putStepsAway = operation({
  by: "settings:write",
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  body: stepsAwayForm,
  run: ({ actor, input: { away }, write }) => write((db) => putFirstStepsAway(actor, away, db)),
});
