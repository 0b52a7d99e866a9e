"use client";

import { Permitted } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Tick, tickedOf } from "@/components/admin/ui/batch-bar";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { Section } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { urlWithQuery } from "@/components/admin/urls";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import { countOf } from "@/lib/count";
import { formatShortDateTime } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { PaymentTasks } from "@/lib/payments/task-queries";
import { phoneHref } from "@/lib/telephone";
import { CancelButton } from "./cancel-button";
import { type StatusesAction, useOutcomes } from "./order-batch";
import { ordersText } from "./texts";

/** `path`, `fixed`: the page that shows them, with its query parameters. */
type PaymentTaskListProps = { tasks: PaymentTasks; path: string; fixed: { tab?: string }; action: StatusesAction };

/** What of the payments waits, in one line that unfolds. */
export function PaymentTaskList({ tasks, path, fixed, action }: PaymentTaskListProps) {
  const { counts, late, toRefund } = tasks;
  const { claimed } = counts;
  const toCheck = `${countOf(claimed, "UPI payment")} to check`;
  const waiting = [
    claimed > 0 && toCheck,
    counts.late > 0 && countOf(counts.late, "unpaid UPI order"),
    counts.toRefund > 0 && `${counts.toRefund} to refund`,
  ].filter(Boolean);
  if (waiting.length === 0) return null;
  const listUrl = (params: Record<string, string>) => urlWithQuery(path, { ...fixed, ...params });
  const more = listUrl({ tasks: "all" });
  return (
    <section aria-label="Payments to look after" className="ml-auto max-lg:w-full has-[[open]]:w-full">
      <Disclosure summary={waiting.join(" · ")}>
        <Panel className="grid grid-cols-1 gap-3 p-4 mb-3">
          {claimed > 0 && (
            <p>
              <AdminLink href={listUrl({ payment: "claimed" })} className="num">
                {toCheck}
              </AdminLink>
            </p>
          )}
          {counts.late > 0 && <LateOrders orders={late} count={counts.late} more={more} action={action} />}
          {counts.toRefund > 0 && (
            <Section level="h3" className="" title={`${ordersText(counts.toRefund)} to refund`}>
              <ul>
                {toRefund.map(({ id, name, left, hasFailed }) => (
                  <li key={id} className="flex flex-wrap items-center gap-x-3 min-h-11">
                    <OrderLink id={id} />
                    <span className="min-w-0 wrap-anywhere">{name}</span>
                    {hasFailed && <Badge tone="danger">Refund failed</Badge>}
                    <b className="num ml-auto">{formatRupees(left)}</b>
                  </li>
                ))}
              </ul>
              <Rest listed={toRefund.length} count={counts.toRefund} href={more} />
            </Section>
          )}
        </Panel>
      </Disclosure>
    </section>
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
  const { outcomes, onOutcomes } = useOutcomes(LATE, "cancelled", action);
  return (
    <Section level="h3" className="" title={`${ordersText(count)} to be paid by UPI, unpaid for too long`}>
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
        <div>
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
      {outcomes}
    </Section>
  );
}
