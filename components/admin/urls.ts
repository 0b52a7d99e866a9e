import type { Route } from "next";

/** The tabs of /admin in their order; the first is the default. */
export const tabs = [
  { name: "dashboard", text: "Dashboard", icon: "layout-dashboard" },
  { name: "products", text: "Products", icon: "package" },
  { name: "orders", text: "Orders", icon: "scroll-text" },
  { name: "plans", text: "Plans", icon: "clipboard-list" },
  { name: "kitchen", text: "Kitchen", icon: "chef-hat" },
  { name: "reports", text: "Reports", icon: "chart-column" },
  { name: "settings", text: "Settings", icon: "settings" },
] as const;
type Tab = (typeof tabs)[number];

/** The tab of the query parameter `tab`; an unknown one is the dashboard. */
export const parseTab = (value: unknown): Tab => tabs.find(({ name }) => name === value) ?? tabs[0];

/** The query parameters of a page with one value each: the last one, as in a form. */
export const singleValues = (
  searchParams: Record<string, string | string[] | undefined>,
): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(searchParams).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  );

type QueryParams = Record<string, string | number | undefined>;

/** A URL with the query parameters that are not empty; page 1 is left out. */
export function urlWithQuery(path: string, params: QueryParams): Route {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== "" && !(name === "page" && value === 1)) query.set(name, String(value));
  }
  const text = query.toString();
  return (text ? `${path}?${text}` : path) as Route;
}

/** The URL of a tab of /admin. */
export const tabUrl = (tab: Tab["name"], params: QueryParams = {}) =>
  urlWithQuery("/admin", { tab: tab === "dashboard" ? undefined : tab, ...params });
