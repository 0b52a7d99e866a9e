"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { Suspense, useState, useTransition } from "react";
import { PaymentTasks } from "@/components/admin/payments/tasks";
import { May } from "@/components/admin/permissions";
import { urlWithQuery } from "@/components/admin/urls";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { laterDialog } from "@/components/ui/later";
import { TableHead } from "@/components/ui/table";
import { TablePagination } from "@/components/ui/table-pagination";
import type { ActionState } from "@/lib/http/action-state";
import type { ListedOrder, OrderPage } from "@/lib/orders/admin-queries";
import type { OrderListQuery } from "@/lib/orders/schema";
import type { AdminOrder } from "@/lib/orders/serializers";
import type { PaymentTasks as Tasks } from "@/lib/payments/task-queries";
import { ordersText } from "./batch";
import { type BatchAction, BatchBar } from "./batch-bar";
import { OrderFilters } from "./filters";
import { NewOrderPoller } from "./new-order-poller";
import { OrderRow } from "./order-row";
import type { OrderActions } from "./order-screen";

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
  /** The windows of the day that the orders are filtered by. */
  windows: { from: string; to: string }[];
  newest: number;
  /** What of the payments waits for somebody; null for who may not see payments. */
  tasks: Tasks | null;
  /** The customer's name when only the orders of one customer are listed; null when there is none to show. */
  customer: string | null;
  actions: OrderActions & {
    setStatuses: BatchAction;
    slips: (form: FormData) => Promise<void>;
    load: (id: number) => Promise<ActionState<AdminOrder>>;
  };
};

const BATCH = "order-batch";

/** The orders with their filters, the actions on one or several orders, and the dialog with the details of one. */
export function Orders({ screen, orders, meta, query, windows, newest, tasks, customer, actions }: OrdersProps) {
  const router = useRouter();
  const [shown, setShown] = useState<number | null>(null);
  const [refreshing, startRefresh] = useTransition();
  const isTab = screen === "tab";
  const path = isTab ? "/admin" : "/admin/orders";
  const fixed = isTab ? { tab: "orders" } : {};

  return (
    <>
      <NewOrderPoller newest={newest} />
      <div className={`flex flex-wrap items-center gap-3 justify-between ${isTab ? "" : "mt-2"}`}>
        {isTab && <h2 className="text-d4">Order Management</h2>}
        <Link href={isTab ? "/admin/orders" : "/admin?tab=orders"} className="link tap ml-auto" prefetch={false}>
          {isTab ? "Admin orders" : "Order Management"}
        </Link>
        <May to="orders:write">
          <Link href="/admin/orders/new" className="btn btn-primary" prefetch={false}>
            <Icon name="plus" />
            New order
          </Link>
        </May>
        {!isTab && (
          <Button
            kind="outline"
            data-for="visitor customer admin"
            pending={refreshing}
            onClick={() => startRefresh(() => router.refresh())}
          >
            <Icon name="refresh-cw" />
            Refresh
          </Button>
        )}
      </div>
      {tasks && <PaymentTasks tasks={tasks} path={path} fixed={fixed} action={actions.setStatuses} />}
      <OrderFilters path={path} query={query} windows={windows} fixed={fixed} />
      {query.customer && (
        <Link
          className="chip mt-3 inline-flex items-center gap-1.5 max-w-full whitespace-normal"
          aria-current="true"
          href={urlWithQuery(path, { ...fixed, ...query, customer: undefined, page: undefined })}
          prefetch={false}
          scroll={false}
        >
          <span className="min-w-0 wrap-anywhere">Orders of {customer ?? `customer no. ${query.customer}`}</span>
          <Icon name="x" className="size-4 shrink-0" label="Show all" />
        </Link>
      )}
      {orders.length === 0 ? (
        <EmptyState title="No orders found" />
      ) : (
        <>
          <BatchBar
            key={JSON.stringify(query)}
            id={BATCH}
            orders={orders}
            action={actions.setStatuses}
            slips={actions.slips}
            complete={isTab}
          />
          <div className="border border-border bg-surface mt-3" aria-busy={refreshing}>
            <table className="table max-lg:block" aria-label="Orders">
              <TableHead
                className="max-lg:sr-only"
                columns={[
                  { head: "Select", hidden: true, column: "w-px" },
                  { head: "Order id" },
                  { head: "Placed" },
                  { head: "Status" },
                  { head: "Total", column: "r" },
                  { head: "Actions", column: "r pr-6" },
                ]}
              />
              <tbody className="max-lg:block max-lg:divide-y max-lg:divide-border">
                {orders.map((order) => (
                  <OrderRow
                    key={order.id}
                    order={order}
                    batch={BATCH}
                    complete={isTab}
                    action={actions.setStatus}
                    onDetails={setShown}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <TablePagination
        {...meta}
        hrefFor={(page) => urlWithQuery(path, { ...fixed, ...query, page })}
        summary={meta.more ? `More than ${meta.total} orders; the newest are listed` : ordersText(meta.total)}
      />
      <Suspense>
        {shown !== null && (
          <OrderDialog
            id={shown}
            load={actions.load}
            actions={actions}
            complete={isTab}
            onClose={() => setShown(null)}
          />
        )}
      </Suspense>
    </>
  );
}
