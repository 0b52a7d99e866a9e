import { adminGet } from "@/app/admin/admin-response";
import { recordView } from "@/lib/auth/audit-log";
import { csvResponse, csvStream } from "@/lib/csv";
import { paymentListColumns } from "@/lib/reports/payment-csv";
import { streamPayments } from "@/lib/reports/payment-queries";
import { rangeName, salesQuery } from "@/lib/reports/schema";

export const GET = adminGet(["payments:read"], salesQuery, async (admin, query) => {
  await recordView(admin, { noun: "payments", nounId: null, text: "exported the list of payments" });
  return csvResponse(
    `payments-list-${rangeName(query)}.csv`,
    await csvStream(paymentListColumns, streamPayments(admin, query)),
  );
});
