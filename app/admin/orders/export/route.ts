import { adminGet } from "@/app/admin/admin-response";
import { recordView } from "@/lib/audit/commands";
import { type CsvColumns, csvLine, csvLines, csvResponse } from "@/lib/csv";
import { formatShortDateTime, indiaDay } from "@/lib/dates";
import { type ExportedOrder, streamOrders } from "@/lib/orders/admin-queries";
import { orderExportQuery } from "@/lib/orders/schema";

const columns: CsvColumns<ExportedOrder> = [
  ["Order", ({ id }) => id],
  ["Placed (India)", ({ createdAt }) => formatShortDateTime(createdAt)],
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
  ["Window day", ({ fulfilment: { slot } }) => slot?.date ?? null],
  ["Window", ({ fulfilment: { slot } }) => slot && `${slot.from}-${slot.to}`],
  ["Area", ({ fulfilment: { area } }) => area?.name ?? null],
  ["Pincode", ({ fulfilment }) => fulfilment.pincode],
  ["Delivery fee (rupees)", ({ fulfilment }) => fulfilment.fee],
  ["Payment method", ({ payment }) => payment.method],
  ["Payment", ({ payment }) => payment.state],
  ["Paid (rupees)", ({ payment }) => payment.paid],
  ["Due (rupees)", ({ payment }) => payment.due],
  ["Day", ({ day }) => day],
  ["From the plan", ({ planned }) => planned],
  ["Customer's phone", ({ customerPhone }) => customerPhone],
];

type Batches = ReturnType<typeof streamOrders>;

async function* lines({ value: first = [] }: Awaited<ReturnType<Batches["next"]>>, rest: Batches) {
  yield csvLines(columns, first).join("");
  for await (const orders of rest)
    yield orders.map((order) => csvLine(columns.map(([, cell]) => cell(order)))).join("");
}

/** The filtered orders as CSV. */
export const GET = adminGet(["orders:read"], orderExportQuery, async (admin, query) => {
  await recordView(admin, { noun: "orders", nounId: null, text: "exported orders" });
  const batches = streamOrders(admin, query);
  // Before the file begins: what fails now is answered with a problem, and later only breaks the download off.
  const first = await batches.next();
  return csvResponse(`orders-${indiaDay(new Date())}.csv`, lines(first, batches));
});
