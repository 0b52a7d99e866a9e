import { Permitted } from "@/components/admin/permissions";
import { ActionForm, SaveButton } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { Panel } from "@/components/admin/ui/panel";
import { countOf } from "@/lib/count";
import { windowText } from "@/lib/delivery/texts";
import type { FormAction } from "@/lib/http/action-state";
import { type Kitchen, type SweetOfDay, sweetsOfDay, toMake } from "@/lib/kitchen/rules";
import type { PlanDayEntry } from "@/lib/stock/plan-responses";
import type { Batch } from "@/lib/stock/plan-rules";
import { amountText, batchText } from "@/lib/stock/plan-texts";
import { ScaleField } from "./scale-field";

export type EnterBatchAction = FormAction<PlanDayEntry & { entered: Batch }>;

export function SweetsPlanned({ kitchen, action }: { kitchen: Kitchen; action: EnterBatchAction | null }) {
  const { date, windows, withoutWindow } = kitchen;
  const { remaining, unordered, made } = sweetsOfDay(kitchen);
  const all = remaining.length + unordered.length + made.length;
  if (all === 0) return null;
  const windowOf = new Map([
    ...windows.flatMap((window) => window.pack.map(({ id }) => [id, windowText(window)] as const)),
    ...withoutWindow.pack.map(({ id }) => [id, "without a window"] as const),
  ]);

  function card({ plan, window }: SweetOfDay) {
    const { productId, name, unitGrams, capacity, held, fromPlan, fromStock, made, restGrams, shortOrders } = plan;
    const text = (units: number) => amountText(units, unitGrams);
    const left = toMake(plan);
    const isRest = restGrams > 0 && unitGrams !== null;
    return (
      <Panel as="li" key={productId} className="flex flex-col gap-1.5 p-3">
        <div className="flex items-baseline justify-between gap-x-3">
          <h4 className="text-d5 wrap-anywhere">{name}</h4>
          <b className="num text-xl text-right">
            <span className="sr-only">Still to make: </span>
            {text(left)}
          </b>
        </div>
        <p className="num text-sm text-muted">
          {[
            window && `for ${windowText(window)}`,
            made !== null && `${text(made)} made`,
            `${text(held + fromPlan)} of ${text(capacity ?? 0)} promised`,
            fromStock > 0 && `${text(fromStock)} more from stock`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {isRest && <p className="num text-sm">{restGrams} g left over from the last batch</p>}
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
            <div className="mt-auto">
              <BatchForm sweet={plan} day={date} action={action} />
              {((made ?? 0) > 0 || isRest) && <BatchForm sweet={plan} day={date} action={action} takesBack />}
            </div>
          </Permitted>
        )}
      </Panel>
    );
  }
  const cards = (sweets: readonly SweetOfDay[]) => (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] gap-3">{sweets.map(card)}</ul>
  );

  return (
    <section aria-labelledby="planned" data-of="make" className="grid gap-3 mt-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h3 id="planned" className="text-d4">
          Made for the day
        </h3>
        <p className="num text-muted">
          {remaining.length} of {countOf(all, "sweet")} still to make
        </p>
      </div>
      {remaining.length > 0 && cards(remaining)}
      {unordered.length > 0 && (
        <Disclosure summary={`${countOf(unordered.length, "sweet")} planned, nothing ordered yet`}>
          {cards(unordered)}
        </Disclosure>
      )}
      {made.length > 0 && (
        <Disclosure data-packed="" summary={`${countOf(made.length, "sweet")} all made`}>
          {cards(made)}
        </Disclosure>
      )}
    </section>
  );
}

type BatchFormProps = {
  sweet: SweetOfDay["plan"];
  day: string;
  /** Whether it takes back what was entered too much, instead of adding a batch. */
  takesBack?: boolean;
  action: EnterBatchAction;
};

function BatchForm({ sweet: { productId, name, unitGrams }, day, takesBack = false, action }: BatchFormProps) {
  const text = (units: number) => amountText(units, unitGrams);
  const batch = { productId, day, unitGrams: unitGrams ?? 0 };
  return (
    <ActionForm
      action={action}
      failed="Failed to enter the batch"
      done={({ made, short }) => `${name}: ${text(made ?? 0)} made${short > 0 ? `, ${text(short)} still to make` : ""}`}
      undo={({ entered }) =>
        takesBack
          ? undefined
          : {
              action,
              fields: { ...batch, takesBack: "true", measure: "g", amount: entered.grams ?? entered.units ?? 0 },
              done: `${name}: ${batchText(entered, unitGrams)} taken back`,
            }
      }
      fields={{ ...batch, takesBack: String(takesBack) }}
      values={{ amount: "", measure: "kg" }}
      failsAt="amount"
      question={{
        code: "above_plan",
        ask: ({ message }) => message,
        label: "Enter it anyway",
        name: "force",
        value: () => "true",
      }}
      keyed
      summary={takesBack ? "I entered too much" : undefined}
      label={`${takesBack ? "Take back" : "Made"}: ${name}`}
      className="flex flex-wrap items-start gap-2"
      button={
        <SaveButton
          kind={takesBack ? "outline" : "primary"}
          pendingLabel={undefined}
          className="h-13 min-w-24"
          aria-label={takesBack ? `Take back of ${name}` : `Enter what was made of ${name}`}
        >
          {takesBack ? "Take back" : "Enter"}
        </SaveButton>
      }
    >
      <ScaleField label={takesBack ? "Take back" : "Made now"} unitGrams={unitGrams} large />
    </ActionForm>
  );
}
