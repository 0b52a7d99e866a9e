import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import * as reports from "@/lib/reports/operations";
import { paymentListColumns } from "@/lib/reports/payment-csv";
import { paymentListResponse } from "@/lib/reports/responses";
import { rangeName, type SalesQuery } from "@/lib/reports/schema";

const PATH = "/api/admin/reports/payments/list";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(PATH, {
  GET: endpoint(reports.readPaymentList, {
    id: "listPayments",
    summary: "Each payment that came in or went back",
    description:
      "Of the days of the report of payments, oldest first: at most 1,000. When there are more, `Link` has the address of the next part. A file has all, of at most 20,000 payments.",
    continues: true,
    csv: { columns: paymentListColumns, filename: (days: SalesQuery) => `payments-list-${rangeName(days)}.csv` },
    answer: paymentListResponse,
    errors: { 422: "A file would have more than 20,000 payments" },
    respond: ({ payments, next }, { input: { after: _, format: __, ...query } }) => {
      const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
      const after = new URLSearchParams([...asked, ["after", `${next}`]]);
      return new ApiResponse(payments, { next: next === null ? undefined : `${PATH}?${after}` });
    },
  }),
});
