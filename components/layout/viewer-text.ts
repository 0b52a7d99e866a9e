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

/** Where the header has room for the greeting; on smaller screens it stands in the menu, so that a page has it once. */
export const WIDE = "(min-width: 80rem)";

/** "Hello, Ananya" for customers, where it is to stand; else nothing. */
export function greeting(viewer: Viewer | undefined, isHere = true): string {
  return isHere && viewer?.role === "customer" && viewer.name ? `Hello, ${viewer.name}` : "";
}
