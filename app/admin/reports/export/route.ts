import { adminResponse } from "@/app/admin/admin-response";
import { csvLine, csvResponse } from "@/lib/csv";
import { parseQuery } from "@/lib/http/body";
import { salesByDay } from "@/lib/reports/queries";
import { salesQuery } from "@/lib/reports/schema";

/** The revenue of every day of a range as CSV. */
export const GET = (request: Request) =>
  adminResponse(request, async (admin) => {
    const query = parseQuery(salesQuery, new URL(request.url).searchParams);
    const days = await salesByDay(admin, query);
    async function* lines() {
      yield csvLine(["Day (India)", "Revenue (rupees)"]);
      for (const { date, revenue } of days) yield csvLine([date, revenue]);
    }
    return csvResponse(`sales-${days[0]?.date}-${days.at(-1)?.date}.csv`, lines());
  });
