"use client";

import { useEffect, useState } from "react";
import { FormDialog } from "@/components/forms/form-dialog";
import type { ActionState } from "@/lib/http/action-state";
import type { ShownOrder } from "@/lib/messages/order-whatsapp";
import { type OrderActions, OrderPapers, OrderScreen } from "./order-screen";

export type DialogActions = OrderActions & { load: (id: number) => Promise<ActionState<ShownOrder>> };

type OrderDialogProps = { id: number; actions: DialogActions; complete: boolean; today: string; onClose: () => void };

export default function OrderDialog({ id, onClose, ...screen }: OrderDialogProps) {
  const { load } = screen.actions;
  // Undefined until it is loaded, null when it cannot be.
  const [order, setOrder] = useState<ShownOrder | null>();
  // Incremented when a status was set here, which makes the loaded details outdated.
  const [changes, setChanges] = useState(0);

  useEffect(() => {
    let stale = false;
    load(id).then(
      (result) => !stale && setOrder(result.ok ? result.data : null),
      () => !stale && setOrder(null),
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
            {order === undefined && (
              <p className="text-muted" role="status">
                Loading...
              </p>
            )}
            {order === null && (
              <p className="text-muted" role="alert">
                No details
              </p>
            )}
            {order && (
              <OrderScreen
                {...screen}
                order={order}
                level="h3"
                onSet={() => setChanges((count) => count + 1)}
                onSaved={(saved, form) => {
                  if (form) markSaved(form);
                  setOrder(saved);
                }}
              />
            )}
          </div>
          <footer>
            <OrderPapers id={id} order={order ?? undefined} />
          </footer>
        </>
      )}
    </FormDialog>
  );
}
