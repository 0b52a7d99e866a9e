import { headers } from "next/headers";
import { Orders } from "@/components/admin/orders/order-list";
import { may } from "@/lib/auth/actor";
import { recordView } from "@/lib/auth/audit-log";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { listOrderRows, listWorkRows } from "@/lib/orders/admin-queries";
import { orderListQuery } from "@/lib/orders/schema";
import { windowsToFilter } from "@/lib/orders/window-queries";
import { paymentTasks } from "@/lib/payments/task-queries";
import { customerName } from "@/lib/people/customer-queries";
import { requireStaff } from "../guard";
import { loadOrder, loadRows, setStatuses } from "../orders/actions";
import { orderActions } from "../orders/order-actions";
import type { TabProps } from "./tab-props";

const PAGE_SIZE = 25;

export async function OrdersTab({ search, screen = "tab" }: TabProps & { screen?: "tab" | "page" }) {
  const admin = await requireStaff("/admin", "orders:read");
  const { slotDate, slotFrom, ...filter } = orderListQuery.parse(search);
  if (filter.customer) {
    const about = { noun: "customers", nounId: filter.customer } as const;
    await recordView(admin, { ...about, text: `looked at the orders of customer no. ${filter.customer}` });
  }
  const windows = slotDate ? await windowsToFilter(admin, slotDate) : [];
  // A window that this day does not have is the default, as any unknown value: all windows.
  const query = { ...filter, slotDate, slotFrom: windows.find(({ from }) => from === slotFrom)?.from };
  const [{ items: orders, meta }, customer, tasks] = await Promise.all([
    (screen === "tab" ? listWorkRows : listOrderRows)(admin, { ...query, pageSize: PAGE_SIZE }),
    query.customer ? customerName(admin, query.customer) : null,
    may(admin, "payments:read") ? paymentTasks(admin, { all: search.tasks === "all" }) : null,
  ]);
  return (
    <Orders
      {...{ screen, orders, meta, query, windows, tasks, customer }}
      today={indiaDay(shopNow())}
      isAfterChange={(await headers()).has("next-action")}
      actions={{ ...orderActions, setStatuses, load: loadOrder, loadRows }}
    />
  );
}
