import { adminGet } from "@/app/admin/admin-response";
import { recordView } from "@/lib/audit/commands";
import { type CsvColumns, csvResponse, csvStream, momentCell } from "@/lib/csv";
import { indiaMoment } from "@/lib/dates";
import { type ListedPayment, streamPayments } from "@/lib/reports/payment-queries";
import { rangeName, salesQuery } from "@/lib/reports/schema";

const columns: CsvColumns<ListedPayment> = [
  ["At (India)", ({ at }) => momentCell(indiaMoment(at))],
  ["Order", ({ orderId }) => orderId],
  ["Method", ({ method }) => method],
  ["State", ({ state }) => state],
  ["Amount (rupees)", ({ amount }) => amount],
  ["Reference", ({ reference }) => reference],
  ["By", ({ by }) => by],
];

export const GET = adminGet(["payments:read"], salesQuery, async (admin, query) => {
  await recordView(admin, { noun: "payments", nounId: null, text: "exported the list of payments" });
  return csvResponse(`payments-list-${rangeName(query)}.csv`, await csvStream(columns, streamPayments(admin, query)));
});
