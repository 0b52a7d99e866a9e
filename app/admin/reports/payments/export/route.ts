import { adminGet } from "@/app/admin/admin-response";
import { recordView } from "@/lib/auth/audit-log";
import { type CsvColumns, csvLines, csvResponse, momentCell } from "@/lib/csv";
import { type PaymentDay, paymentsByDay } from "@/lib/reports/queries";
import { rangeName, salesQuery } from "@/lib/reports/schema";

const columns: CsvColumns<PaymentDay> = [
  ["Day (India)", ({ date }) => momentCell(date)],
  ["Method", ({ method }) => method],
  ["Received (rupees)", ({ received }) => received],
  ["Refunded (rupees)", ({ refunded }) => refunded],
  ["Outstanding (rupees)", ({ outstanding }) => outstanding],
  ["Fee (rupees)", ({ fee }) => fee ?? null],
  ["Payments", ({ payments }) => payments?.join(" ") ?? null],
];

export const GET = adminGet(["reports:read", "payments:read"], salesQuery, async (admin, query) => {
  await recordView(admin, { noun: "payments", nounId: null, text: "exported the report of payments" });
  const rows = await paymentsByDay(admin, query);
  return csvResponse(`payments-${rangeName(query)}.csv`, csvLines(columns, rows));
});
