/** The four tabs of /admin, in their order; the first is the default. */
export const tabs = ["dashboard", "products", "orders", "reports"] as const;
export type Tab = (typeof tabs)[number];

/** Query parameters as Next.js gives them to a page. */
export type Search = Record<string, string | string[] | undefined>;

/** The tab that an address names; an unknown one is the dashboard. */
export const tabOf = (word: unknown): Tab => tabs.find((tab) => tab === word) ?? "dashboard";

/** One value a parameter: the last one, as in a form. */
export const flat = (search: Search): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  );

type Values = Record<string, string | number | undefined>;

/** An address with those parameters that are not empty; page 1 is left out. */
export function address(path: string, values: Values): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== "" && !(name === "page" && value === 1)) query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The address of a tab of /admin. */
export const tabAddress = (tab: Tab, values: Values = {}) =>
  address("/admin", { tab: tab === "dashboard" ? undefined : tab, ...values });
