import { adminResponse } from "@/app/admin/admin-response";
import type { Admin } from "@/lib/auth/actor";
import { csvLine, csvResponse } from "@/lib/csv";
import { formatShortDateTime, indiaDay } from "@/lib/dates";
import { parseQuery } from "@/lib/http/body";
import { streamOrders } from "@/lib/orders/export-queries";
import type { OrderFilter } from "@/lib/orders/filter-select";
import { orderExportQuery } from "@/lib/orders/schema";
import type { Fulfilment } from "@/lib/orders/view";
import type { OrderPayment } from "@/lib/payments/view";

const COLUMNS = [
  "Order",
  "Placed (India)",
  "Status",
  "Channel",
  "Total (rupees)",
  "Gift wrap",
  "Items",
  "Customer",
  "Email",
  "Recipient",
  "Address",
  "Phone",
  "Notes",
  "Personal message",
  "Internal note",
  "Method",
  "Window day",
  "Window",
  "Area",
  "Pincode",
  "Delivery fee (rupees)",
  "Payment method",
  "Payment",
  "Paid (rupees)",
  "Due (rupees)",
];

const fulfilmentCells = ({ method, slot, area, pincode, fee }: Fulfilment) => [
  method,
  slot?.date ?? null,
  slot && `${slot.from}-${slot.to}`,
  area?.name ?? null,
  pincode,
  fee,
];

const paymentCells = ({ method, state, paid, due }: OrderPayment) => [method, state, paid, due];

async function* lines(admin: Admin, filter: OrderFilter) {
  yield csvLine(COLUMNS);
  for await (const orders of streamOrders(admin, filter)) {
    yield orders
      .map((order) =>
        csvLine([
          order.id,
          formatShortDateTime(order.createdAt),
          order.status,
          order.channel,
          order.total,
          order.giftWrap ? "yes" : "no",
          order.items,
          order.customer,
          order.email,
          order.recipient,
          order.address,
          order.phone,
          order.notes,
          order.message,
          order.internalNote,
          ...fulfilmentCells(order.fulfilment),
          ...paymentCells(order.payment),
        ]),
      )
      .join("");
  }
}

/** The filtered orders as CSV. */
export const GET = (request: Request) =>
  adminResponse(request, async (admin) => {
    const query = parseQuery(orderExportQuery, new URL(request.url).searchParams);
    return csvResponse(`orders-${indiaDay()}.csv`, lines(admin, query));
  });
