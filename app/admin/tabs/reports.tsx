import { SalesReport } from "@/components/admin/sales-report";
import { TopProducts } from "@/components/admin/top-products";
import type { Admin } from "@/lib/auth/actor";
import { salesQuery } from "@/lib/reports/input";
import { salesByDay, topProducts } from "@/lib/reports/server";

/** Sweets in the table, and days of the report unless told (specification §9). */
const TOP = 10;
const DAYS = "30";

type TabProps = { admin: Admin; search: Record<string, string | undefined> };

export async function ReportsTab({ admin, search }: TabProps) {
  const given = { days: search.days, from: search.from || undefined, to: search.to || undefined };
  const asked = salesQuery.safeParse(given);
  const query = asked.data ?? salesQuery.parse({ days: DAYS });
  const [days, top] = await Promise.all([salesByDay(admin, query), topProducts(admin, TOP)]);
  return (
    <div className="grid xl:grid-cols-[1fr_24rem] gap-8 lg:gap-10 items-start">
      <SalesReport
        days={days}
        range={query.from ? null : (query.days ?? Number(DAYS))}
        from={given.from ?? days[0]?.date}
        to={given.to ?? days.at(-1)?.date}
        error={asked.success ? undefined : asked.error.issues[0]?.message}
      />
      <TopProducts products={top} />
    </div>
  );
}
