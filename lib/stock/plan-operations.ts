import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import { enterBatch as enterBatchCommand } from "./batch-commands";
import * as commands from "./plan-commands";
import * as queries from "./plan-queries";
import {
  dayInput,
  daysInput,
  forceQuery,
  madeInput,
  planDayParams,
  planInput,
  planParams,
  plansQuery,
} from "./plan-schema";

export const readPlans = read({
  by: "plans:read",
  query: plansQuery,
  run: ({ actor, input }) => queries.readPlans(actor, input),
});

const ofSweet = {
  by: "plans:write",
  limit: noLimit,
  locks: ({ productId }: { productId: number }) => [productId],
  once: noKey,
} as const;

export const savePlan = operation({
  ...ofSweet,
  params: planParams,
  body: planInput,
  run: ({ actor, input: { productId, ...plan }, write }) =>
    write((db) => commands.savePlan(actor, productId, plan, db)),
});

export const endPlan = operation({
  ...ofSweet,
  params: planParams,
  run: ({ actor, input: { productId }, write }) => write((db) => commands.endPlan(actor, productId, db)),
});

export const setPlanDay = operation({
  ...ofSweet,
  params: planDayParams,
  body: dayInput,
  run: ({ actor, input, write }) => write((db) => commands.setDay(actor, input, db)),
});

export const clearPlanDay = operation({
  ...ofSweet,
  params: planDayParams,
  query: forceQuery,
  run: ({ actor, input, write }) => write((db) => commands.setDay(actor, { ...input, capacity: null }, db)),
});

export const setPlanDays = operation({
  ...ofSweet,
  locks: ({ days }: { days: { productId: number }[] }) => days.map(({ productId }) => productId),
  query: forceQuery,
  body: daysInput.transform((days): { days: commands.DayUpdate[] } => ({ days })),
  run: ({ actor, input: { days, force }, write }) => write((db) => commands.setDays(actor, days, force, db)),
});

export const enterBatch = operation({
  ...ofSweet,
  once: "batch",
  params: planDayParams,
  body: madeInput,
  run: ({ actor, input, write }) => write((db) => enterBatchCommand(actor, input, db)),
});
