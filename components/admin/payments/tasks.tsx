"use client";

import type { Route } from "next";
import Link from "next/link";
import { BatchOutcomes, ordersText, toastOutcomes } from "@/components/admin/orders/batch";
import type { BatchAction } from "@/components/admin/orders/batch-bar";
import { useStatusForm } from "@/components/admin/orders/use-status-form";
import { May } from "@/components/admin/permissions";
import { urlWithQuery } from "@/components/admin/urls";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { Button } from "@/components/ui/button";
import { Details } from "@/components/ui/details";
import { Icon } from "@/components/ui/icon";
import { formatShortDateTime } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { PaymentTasks as Tasks } from "@/lib/payments/task-queries";
import { phoneHref } from "@/lib/telephone";

type PaymentTasksProps = {
  tasks: Tasks;
  /** The page that shows them, with its query parameters. */
  path: string;
  fixed: { tab?: string };
  /** Sets the status of several orders. */
  action: BatchAction;
};

/** What of the payments waits for the owner, above the list of orders. Nothing when nothing does. It works without JavaScript. */
export function PaymentTasks({ tasks, path, fixed, action }: PaymentTasksProps) {
  const { counts, late, toRefund } = tasks;
  if (counts.late + counts.claimed + counts.toRefund === 0) return null;
  const listUrl = (params: Record<string, string>) => urlWithQuery(path, { ...fixed, ...params });
  const more = listUrl({ tasks: "all" });
  return (
    <section
      aria-labelledby="payment-tasks"
      className="mt-4 border border-border bg-surface border-l-4 border-l-warning divide-y divide-border"
    >
      <h2 id="payment-tasks" className="text-d5 px-4 py-3">
        Payments to look after
      </h2>
      {counts.claimed > 0 && (
        <p className="px-4 py-2">
          <Link href={listUrl({ payment: "claimed" })} className="link tap num" prefetch={false}>
            {counts.claimed === 1 ? "1 UPI payment to check" : `${counts.claimed} UPI payments to check`}
          </Link>
        </p>
      )}
      {counts.late > 0 && <LateOrders orders={late} count={counts.late} more={more} action={action} />}
      {counts.toRefund > 0 && (
        <Details className="px-4 py-1" open={counts.toRefund <= 3}>
          <summary className="font-semibold min-h-11 inline-flex items-center cursor-pointer num">
            {ordersText(counts.toRefund)} cancelled and still to be refunded
          </summary>
          <ul className="pb-2">
            {toRefund.map(({ id, name, left }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 min-h-11">
                <OrderLink id={id} />
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <b className="num ml-auto">{formatRupees(left)}</b>
              </li>
            ))}
          </ul>
          <Rest listed={toRefund.length} count={counts.toRefund} href={more} />
        </Details>
      )}
    </section>
  );
}

const OrderLink = ({ id }: { id: number }) => (
  <Link href={`/admin/orders/${id}`} className="link tap num font-semibold" prefetch={false}>
    #{id}
  </Link>
);

/** Says that a list is not complete, with a link to more of it. */
function Rest({ listed, count, href }: { listed: number; count: number; href: Route }) {
  if (listed >= count) return null;
  return (
    <p className="text-sm text-muted pb-2 num">
      The oldest {listed} of {count}.{" "}
      {listed < 100 && (
        <Link href={href} className="link tap" prefetch={false} scroll={false}>
          Show more
        </Link>
      )}
    </p>
  );
}

type LateOrdersProps = { orders: Tasks["late"]; count: number; more: Route; action: BatchAction };

/** UPI orders that are unpaid for too long, which can be cancelled together. */
function LateOrders({ orders, count, more, action }: LateOrdersProps) {
  const { state, message, pending, formProps, dialog } = useStatusForm(action, [], {
    resetOnSuccess: true,
    onSuccess: (outcomes) => toastOutcomes(outcomes, "cancelled"),
  });
  return (
    <div className="px-4 py-1">
      <Details open={count <= 5 || state !== null}>
        <summary className="font-semibold min-h-11 inline-flex items-center gap-2 cursor-pointer num">
          {ordersText(count)} to be paid by UPI, unpaid for too long
        </summary>
        <form {...formProps} aria-label="UPI orders that are unpaid for too long">
          <MadeFor />
          <ul>
            {orders.map(({ id, name, phone, createdAt, due }) => (
              <li key={id} className="flex items-center gap-x-3 py-1">
                <label className="tick">
                  <input
                    type="checkbox"
                    name="ids"
                    value={id}
                    aria-label={`Select unpaid order #${id}`}
                    className="size-5 accent-primary"
                  />
                </label>
                <span className="flex-1 min-w-0 flex flex-wrap items-center gap-x-3 wrap-anywhere lg:grid lg:grid-cols-[5rem_14rem_10rem_1fr]">
                  <OrderLink id={id} />
                  <span>{name}</span>
                  <span>
                    {phone && (
                      <a className="link tap num" href={phoneHref(phone)}>
                        {phone}
                      </a>
                    )}
                  </span>
                  <time dateTime={createdAt} className="text-sm text-muted num">
                    {formatShortDateTime(createdAt)}
                  </time>
                </span>
                <b className="num">{formatRupees(due)}</b>
              </li>
            ))}
          </ul>
          <Rest listed={orders.length} count={count} href={more} />
          <May to="orders:write">
            <div className="py-2">
              <Button type="submit" name="status" value="Cancelled" kind="outline" pending={pending}>
                <Icon name="ban" />
                Cancel selected
              </Button>
            </div>
          </May>
        </form>
      </Details>
      <FormOutcome message={message} />
      {state?.ok && <BatchOutcomes outcomes={state.data} />}
      {dialog}
    </div>
  );
}
