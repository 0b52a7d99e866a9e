/** What follows from cancelling, in the dialog and on the page that ask before it. */
export const CANCEL_CONSEQUENCES = "Customers see it at once. What has not been shipped goes back in stock.";

export const cancelTexts = (ids: readonly (number | string)[]) =>
  ids.length === 1
    ? { question: `Cancel order #${ids[0]}?`, yes: "Cancel order", no: "Keep order" }
    : { question: `Cancel ${ids.length} orders?`, yes: "Cancel orders", no: "Keep orders" };
