"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { Suspense, useState, useTransition } from "react";
import { May } from "@/components/admin/permissions";
import { FilterChip } from "@/components/admin/ui/filters";
import { AdminPage, Section } from "@/components/admin/ui/page";
import { urlWithQuery } from "@/components/admin/urls";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { laterDialog } from "@/components/ui/later";
import { TablePagination } from "@/components/ui/table-pagination";
import type { ActionState } from "@/lib/http/action-state";
import type { ListedOrder, OrderPage } from "@/lib/orders/admin-queries";
import type { OrderListQuery } from "@/lib/orders/schema";
import type { AdminOrder } from "@/lib/orders/serializers";
import type { PaymentTasks } from "@/lib/payments/task-queries";
import { ordersText } from "./batch";
import { OrderFilters } from "./filters";
import { NewOrderPoller } from "./new-order-poller";
import { OrderBatch, type StatusesAction } from "./order-batch";
import type { OrderActions } from "./order-screen";
import { OrderTable } from "./order-table";
import { PaymentTaskList } from "./payment-task-list";

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
  tasks: PaymentTasks | null;
  /** The customer's name when only the orders of one customer are listed; null when there is none to show. */
  customer: string | null;
  actions: OrderActions & {
    setStatuses: StatusesAction;
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
  const Frame = isTab ? Section : AdminPage;

  return (
    <Frame
      title={isTab ? "Order Management" : "Admin orders"}
      className=""
      actions={
        <>
          <Link href={isTab ? "/admin/orders" : "/admin?tab=orders"} className="link tap" prefetch={false}>
            {isTab ? "Admin orders" : "Order Management"}
          </Link>
          <May to="orders:write">
            <Link href="/admin/orders/new" className="btn btn-primary" prefetch={false}>
              <Icon name="plus" />
              New order
            </Link>
          </May>
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
        <OrderBatch
          key={JSON.stringify(query)}
          id={BATCH}
          orders={orders}
          action={actions.setStatuses}
          complete={isTab}
        />
      )}
      <div aria-busy={refreshing}>
        <OrderTable orders={orders} batch={BATCH} complete={isTab} action={actions.setStatus} onDetails={setShown} />
      </div>
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
    </Frame>
  );
}
