import { Orders } from "@/components/admin/orders/order-list";
import { customerName } from "@/lib/accounts/customer-queries";
import type { Admin } from "@/lib/auth/actor";
import { listOrderRows, newOrders } from "@/lib/orders/admin-queries";
import { orderListQuery } from "@/lib/orders/schema";
import { windowsToFilter } from "@/lib/orders/window-queries";
import { paymentTasks } from "@/lib/payments/task-queries";
import {
  loadOrder,
  loadWindows,
  moveToWindow,
  openSlips,
  setStatus,
  setStatuses,
  updateOrder,
} from "../orders/actions";
import { addPayment, addRefund, settlePayment } from "../orders/payments/actions";

const PAGE_SIZE = 10;

type TabProps = { admin: Admin; search: Record<string, string | undefined> };

/** The orders with their actions, for the Orders tab and for /admin/orders. */
export async function OrdersList({ admin, search, screen }: TabProps & { screen: "tab" | "page" }) {
  const { slotDate, slotFrom, ...filter } = orderListQuery.parse(search);
  const windows = slotDate ? await windowsToFilter(admin, slotDate) : [];
  // A window that this day does not have is the default, as any unknown value: all windows.
  const query = { ...filter, slotDate, slotFrom: windows.find(({ from }) => from === slotFrom)?.from };
  const [{ items, meta }, { newest }, customer, tasks] = await Promise.all([
    listOrderRows(admin, { ...query, pageSize: PAGE_SIZE }),
    newOrders(admin),
    query.customer ? customerName(admin, query.customer) : null,
    paymentTasks(admin, { all: search.tasks === "all" }),
  ]);
  return (
    <Orders
      screen={screen}
      orders={items}
      meta={meta}
      query={query}
      windows={windows}
      newest={newest}
      tasks={tasks}
      customer={customer}
      actions={{
        setStatus,
        setStatuses,
        slips: openSlips,
        update: updateOrder,
        moving: { move: moveToWindow, windows: loadWindows },
        payments: { add: addPayment, settle: settlePayment, refund: addRefund },
        load: loadOrder,
      }}
    />
  );
}

export const OrdersTab = (props: TabProps) => <OrdersList {...props} screen="tab" />;
