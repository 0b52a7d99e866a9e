/** Milliseconds after which a shop that has not answered is taken for a slow one. */
const PATIENCE_MS = 4_000;

/**
 * Whether the shop can be reached; if not, a page that is left loses what was typed into it. `navigator.onLine` does not tell: it is true
 * on a Wi-Fi that leads nowhere, and false on a computer that runs the shop itself without a network. A connection on which the answer
 * takes long works all the same.
 */
export const isShopThere = (): Promise<boolean> =>
  fetch("/api/live", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    ({ name }) => name === "TimeoutError",
  );
