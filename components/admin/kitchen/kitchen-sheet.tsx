import { type Column, Table } from "@/components/ui/table";
import { withPack } from "@/lib/catalogue/packs";
import { formatShortDate, indiaWeekday } from "@/lib/dates";
import { windowText } from "@/lib/delivery/texts";
import { type Kitchen, type KitchenGroup, type KitchenPlan, toMake } from "@/lib/kitchen/rules";
import { amountText } from "@/lib/stock/plan-texts";

/** The day on paper: what is to be made of each sweet, and the orders by window in short. The slips are printed apart. */
export function KitchenSheet({ kitchen: { date, done, all, plans, windows, withoutWindow } }: { kitchen: Kitchen }) {
  const groups: [title: string, group: KitchenGroup][] = [
    ...windows.map((window): [string, KitchenGroup] => [
      `${windowText(window)}${window.pool === "pickup" ? ", pickup" : ""}`,
      window,
    ]),
    ["Without a window", withoutWindow],
  ];
  const isOfUse = ({ ordered, held, made }: KitchenPlan) => ordered + held > 0 || made !== null;
  const unordered = plans.filter((plan) => !isOfUse(plan));
  return (
    <div className="kitchen-sheet" aria-hidden="true">
      <h2>
        {indiaWeekday(date)}, {formatShortDate(date)}: {done} of {all} orders packed
      </h2>
      <Table columns={columns} rows={plans.filter(isOfUse)} keyOf={({ productId }) => productId} />
      {unordered.length > 0 && (
        <p>
          Planned, nothing ordered: {unordered.map((plan) => `${plan.name} ${amount(plan.capacity, plan)}`).join(", ")}
        </p>
      )}
      {groups.map(
        ([title, { pack, done, all }]) =>
          all > 0 && (
            <section key={title}>
              <h3>
                {title}: {done} of {all} packed
              </h3>
              <ul>
                {pack.map(({ id, packed, giftWrap, recipientName, items }) => (
                  <li key={id}>
                    <span className="print-box" data-packed={packed || undefined} />
                    <span>
                      <b>{`#${id}`}</b> {recipientName}
                      {giftWrap && ", gift wrap"}:{" "}
                      {items.map((item) => `${item.quantity} × ${withPack(item.name, item.packLabel)}`).join(", ")}
                    </span>
                  </li>
                ))}
              </ul>
              {all > pack.length && <p>{all - pack.length} more are not listed.</p>}
            </section>
          ),
      )}
    </div>
  );
}

const amount = (units: number | null, { unitGrams }: KitchenPlan) =>
  units === null || units === 0 ? "–" : amountText(units, unitGrams);
const columns: Column<KitchenPlan>[] = [
  { head: "Sweet", isRowHead: true, cell: ({ name }) => name },
  {
    head: "To make",
    column: "r",
    cell: (plan) => <b>{plan.capacity === null ? "stock" : amount(toMake(plan), plan)}</b>,
  },
  { head: "Ordered", column: "r", cell: (plan) => amount(plan.ordered, plan) },
  { head: "Planned", column: "r", cell: (plan) => amount(plan.capacity, plan) },
  { head: "Made", column: "r", cell: (plan) => amount(plan.made, plan) },
];
