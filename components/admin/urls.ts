import type { Route } from "next";
import type { Tab } from "./tab-list";

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

export const tabUrl = (tab: Tab["name"], params: QueryParams = {}) =>
  urlWithQuery("/admin", { tab: tab === "dashboard" ? undefined : tab, ...params });
