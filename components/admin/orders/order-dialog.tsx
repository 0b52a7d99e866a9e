"use client";

import { useEffect, useState } from "react";
import { FormDialog } from "@/components/forms/form-dialog";
import type { ActionState } from "@/lib/http/action-state";
import type { AdminOrder } from "@/lib/orders/serializers";
import { type OrderActions, OrderPapers, OrderScreen } from "./order-screen";

type OrderDialogProps = {
  id: number;
  load: (id: number) => Promise<ActionState<AdminOrder>>;
  actions: OrderActions;
  complete: boolean;
  onClose: () => void;
};

/** The details of an order, in a dialog over the list. */
export default function OrderDialog({ id, load, actions, complete, onClose }: OrderDialogProps) {
  const [order, setOrder] = useState<AdminOrder | "loading" | "none">("loading");
  // Incremented when a status was set here, which makes the loaded details outdated.
  const [changes, setChanges] = useState(0);

  useEffect(() => {
    let stale = false;
    load(id).then(
      (result) => !stale && setOrder(result.ok ? result.data : "none"),
      () => !stale && setOrder("none"),
    );
    return () => {
      stale = true;
    };
  }, [id, load, changes]);

  return (
    <FormDialog title={<span className="num">Order #{id}</span>} onClose={onClose}>
      {({ markSaved }) => (
        <>
          <div className="body">
            {typeof order === "string" ? (
              <p className="text-muted" role={order === "loading" ? "status" : "alert"}>
                {order === "loading" ? "Loading..." : "No details"}
              </p>
            ) : (
              <OrderScreen
                order={order}
                level="h3"
                actions={actions}
                complete={complete}
                onSet={() => setChanges((count) => count + 1)}
                onSaved={(saved, form) => {
                  markSaved(form);
                  setOrder(saved);
                }}
              />
            )}
          </div>
          <footer>
            <OrderPapers id={id} order={typeof order === "string" ? undefined : order} />
          </footer>
        </>
      )}
    </FormDialog>
  );
}
