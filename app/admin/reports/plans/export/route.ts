import { adminGet } from "@/app/admin/admin-response";
import { recordView } from "@/lib/auth/audit-log";
import { shopNow } from "@/lib/clock";
import { type CsvColumns, csvLines, csvResponse, momentCell } from "@/lib/csv";
import { type PlanReportRow, plansByDay } from "@/lib/reports/plan-queries";
import { plansQuery, spanOf } from "@/lib/stock/plan-schema";

const columns: CsvColumns<PlanReportRow> = [
  ["Day (India)", ({ day }) => momentCell(day)],
  ["Product", ({ productId }) => productId],
  ["Sweet", ({ name }) => name],
  ["Grams of a unit", ({ unitGrams }) => unitGrams],
  ["Promised (units)", ({ promised }) => promised],
  ["Made (units)", ({ made }) => made],
  ["Sold (units)", ({ sold }) => sold],
  ["Thrown away (units)", ({ wasted }) => wasted],
  ["Left (units)", ({ left }) => left],
];

export const GET = adminGet(["reports:read", "plans:read"], plansQuery, async (admin, query) => {
  await recordView(admin, { noun: "plans", nounId: null, text: "exported the report of plans" });
  const { from, to } = spanOf(query, shopNow());
  return csvResponse(`plans-${from}-${to}.csv`, csvLines(columns, await plansByDay(admin, query)));
});
