/** Who is looking: the role, the name for the greeting, and how many units are in the cart. */
export type Viewer = { role: "visitor" | "customer" | "admin"; name?: string; count: number };

/** "Cart, 2 items": what the cart link is called. */
export function cartLabel(count: number): string {
  return count > 0 ? `Cart, ${count} ${count === 1 ? "item" : "items"}` : "Cart";
}

/** What the badge shows: nothing for an empty cart, at most "99+". */
export function badgeText(count: number): string {
  return count > 99 ? "99+" : count > 0 ? String(count) : "";
}

/** "Hello, Ananya" */
export function greeting(name: string | undefined): string {
  return name ? `Hello, ${name}` : "Hello";
}
