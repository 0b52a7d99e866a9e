import { SalesReport } from "@/components/admin/sales-report";
import { TopProducts } from "@/components/admin/top-products";
import type { Admin } from "@/lib/auth/actor";
import { salesByDay, topProducts } from "@/lib/reports/queries";
import { salesQuery } from "@/lib/reports/schema";

/** Sweets in the table, and days of the report unless told (specification §9). */
const TOP = 10;
const DAYS = "30";
const RANGES: unknown[] = ["7", DAYS, "90"];

type TabProps = { admin: Admin; search: Record<string, string | undefined> };

export async function ReportsTab({ admin, search }: TabProps) {
  const given = { from: search.from || undefined, to: search.to || undefined };
  const own = given.from !== undefined || given.to !== undefined;
  const days = RANGES.includes(search.days) ? search.days : DAYS;
  const asked = salesQuery.safeParse(own ? given : { days });
  const query = asked.data ?? salesQuery.parse({ days: DAYS });
  const [sales, top] = await Promise.all([salesByDay(admin, query), topProducts(admin, TOP)]);
  return (
    <div className="grid xl:grid-cols-[1fr_24rem] gap-8 lg:gap-10 items-start">
      <SalesReport
        days={sales}
        range={query.days ?? null}
        from={own ? given.from : sales[0]?.date}
        to={own ? given.to : sales.at(-1)?.date}
        error={asked.success ? undefined : asked.error.issues[0]?.message}
      />
      <TopProducts products={top} />
    </div>
  );
}
