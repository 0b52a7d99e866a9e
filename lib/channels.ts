/** Where an order came from: the shop's pages, the API, or the counter: what staff take, and POST /sweets/{id}/purchase. */
export const channels = ["web", "api", "counter"] as const;
export type OrderChannel = (typeof channels)[number];
