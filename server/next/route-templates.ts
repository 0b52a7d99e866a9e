/*
 * The templates of a build's addresses, from a file that Next.js writes for itself. The metrics count requests by them, because there is
 * no end of paths. tests/api/metrics.test.ts fails when an upgrade changes the form of the file.
 */
import fs from "node:fs";
import path from "node:path";

/** Files of a build's routes with the addresses that they serve: "/(shop)/products/[slug]/page" has "/products/[slug]". */
export function routeTemplates(buildFolder: string): Map<string, string> {
  const file = path.join(buildFolder, "app-path-routes-manifest.json");
  const routes: Record<string, string> = JSON.parse(fs.readFileSync(file, "utf8"));
  return new Map(Object.entries(routes));
}
