/** An order is invoiced when it first gets one of these. */
const invoicedWith: readonly string[] = ["Shipped", "Completed"];

/** Whether an order with these statuses in its history has an invoice. One that was completed before there were invoices has none. */
export const isInvoiced = (statuses: readonly string[]): boolean =>
  statuses.some((status) => invoicedWith.includes(status));
