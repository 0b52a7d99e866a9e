import type { OrderActions } from "@/components/admin/orders/order-screen";
import { loadWindows, moveToWindow, setStatus, updateOrder } from "./actions";
import { addPayment, addRefund, settlePayment } from "./payments/actions";

/** What can be done with one order, on its page and in its dialog. */
export const orderActions: OrderActions = {
  setStatus,
  update: updateOrder,
  moving: { move: moveToWindow, windows: loadWindows },
  payments: { add: addPayment, settle: settlePayment, refund: addRefund },
};
