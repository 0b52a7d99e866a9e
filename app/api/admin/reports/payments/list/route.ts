import { endpoint, route } from "@/lib/http/endpoint";
import { tableResponse } from "@/lib/http/table-format";
import * as reports from "@/lib/reports/operations";
import { paymentListColumns } from "@/lib/reports/payment-csv";
import { paymentListResponse } from "@/lib/reports/responses";
import { rangeName } from "@/lib/reports/schema";

const PATH = "/api/admin/reports/payments/list";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(PATH, {
  GET: endpoint(reports.readPaymentList, {
    id: "listPayments",
    summary: "Each payment that came in or went back",
    description:
      "Of the days of the report of payments, oldest first: at most 1,000. When there are more, `Link` has the address of the next part.",
    continues: true,
    csv: true,
    answer: paymentListResponse,
    respond: ({ payments, next }, { input: { after: _, ...query } }) => {
      const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
      return tableResponse(query.format, payments, {
        columns: paymentListColumns,
        filename: `payments-list-${rangeName(query)}.csv`,
        next: next === null ? undefined : `${PATH}?${new URLSearchParams([...asked, ["after", `${next}`]])}`,
      });
    },
  }),
});
