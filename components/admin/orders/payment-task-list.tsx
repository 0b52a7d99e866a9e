"use client";

import { Permitted } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Tick, tickedOf } from "@/components/admin/ui/batch-bar";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { Panel } from "@/components/admin/ui/panel";
import { urlWithQuery } from "@/components/admin/urls";
import { Icon } from "@/components/ui/icon";
import { formatShortDateTime } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { PaymentTasks } from "@/lib/payments/task-queries";
import { phoneHref } from "@/lib/telephone";
import { CancelButton, type StatusesAction, useOutcomes } from "./order-status";
import { ordersText } from "./texts";

/** `path`, `fixed`: the page that shows them, with its query parameters. */
type PaymentTaskListProps = { tasks: PaymentTasks; path: string; fixed: { tab?: string }; action: StatusesAction };

export function PaymentTaskList({ tasks, path, fixed, action }: PaymentTaskListProps) {
  const { counts, late, toRefund } = tasks;
  if (counts.late + counts.claimed + counts.toRefund === 0) return null;
  const listUrl = (params: Record<string, string>) => urlWithQuery(path, { ...fixed, ...params });
  const more = listUrl({ tasks: "all" });
  return (
    <Panel as="section" divided aria-labelledby="payment-tasks" className="border-l-4 border-l-warning">
      <h2 id="payment-tasks" className="text-d5 px-4 py-3">
        Payments to look after
      </h2>
      {counts.claimed > 0 && (
        <p className="px-4 py-2">
          <AdminLink href={listUrl({ payment: "claimed" })} className="num">
            {counts.claimed === 1 ? "1 UPI payment to check" : `${counts.claimed} UPI payments to check`}
          </AdminLink>
        </p>
      )}
      {counts.late > 0 && <LateOrders orders={late} count={counts.late} more={more} action={action} />}
      {counts.toRefund > 0 && (
        <Disclosure
          className="px-4 py-1"
          open={counts.toRefund <= 3}
          summary={`${ordersText(counts.toRefund)} to refund`}
        >
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
        </Disclosure>
      )}
    </Panel>
  );
}

const OrderLink = ({ id }: { id: number }) => (
  <AdminLink href={`/admin/orders/${id}`} className="num font-semibold">
    #{id}
  </AdminLink>
);

function Rest({ listed, count, href }: { listed: number; count: number; href: string }) {
  if (listed >= count) return null;
  return (
    <p className="text-sm text-muted pb-2 num">
      The oldest {listed} of {count}.{" "}
      {listed < 100 && (
        <AdminLink href={href} scroll={false}>
          Show more
        </AdminLink>
      )}
    </p>
  );
}

/** The name that the checkboxes of late orders have in common. */
const LATE = "late-orders";

type LateOrdersProps = { orders: PaymentTasks["late"]; count: number; more: string; action: StatusesAction };

function LateOrders({ orders, count, more, action }: LateOrdersProps) {
  const { outcomes, onOutcomes } = useOutcomes(LATE, "cancelled");
  return (
    <div className="px-4 py-1">
      <Disclosure open={count <= 5} summary={`${ordersText(count)} to be paid by UPI, unpaid for too long`}>
        <ul aria-label="UPI orders that are unpaid for too long">
          {orders.map(({ id, name, phone, createdAt, due }) => (
            <li key={id} className="flex items-center gap-x-3 py-1">
              <Tick form={LATE} value={id} label={`Select unpaid order #${id}`} />
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
        <Permitted to="orders:write">
          <div className="py-2">
            <CancelButton
              name="ids"
              kind="outline"
              size="md"
              idsOf={() => tickedOf(LATE)}
              action={action}
              onDone={onOutcomes}
            >
              <Icon name="ban" />
              Cancel selected
            </CancelButton>
          </div>
        </Permitted>
      </Disclosure>
      {outcomes}
    </div>
  );
}
