"use client";

import { useRouter } from "next/navigation";
import { Suspense, useState, useTransition } from "react";
import { paymentStateNames } from "@/components/admin/payments/payment-state";
import { Permitted } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { FilterChip, FilterDate, FilterSelect, Filters } from "@/components/admin/ui/filters";
import { AdminPage, Section } from "@/components/admin/ui/page";
import { urlWithQuery } from "@/components/admin/urls";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { laterDialog } from "@/components/ui/later";
import { LinkButton } from "@/components/ui/link-button";
import { TablePagination } from "@/components/ui/table-pagination";
import { statuses } from "@/db/constants/orders";
import { orderPaymentStates } from "@/db/constants/payments";
import { windowText } from "@/lib/delivery/texts";
import type { ListedOrder, OrderPage } from "@/lib/orders/admin-queries";
import type { OrderListQuery } from "@/lib/orders/schema";
import type { PaymentTasks } from "@/lib/payments/task-queries";
import { NewOrderPoller } from "./new-order-poller";
import type { DialogActions } from "./order-dialog";
import { OrderBatch, type StatusesAction } from "./order-status";
import { OrderTable } from "./order-table";
import { PaymentTaskList } from "./payment-task-list";
import { ordersText } from "./texts";

const OrderDialog = laterDialog(
  () => import("./order-dialog"),
  ({ onClose }) => onClose(),
);

type OrdersProps = {
  /** The Orders tab of /admin, or the page /admin/orders, which has Refresh and no Complete. */
  screen: "tab" | "page";
  orders: ListedOrder[];
  /** `more`: the search finds more than are listed. */
  meta: OrderPage["meta"] & { more: boolean };
  query: OrderListQuery;
  windows: { from: string; to: string }[];
  newest: number;
  /** What of the payments waits for somebody; null for who may not see payments. */
  tasks: PaymentTasks | null;
  /** The customer's name when only the orders of one customer are listed; null when there is none to show. */
  customer: string | null;
  actions: DialogActions & { setStatuses: StatusesAction };
};

export function Orders({ screen, orders, meta, query, windows, newest, tasks, customer, actions }: OrdersProps) {
  const router = useRouter();
  const [shown, setShown] = useState<number | null>(null);
  const [refreshing, startRefresh] = useTransition();
  const isTab = screen === "tab";
  const path = isTab ? "/admin" : "/admin/orders";
  const fixed = isTab ? { tab: "orders" } : {};
  const Frame = isTab ? Section : AdminPage;

  return (
    <Frame
      title={isTab ? "Order Management" : "Admin orders"}
      className=""
      actions={
        <>
          <AdminLink href={isTab ? "/admin/orders" : "/admin?tab=orders"}>
            {isTab ? "Admin orders" : "Order Management"}
          </AdminLink>
          <Permitted to="orders:write">
            <AdminLink href="/admin/orders/new" kind="primary">
              <Icon name="plus" />
              New order
            </AdminLink>
          </Permitted>
          {!isTab && (
            <Button kind="outline" pending={refreshing} onClick={() => startRefresh(() => router.refresh())}>
              <Icon name="refresh-cw" />
              Refresh
            </Button>
          )}
        </>
      }
    >
      <NewOrderPoller newest={newest} />
      {tasks && <PaymentTaskList tasks={tasks} path={path} fixed={fixed} action={actions.setStatuses} />}
      <OrderFilters path={path} query={query} windows={windows} fixed={fixed} />
      {query.customer && (
        <FilterChip href={urlWithQuery(path, { ...fixed, ...query, customer: undefined, page: undefined })}>
          Orders of {customer ?? `customer no. ${query.customer}`}
        </FilterChip>
      )}
      {orders.length > 0 && (
        <OrderBatch key={JSON.stringify(query)} orders={orders} action={actions.setStatuses} complete={isTab} />
      )}
      <div aria-busy={refreshing}>
        <OrderTable orders={orders} complete={isTab} action={actions.setStatus} onDetails={setShown} />
      </div>
      <TablePagination
        {...meta}
        hrefFor={(page) => urlWithQuery(path, { ...fixed, ...query, page })}
        summary={meta.more ? `More than ${meta.total} orders; the newest are listed` : ordersText(meta.total)}
      />
      <Suspense>
        {shown !== null && <OrderDialog id={shown} actions={actions} complete={isTab} onClose={() => setShown(null)} />}
      </Suspense>
    </Frame>
  );
}

type OrderFiltersProps = Pick<OrdersProps, "query" | "windows"> & {
  path: "/admin" | "/admin/orders";
  fixed: { tab?: string };
};

/**
 * The filters of the orders. On narrow screens all but the search are folded, so that the orders come first; the summary says how many are
 * set.
 */
export function OrderFilters({ path, query, windows, fixed }: OrderFiltersProps) {
  const { page, status, ...chosen } = query;
  const { search, customer, ...folded } = chosen;
  const { from, to, slotDate, slotFrom, payment } = folded;
  const setCount = Object.values(folded).filter((value) => value !== undefined).length;
  return (
    <>
      <div
        role="group"
        aria-label="Status filter"
        className="flex gap-2 overflow-x-auto -mx-5 px-5 lg:mx-0 lg:px-0 pb-1"
      >
        {["All", ...statuses].map((choice) => (
          <LinkButton
            key={choice}
            href={urlWithQuery(path, { ...fixed, ...chosen, status: choice === "All" ? "" : choice })}
            scroll={false}
            className="chip"
            aria-pressed={choice === (status ?? "All")}
          >
            {choice}
          </LinkButton>
        ))}
      </div>
      <Filters
        path={path}
        fixed={{ ...fixed, customer, status }}
        search={{ label: "Search", placeholder: "Order number, name or phone", value: search }}
        className="flex max-lg:flex-wrap gap-3 items-end"
      >
        <details className="filters basis-full">
          <summary className="btn btn-outline">Filters{setCount > 0 && ` (${setCount})`}</summary>
          <div className="filters-fields max-lg:grid xs:max-lg:grid-cols-2 gap-3 items-end pt-3">
            <FilterDate label="From" name="from" value={from} max={to} />
            <FilterDate label="To" name="to" value={to} min={from} />
            <FilterDate label="Window day" name="slotDate" value={slotDate} />
            {/* Which windows there are is known once a day has been chosen. */}
            <FilterSelect
              label="Window"
              name="slotFrom"
              value={slotFrom}
              options={[["", "All windows"], ...windows.map((window) => [window.from, windowText(window)] as const)]}
              disabled={windows.length === 0}
              className="num"
            />
            <FilterSelect
              label="Payment"
              name="payment"
              value={payment}
              options={[
                ["", "All payments"],
                ...orderPaymentStates.map((state) => [state, paymentStateNames[state]] as const),
                ["to_refund", "To refund"],
              ]}
              className="xs:col-span-2"
            />
            <Button kind="outline" type="submit">
              Apply
            </Button>
            <a className="btn btn-outline" href={urlWithQuery("/admin/orders/export", { status, ...chosen })} download>
              Export CSV
            </a>
          </div>
        </details>
      </Filters>
    </>
  );
}
