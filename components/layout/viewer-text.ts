/** Who is looking: the role, the name for the greeting, and how many packs are in the cart. */
export type Viewer = { role: "visitor" | "customer" | "admin"; name?: string; count: number };

/** The cart link's accessible name: "Cart, 2 items". */
export function cartLabel(count: number): string {
  return count > 0 ? `Cart, ${count} ${count === 1 ? "item" : "items"}` : "Cart";
}

export function badgeText(count: number): string {
  return count > 99 ? "99+" : count > 0 ? String(count) : "";
}

/** Screens whose header has room for the greeting. On smaller ones it is in the menu, so that it appears once. */
export const WIDE = "(min-width: 80rem)";

/** "Hello, Ananya" for customers, in the one place where it is visible; otherwise nothing. */
export function greeting(viewer: Viewer | undefined, isVisible = true): string {
  return isVisible && viewer?.role === "customer" && viewer.name ? `Hello, ${viewer.name}` : "";
}
