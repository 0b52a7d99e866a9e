/*
 * What a request counts as in the metrics. There are as many labels as the build has routes, and three more: whoever asks for made-up
 * paths cannot make the metrics larger.
 */

import { RouteTree } from "./route-tree";

/** `group` is what latencies are measured by: requests of a group are served in the same way. */
export type RouteLabel = { route: string; group: "page" | "account" | "admin" | "api" | "file" | "other" };

const FILE: RouteLabel = { route: "static", group: "file" };
const MEDIA: RouteLabel = { route: "media", group: "file" };
/** What no route has, and what is refused before anybody looks for its route. */
export const OTHER: RouteLabel = { route: "other", group: "other" };
const UNKNOWN_API: RouteLabel = { route: "/api/*", group: "api" };
/** Its pages are at internal paths (lib/catalogue/listing.ts). */
const LISTING: RouteLabel = { route: "/products", group: "page" };

/** Finds the label of a path without its query. @param templates of the build's routes, from server/next/route-templates.ts */
export function routeLabels(templates: ReadonlyMap<string, string>): (path: string) => RouteLabel {
  const tree = new RouteTree<RouteLabel>();
  for (const [file, template] of templates) {
    if (/\[\.\.\.|^\/_/.test(template)) continue; // what is not there
    tree.add(template, labelOf(file, template));
  }
  return (path) => {
    if (path === "/products") return LISTING;
    if (path.startsWith("/_next/")) return FILE;
    if (path.startsWith("/media/")) return MEDIA;
    const found = tree.find(path);
    if (found) return found.value;
    if (path.startsWith("/api/")) return UNKNOWN_API;
    return /^\/(art\/.+|[^/]+\.[a-z0-9]+)$/.test(path) ? FILE : OTHER;
  };
}

function labelOf(file: string, template: string): RouteLabel {
  // As in the API's document and in the lines of its log.
  if (template.startsWith("/api/")) return { route: template.replace(/\[(\w+)\]/g, "{$1}"), group: "api" };
  if (file.startsWith("/(account)/")) return { route: template, group: "account" };
  if (/\.[a-z0-9]+$/.test(template)) return { route: template, group: "file" };
  return { route: template, group: template.startsWith("/admin") ? "admin" : "page" };
}
