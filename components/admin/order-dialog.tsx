"use client";

import type { Route } from "next";
import Link from "next/link";
import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import type { ActionResult } from "@/lib/action";
import type { AdminOrder } from "@/lib/orders/view";
import { OrderDetails } from "./order-details";
import { OrderForms } from "./order-forms";
import type { FormAction } from "./use-form-action";

type OrderDialogProps = {
  id: number;
  load: (id: number) => Promise<ActionResult<AdminOrder>>;
  correct: FormAction<AdminOrder>;
  onClose: () => void;
};

/** One order's details over the list. */
export default function OrderDialog({ id, load, correct, onClose }: OrderDialogProps) {
  const [order, setOrder] = useState<AdminOrder | "loading" | "none">("loading");

  useEffect(() => {
    let stale = false;
    load(id).then(
      (result) => !stale && setOrder(result.ok ? result.data : "none"),
      () => !stale && setOrder("none"),
    );
    return () => {
      stale = true;
    };
  }, [id, load]);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<span className="num">Order #{id}</span>}
      className="dense"
    >
      <div className="body">
        {order === "loading" ? (
          <p className="text-muted" role="status">
            Loading...
          </p>
        ) : order === "none" ? (
          <p className="text-muted" role="alert">
            No details
          </p>
        ) : (
          <>
            <OrderDetails order={order} level="h3" />
            <OrderForms order={order} action={correct} onSaved={setOrder} />
          </>
        )}
      </div>
      <footer>
        <Link className="btn btn-outline" href={`/admin/orders/${id}/slip` as Route} prefetch={false}>
          <Icon name="printer" />
          Packing slip
        </Link>
      </footer>
    </Dialog>
  );
}
