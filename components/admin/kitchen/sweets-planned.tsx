import Link from "next/link";
import { May } from "@/components/admin/permissions";
import { Panel } from "@/components/admin/ui/panel";
import { Badge } from "@/components/ui/badge";
import { windowText } from "@/lib/delivery/texts";
import type { Kitchen, KitchenPlan } from "@/lib/kitchen/rules";
import { amountText } from "@/lib/stock/plan-texts";
import { BatchForm, type EnterBatchAction } from "./batch-form";
import { nearDay } from "./texts";

/** The sweets that are made for the day: what is promised, made and still to make of each, with the form for a batch. */
export function SweetsPlanned({ kitchen, action }: { kitchen: Kitchen; action: EnterBatchAction }) {
  const { date, today, plans, windows, withoutWindow } = kitchen;
  const planned = plans.filter(({ capacity }) => capacity !== null);
  if (planned.length === 0) return null;
  const windowOf = new Map([
    ...windows.flatMap((window) => window.pack.map(({ id }) => [id, windowText(window)] as const)),
    ...withoutWindow.pack.map(({ id }) => [id, "without a window"] as const),
  ]);
  const open = planned.filter((sweet) => toMake(sweet) > 0).length;
  return (
    <section aria-labelledby="planned" className="mt-6">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h3 id="planned" className="text-d4">
          Made for the day
        </h3>
        <p className="num text-muted">
          {open} of {planned.length} sweets still to make
        </p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] gap-4 mt-4">
        {planned.map((sweet) => (
          <PlannedSweet
            key={sweet.productId}
            sweet={sweet}
            day={date}
            windowOf={windowOf}
            // Batches are entered for yesterday, today and tomorrow.
            action={nearDay(date, today) ? action : null}
          />
        ))}
      </ul>
    </section>
  );
}

/** Units that are promised and not made: before the first batch all that are promised. */
const toMake = ({ made, short, held, fromPlan }: KitchenPlan) => (made === null ? held + fromPlan : short);

type PlannedSweetProps = {
  sweet: KitchenPlan;
  day: string;
  /** The window of each order that is listed. */
  windowOf: ReadonlyMap<number, string>;
  /** Null on days of which no batch is entered. */
  action: EnterBatchAction | null;
};

function PlannedSweet({ sweet, day, windowOf, action }: PlannedSweetProps) {
  const { name, unitGrams, capacity, held, fromPlan, fromStock, made, shortOrders } = sweet;
  const text = (units: number) => amountText(units, unitGrams);
  const left = toMake(sweet);
  const figures = { "Still to make": left, Made: made ?? 0, Promised: held + fromPlan };
  return (
    <Panel
      as="li"
      className="flex flex-col gap-2 p-4 break-inside-avoid"
      data-packed={(made !== null && left === 0) || undefined}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h4 className="text-d5 wrap-anywhere">{name}</h4>
        {made !== null && left === 0 && <Badge tone="success">All made</Badge>}
      </div>
      <dl className="num flex flex-wrap items-baseline gap-x-6 gap-y-1">
        {Object.entries(figures).map(([figure, units]) => (
          <div key={figure} className="first:text-2xl">
            <dt className="text-sm text-muted">{figure}</dt>
            <dd className="font-bold">
              {text(units)}
              {figure === "Promised" && <span className="text-muted font-normal">{` of ${text(capacity ?? 0)}`}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {fromStock > 0 && <p className="num text-muted">{text(fromStock)} more are ordered from stock.</p>}
      {shortOrders.length > 0 && (
        <ul aria-label={`Orders that wait for ${name}`} className="pl-3 border-l-3 border-danger">
          {shortOrders.map(({ id, units }) => (
            <li key={id} className="num">
              <May to="orders:read" otherwise={<b>{`#${id}`}</b>}>
                <Link className="link tap font-semibold" href={`/admin/orders/${id}`} prefetch={false}>
                  {`#${id}`}
                </Link>
              </May>
              {` ${[text(units), windowOf.get(id)].filter(Boolean).join(", ")}`}
            </li>
          ))}
        </ul>
      )}
      {action && (
        <May to="plans:write">
          <div className="print:hidden mt-auto">
            <BatchForm sweet={sweet} day={day} action={action} />
            {made !== null && made > 0 && <BatchForm sweet={sweet} day={day} action={action} takesBack />}
          </div>
        </May>
      )}
    </Panel>
  );
}
