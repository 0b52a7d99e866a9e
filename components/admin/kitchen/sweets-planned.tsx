import { Permitted } from "@/components/admin/permissions";
import { ActionForm, FormText, SaveButton } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Panel } from "@/components/admin/ui/panel";
import { Badge } from "@/components/ui/badge";
import { windowText } from "@/lib/delivery/texts";
import type { FormAction } from "@/lib/http/action-state";
import type { Kitchen, KitchenPlan } from "@/lib/kitchen/rules";
import type { PlanDayEntry } from "@/lib/stock/plan-responses";
import { amountText, measureOf } from "@/lib/stock/plan-texts";

export type EnterBatchAction = FormAction<PlanDayEntry>;

type SweetsPlannedProps = { kitchen: Kitchen; action: EnterBatchAction | null };

/** Units that are promised and not made: before the first batch all that are promised. */
const toMake = ({ made, short, held, fromPlan }: KitchenPlan) => (made === null ? held + fromPlan : short);

export function SweetsPlanned({ kitchen: { date, plans, windows, withoutWindow }, action }: SweetsPlannedProps) {
  const planned = plans.filter(({ capacity }) => capacity !== null);
  if (planned.length === 0) return null;
  const windowOf = new Map([
    ...windows.flatMap((window) => window.pack.map(({ id }) => [id, windowText(window)] as const)),
    ...withoutWindow.pack.map(({ id }) => [id, "without a window"] as const),
  ]);

  function card(sweet: KitchenPlan) {
    const { productId, name, unitGrams, capacity, held, fromPlan, fromStock, made, shortOrders } = sweet;
    const text = (units: number) => amountText(units, unitGrams);
    const left = toMake(sweet);
    const isDone = made !== null && left === 0;
    const figures = { "Still to make": left, Made: made ?? 0, Promised: held + fromPlan };
    return (
      <Panel
        as="li"
        key={productId}
        className="flex flex-col gap-2 p-4 break-inside-avoid"
        data-packed={isDone || undefined}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h4 className="text-d5 wrap-anywhere">{name}</h4>
          {isDone && <Badge tone="success">All made</Badge>}
        </div>
        <dl className="num flex flex-wrap items-baseline gap-x-6 gap-y-1">
          {Object.entries(figures).map(([figure, units]) => (
            <div key={figure} className="first:text-2xl">
              <dt className="text-sm text-muted">{figure}</dt>
              <dd className="font-bold">
                {text(units)}
                {figure === "Promised" && (
                  <span className="text-muted font-normal">{` of ${text(capacity ?? 0)}`}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
        {fromStock > 0 && <p className="num text-muted">{text(fromStock)} more are ordered from stock.</p>}
        {shortOrders.length > 0 && (
          <ul aria-label={`Orders that wait for ${name}`} className="pl-3 border-l-3 border-danger">
            {shortOrders.map(({ id, units }) => (
              <li key={id} className="num">
                <Permitted to="orders:read" otherwise={<b>{`#${id}`}</b>}>
                  <AdminLink href={`/admin/orders/${id}`}>{`#${id}`}</AdminLink>
                </Permitted>
                {` ${[text(units), windowOf.get(id)].filter(Boolean).join(", ")}`}
              </li>
            ))}
          </ul>
        )}
        {action && (
          <Permitted to="plans:write">
            <div className="print:hidden mt-auto">
              <BatchForm sweet={sweet} day={date} action={action} />
              {made !== null && made > 0 && <BatchForm sweet={sweet} day={date} action={action} takesBack />}
            </div>
          </Permitted>
        )}
      </Panel>
    );
  }

  return (
    <section aria-labelledby="planned" className="mt-6">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h3 id="planned" className="text-d4">
          Made for the day
        </h3>
        <p className="num text-muted">
          {planned.filter((sweet) => toMake(sweet) > 0).length} of {planned.length} sweets still to make
        </p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] gap-4 mt-4">{planned.map(card)}</ul>
    </section>
  );
}

type BatchFormProps = {
  sweet: KitchenPlan;
  day: string;
  /** Whether it takes back what was entered too much, instead of adding a batch. */
  takesBack?: boolean;
  action: EnterBatchAction;
};

function BatchForm({ sweet: { productId, name, unitGrams }, day, takesBack = false, action }: BatchFormProps) {
  const text = (units: number) => amountText(units, unitGrams);
  return (
    <ActionForm
      action={action}
      failed="Failed to enter the batch"
      done={({ made, short }) => `${name}: ${text(made ?? 0)} made${short > 0 ? `, ${text(short)} still to make` : ""}`}
      fields={{ productId, day, unitGrams: unitGrams ?? 0, takesBack: String(takesBack) }}
      values={{ amount: "" }}
      failsAt="amount"
      keyed
      summary={takesBack ? "I entered too much" : undefined}
      label={`${takesBack ? "Take back" : "Made"}: ${name}`}
      className="flex flex-wrap items-start gap-2"
      button={
        <SaveButton
          kind={takesBack ? "outline" : "primary"}
          pendingLabel={undefined}
          className="h-14 min-w-28 mt-6.5"
          aria-label={takesBack ? `Take back of ${name}` : `Enter what was made of ${name}`}
        >
          {takesBack ? "Take back" : "Enter"}
        </SaveButton>
      }
    >
      <FormText
        label={`${takesBack ? "Take back" : "Made now"} (${measureOf(unitGrams)})`}
        name="amount"
        inputMode={unitGrams === null ? "numeric" : "decimal"}
        className="min-w-0 flex-1 [&_.input]:h-14 [&_.input]:text-2xl [&_.input]:font-semibold"
      />
    </ActionForm>
  );
}
