"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
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
import { OrderBatch, type StatusesAction } from "./order-batch";
import type { DialogActions } from "./order-dialog";
import { OrderTable } from "./order-table";
import { PaymentTaskList } from "./payment-task-list";
import { ordersText } from "./texts";
import { type LoadRows, useKeptRows } from "./use-kept-rows";

const OrderDialog = laterDialog(() => import("./order-dialog"));

/** The two screens of orders, and what each is for. */
const screens = {
  /** The Orders tab of /admin. */
  tab: {
    title: "Order Management",
    intro: "The work of the day: late orders first, then by window.",
    path: "/admin",
    fixed: { tab: "orders" },
    other: { text: "Admin orders", href: "/admin/orders" },
  },
  /** The page /admin/orders, which has Refresh and no Complete. */
  page: {
    title: "Admin orders",
    intro: "All orders, newest first.",
    path: "/admin/orders",
    fixed: {},
    other: { text: "Order Management", href: "/admin?tab=orders" },
  },
} as const;

type OrdersProps = {
  screen: keyof typeof screens;
  orders: ListedOrder[];
  /** True after a write: the rows keep their places. */
  isAfterChange: boolean;
  /** `more`: the search finds more than are listed. */
  meta: OrderPage["meta"] & { more: boolean };
  query: OrderListQuery;
  windows: { from: string; to: string }[];
  /** Today by the shop's clock. */
  today: string;
  /** What of the payments waits for somebody; null for who may not see payments. */
  tasks: PaymentTasks | null;
  /** The customer's name when only the orders of one customer are listed; null when there is none to show. */
  customer: string | null;
  actions: DialogActions & { setStatuses: StatusesAction; loadRows: LoadRows };
};

export function Orders({ screen, meta, query, windows, today, tasks, customer, actions, ...list }: OrdersProps) {
  const router = useRouter();
  const [shown, setShown] = useState<number | null>(null);
  const [refreshing, startRefresh] = useTransition();
  const rows = useKeptRows(list, actions.loadRows);
  const { title, intro, path, fixed, other } = screens[screen];
  const complete = screen === "tab";
  const Frame = complete ? Section : AdminPage;
  const refresh = () => startRefresh(() => router.refresh());
  const { page, ...filter } = query;

  return (
    <Frame
      title={title}
      beside={<p className="text-muted max-lg:text-sm">{intro}</p>}
      className=""
      actions={
        <>
          <AdminLink href={other.href}>{other.text}</AdminLink>
          <Permitted to="orders:write">
            <AdminLink href="/admin/orders/new" kind="primary">
              <Icon name="plus" />
              New order
            </AdminLink>
          </Permitted>
          {!complete && (
            <Button kind="outline" pending={refreshing} onClick={refresh}>
              <Icon name="refresh-cw" />
              Refresh
            </Button>
          )}
        </>
      }
    >
      <OrderFilters path={path} query={query} windows={windows} fixed={fixed} />
      {query.customer && (
        <FilterChip href={urlWithQuery(path, { ...fixed, ...filter, customer: undefined })}>
          Orders of {customer ?? `customer no. ${query.customer}`}
        </FilterChip>
      )}
      <div className="flex flex-wrap items-center gap-x-5 [&>ul]:order-1">
        {rows.length > 0 && (
          <OrderBatch key={JSON.stringify(query)} orders={rows} action={actions.setStatuses} {...{ complete, today }} />
        )}
        {tasks && <PaymentTaskList tasks={tasks} path={path} fixed={fixed} action={actions.setStatuses} />}
      </div>
      <div aria-busy={refreshing}>
        <OrderTable orders={rows} action={actions.setStatus} onDetails={setShown} {...{ complete, today }} />
      </div>
      <TablePagination
        {...meta}
        hrefFor={(page) => urlWithQuery(path, { ...fixed, ...query, page })}
        summary={
          <>
            <span>{meta.more ? `More than ${meta.total} orders; the newest are listed` : ordersText(meta.total)}</span>{" "}
            ·{" "}
            <a className="link tap" href={urlWithQuery("/admin/orders/export", filter)} download>
              Export CSV
            </a>
          </>
        }
      />
      {shown !== null && (
        <OrderDialog id={shown} actions={actions} onClose={() => setShown(null)} {...{ complete, today }} />
      )}
    </Frame>
  );
}

type OrderFiltersProps = Pick<OrdersProps, "query" | "windows"> & {
  path: "/admin" | "/admin/orders";
  fixed: { tab?: string };
};

/**
 * The filters of the orders, in one row. All but status and search are folded, so that the orders come first; the summary says how many are
 * set.
 */
export function OrderFilters({ path, query, windows, fixed }: OrderFiltersProps) {
  const { page, status, ...chosen } = query;
  const { search, customer, ...folded } = chosen;
  const { from, to, slotDate, slotFrom, payment } = folded;
  const setCount = Object.values(folded).filter((value) => value !== undefined).length;
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2">
      <div
        role="group"
        aria-label="Status filter"
        className="flex gap-2 overflow-x-auto max-lg:-mx-5 max-lg:px-5 max-lg:w-screen"
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
        search={{ label: "Search", hiddenLabel: true, placeholder: "Order number, name or phone", value: search }}
        className="grid grid-cols-[minmax(0,1fr)_auto] flex-1 basis-64 has-[[open]]:basis-full gap-3"
      >
        <details className="open:col-span-2">
          <summary className="btn btn-outline">Filters{setCount > 0 && ` (${setCount})`}</summary>
          <div className="grid xs:grid-cols-2 lg:flex flex-wrap gap-3 items-end pt-3">
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
          </div>
        </details>
      </Filters>
    </div>
  );
}
