import { adminGet } from "@/app/admin/admin-response";
import { recordView } from "@/lib/audit/commands";
import { type CsvColumns, csvResponse, csvStream, momentCell } from "@/lib/csv";
import { indiaDay, indiaMoment } from "@/lib/dates";
import { type ListedPayment, streamPayments } from "@/lib/reports/payment-queries";
import { salesQuery } from "@/lib/reports/schema";

const columns: CsvColumns<ListedPayment> = [
  ["At (India)", ({ at }) => momentCell(indiaMoment(at))],
  ["Order", ({ orderId }) => orderId],
  ["Method", ({ method }) => method],
  ["State", ({ state }) => state],
  ["Amount (rupees)", ({ amount }) => amount],
  ["Reference", ({ reference }) => reference],
  ["By", ({ by }) => by],
];

/** Every payment of a range as CSV. */
export const GET = adminGet(["payments:read"], salesQuery, async (admin, query) => {
  await recordView(admin, { noun: "payments", nounId: null, text: "exported the list of payments" });
  const range =
    query.from && query.to ? `${query.from}-${query.to}` : `${query.days ?? 30}-days-to-${indiaDay(new Date())}`;
  return csvResponse(`payments-list-${range}.csv`, await csvStream(columns, streamPayments(admin, query)));
});
