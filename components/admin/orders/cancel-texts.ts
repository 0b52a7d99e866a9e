/** What cancelling does, for the dialog and the page that ask for confirmation. */
export const CANCEL_CONSEQUENCES = "Customers see it at once. What has not been shipped goes back in stock.";

export const cancelTexts = (ids: readonly (number | string)[]) =>
  ids.length === 1
    ? { title: `Cancel order #${ids[0]}?`, confirm: "Cancel order", dismiss: "Keep order" }
    : { title: `Cancel ${ids.length} orders?`, confirm: "Cancel orders", dismiss: "Keep orders" };
