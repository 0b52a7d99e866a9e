import { adminGet } from "@/app/admin/admin-response";
import { recordView } from "@/lib/auth/audit-log";
import { type CsvColumns, csvLines, csvResponse, momentCell } from "@/lib/csv";
import { salesByDay } from "@/lib/reports/queries";
import { salesQuery } from "@/lib/reports/schema";

const columns: CsvColumns<{ date: string; revenue: number }> = [
  ["Day (India)", ({ date }) => momentCell(date)],
  ["Revenue (rupees)", ({ revenue }) => revenue],
];

export const GET = adminGet(["reports:read"], salesQuery, async (admin, query) => {
  await recordView(admin, { noun: "reports", nounId: null, text: "exported the report of sales" });
  const days = await salesByDay(admin, query);
  return csvResponse(`sales-${days[0]?.date}-${days.at(-1)?.date}.csv`, csvLines(columns, days));
});
