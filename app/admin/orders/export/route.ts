import { adminGet } from "@/app/admin/admin-response";
import { recordView } from "@/lib/auth/audit-log";
import { shopNow } from "@/lib/clock";
import { type CsvColumns, csvResponse, csvStream, momentCell } from "@/lib/csv";
import { indiaDay, indiaMoment } from "@/lib/dates";
import { type ExportedOrder, streamOrders } from "@/lib/orders/admin-queries";
import { orderExportQuery } from "@/lib/orders/schema";

const columns: CsvColumns<ExportedOrder> = [
  ["Order", ({ id }) => id],
  ["Placed (India)", ({ createdAt }) => momentCell(indiaMoment(createdAt))],
  ["Status", ({ status }) => status],
  ["Channel", ({ channel }) => channel],
  ["Total (rupees)", ({ total }) => total],
  ["Gift wrap", ({ giftWrap }) => (giftWrap ? "yes" : "no")],
  ["Items", ({ items }) => items],
  ["Customer", ({ customer }) => customer],
  ["Email", ({ email }) => email],
  ["Recipient", ({ recipient }) => recipient],
  ["Address", ({ address }) => address],
  ["Phone", ({ phone }) => phone],
  ["Notes", ({ notes }) => notes],
  ["Personal message", ({ message }) => message],
  ["Internal note", ({ internalNote }) => internalNote],
  ["Method", ({ fulfilment }) => fulfilment.method],
  ["Window day", ({ fulfilment: { slot } }) => slot && momentCell(slot.date)],
  ["Window", ({ fulfilment: { slot } }) => slot && `${slot.from}-${slot.to}`],
  ["Area", ({ fulfilment: { area } }) => area?.name ?? null],
  ["Pincode", ({ fulfilment }) => fulfilment.pincode],
  ["Delivery fee (rupees)", ({ fulfilment }) => fulfilment.fee],
  ["Payment method", ({ payment }) => payment.method],
  ["Payment", ({ payment }) => payment.state],
  ["Paid (rupees)", ({ payment }) => payment.paid],
  ["Due (rupees)", ({ payment }) => payment.due],
  ["Day", ({ day }) => day && momentCell(day)],
  ["From the plan", ({ planned }) => planned],
  ["Customer's phone", ({ customerPhone }) => customerPhone],
];

export const GET = adminGet(["orders:read"], orderExportQuery, async (admin, query) => {
  await recordView(admin, { noun: "orders", nounId: null, text: "exported orders" });
  return csvResponse(`orders-${indiaDay(shopNow())}.csv`, await csvStream(columns, streamOrders(admin, query)));
});
