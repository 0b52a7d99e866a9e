import { adminResponse } from "@/app/admin/admin-response";
import { csvLine, csvResponse } from "@/lib/csv";
import { indiaDay } from "@/lib/dates";
import { parseQuery } from "@/lib/http/body";
import { paymentsByDay } from "@/lib/reports/queries";
import { salesQuery } from "@/lib/reports/schema";

const COLUMNS = ["Day (India)", "Method", "Received (rupees)", "Refunded (rupees)", "Outstanding (rupees)"];

/** What was received, refunded and is outstanding, by day and method, as CSV. */
export const GET = (request: Request) =>
  adminResponse(request, async (admin) => {
    const query = parseQuery(salesQuery, new URL(request.url).searchParams);
    const rows = await paymentsByDay(admin, query);
    async function* lines() {
      yield csvLine(COLUMNS);
      for (const { date, method, received, refunded, outstanding } of rows)
        yield csvLine([date, method, received, refunded, outstanding]);
    }
    const range = query.from && query.to ? `${query.from}-${query.to}` : `${query.days ?? 30}-days-to-${indiaDay()}`;
    return csvResponse(`payments-${range}.csv`, lines());
  });
