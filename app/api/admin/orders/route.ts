import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import * as orders from "@/lib/orders/operations";
import { adminOrderListResponse, adminOrderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders", {
  GET: endpoint(orders.listAllOrders, {
    id: "listAllOrders",
    summary: "Every order",
    description:
      "Newest first. search: order number, name, e-mail or phone; from and to: Asia/Kolkata days, inclusive. slotDate and slotFrom: a day of windows, or one window. payment=to_refund: orders for which more was received, less what was refunded, than they cost now; a cancelled one costs nothing.",
    answer: adminOrderListResponse,
  }),
  POST: endpoint(orders.takeOrder, {
    id: "takeOrder",
    summary: "Take an order",
    description:
      "For somebody who needs no account; its channel is counter. Without delivery it is handed over at once: Completed, paid by payment, and one bill or invoice for all its lines, also while the shop is paused. With delivery it is an order by telephone or in advance: Pending, by the rules of POST /orders. Customers are written to only at an e-mail address that is given here. `company` makes the invoice a GST invoice for a company, handed over or not, with the 422s of POST /orders.",
    example: {
      customer: { name: "Asha Rao", phone: "98200 00000", email: null },
      items: [{ productId: 1, quantity: 2 }],
      delivery: {
        recipientName: "Asha Rao",
        deliveryAddress: "12 Marine Drive, Mumbai 400002",
        phoneNumber: "98200 00000",
        pincode: "400002",
      },
      received: { method: "upi", amount: 200 },
    },
    status: 201,
    location: true,
    answer: adminOrderResponse,
    errors: {
      409: "As POST /orders; overpaid (due) for an advance above the total; or a key in use",
    },
    respond: (order) => new ApiResponse(order, { location: `/api/admin/orders/${order.id}` }),
  }),
});
