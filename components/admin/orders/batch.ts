/** "1 order", "2 orders" */
export const ordersText = (count: number) => `${count} ${count === 1 ? "order" : "orders"}`;
