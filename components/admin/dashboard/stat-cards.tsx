import { Icon, type IconName } from "@/components/ui/icon";
import { formatRupees } from "@/lib/money";
import type { Stats } from "@/lib/reports/queries";
import { weightText } from "@/lib/stock/plan-texts";

const number = new Intl.NumberFormat("en-IN");

/** "310 packs · 155 kg" */
function soldText({ totalQuantity, kilograms }: NonNullable<Stats["topProduct"]>): string {
  const packs = `${number.format(totalQuantity)} ${totalQuantity === 1 ? "pack" : "packs"}`;
  return kilograms === null ? packs : `${packs} · ${weightText(kilograms)}`;
}

/** The four figures at the top of the dashboard. */
export function StatCards({ stats }: { stats: Stats }) {
  const cards: { text: string; icon: IconName; value: string; display?: boolean; note?: string }[] = [
    { text: "Total Orders", icon: "scroll-text", value: number.format(stats.totalOrders) },
    { text: "Total Users", icon: "users", value: number.format(stats.totalUsers) },
    { text: "Total Sales", icon: "indian-rupee", value: formatRupees(stats.totalSales) },
    {
      text: "Top Product",
      icon: "award",
      value: stats.topProduct?.name ?? "-",
      display: true,
      note: stats.topProduct ? soldText(stats.topProduct) : undefined,
    },
  ];
  return (
    <dl className="tray xs:grid-cols-2 xl:grid-cols-4">
      {cards.map(({ text, icon, value, display, note }) => (
        <div key={text} className="stat p-4 lg:p-6">
          <dt className="flex items-center justify-between text-muted font-medium">
            {text}
            <Icon name={icon} className="size-5 text-accent-text" />
          </dt>
          <dd className="mt-2">
            <b
              className={display ? "display break-words" : "num whitespace-nowrap"}
              style={display ? undefined : ({ "--characters": value.length } as object)}
            >
              {value}
            </b>
            {note && <span className="block mt-1 text-sm text-muted num">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
