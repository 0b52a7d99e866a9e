import type { OrderActions } from "@/components/admin/orders/order-screen";
import {
  addPayment,
  addRefund,
  changeItems,
  loadItemChoices,
  loadWindows,
  moveToWindow,
  setStatus,
  settlePayment,
  updateOrder,
} from "./actions";

export const orderActions: OrderActions = {
  setStatus,
  update: updateOrder,
  changing: { change: changeItems, choices: loadItemChoices },
  moving: { move: moveToWindow, windows: loadWindows },
  payments: { add: addPayment, settle: settlePayment, refund: addRefund },
};
