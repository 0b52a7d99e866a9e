import { useEffect, useState } from "react";
import { toastFailure } from "@/components/admin/ui/toast-failure";
import type { ActionState } from "@/lib/http/action-state";
import type { ListedOrder } from "@/lib/orders/admin-queries";

type List = {
  orders: readonly ListedOrder[];
  /** Whether the page came anew after a change, and not because the list was asked for. */
  isAfterChange: boolean;
};

export type LoadRows = (ids: readonly number[]) => Promise<ActionState<ListedOrder[]>>;

const asAsked = ({ orders }: List) => ({ from: orders, rows: orders, moved: [] as number[] });

function renewed(rows: readonly ListedOrder[], fresh: readonly ListedOrder[]) {
  const byId = new Map(fresh.map((order) => [order.id, order]));
  return rows.map((order) => byId.get(order.id) ?? order);
}

/**
 * The rows of a list, which stay where they are, whatever becomes of their orders, until the list is asked for again. After a change they
 * show the fresh state; that of orders which would be on another page by now is loaded.
 */
export function useKeptRows(list: List, load: LoadRows) {
  const { orders, isAfterChange } = list;
  const [kept, setKept] = useState(() => asAsked(list));
  if (kept.from !== orders) {
    const here = new Set(orders.map(({ id }) => id));
    const moved = kept.rows.flatMap(({ id }) => (here.has(id) ? [] : [id]));
    setKept(isAfterChange ? { ...kept, from: orders, rows: renewed(kept.rows, orders), moved } : asAsked(list));
  }
  const { rows, moved } = kept;

  useEffect(() => {
    if (moved.length === 0) return;
    let isStale = false;
    load(moved).then((answer) => {
      if (isStale) return;
      if (answer.ok) setKept((now) => ({ ...now, rows: renewed(now.rows, answer.data) }));
      else toastFailure(answer.message, answer);
    });
    return () => {
      isStale = true;
    };
  }, [moved, load]);
  return rows;
}
