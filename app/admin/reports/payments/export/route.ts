import { adminGet } from "@/app/admin/admin-response";
import { recordView } from "@/lib/audit/commands";
import { type CsvColumns, csvLines, csvResponse, momentCell } from "@/lib/csv";
import { indiaDay } from "@/lib/dates";
import { type PaymentDay, paymentsByDay } from "@/lib/reports/queries";
import { salesQuery } from "@/lib/reports/schema";

const columns: CsvColumns<PaymentDay> = [
  ["Day (India)", ({ date }) => momentCell(date)],
  ["Method", ({ method }) => method],
  ["Received (rupees)", ({ received }) => received],
  ["Refunded (rupees)", ({ refunded }) => refunded],
  ["Outstanding (rupees)", ({ outstanding }) => outstanding],
];

/** What was received, refunded and is outstanding, by day and method, as CSV. */
export const GET = adminGet(["reports:read", "payments:read"], salesQuery, async (admin, query) => {
  await recordView(admin, { noun: "payments", nounId: null, text: "exported the report of payments" });
  const rows = await paymentsByDay(admin, query);
  const range =
    query.from && query.to ? `${query.from}-${query.to}` : `${query.days ?? 30}-days-to-${indiaDay(new Date())}`;
  return csvResponse(`payments-${range}.csv`, csvLines(columns, rows));
});
