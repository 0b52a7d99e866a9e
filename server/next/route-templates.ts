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

/**
 * The same of the running build where only Next.js is known: its configuration, which create-app.ts hands over in a private variable, names
 * the build's folder. In development there are none. tests/faults/traces.test.ts fails when an upgrade changes this.
 */
export function runningTemplates(): Map<string, string> {
  const config = process.env.__NEXT_PRIVATE_STANDALONE_CONFIG;
  if (!config) return new Map();
  const { distDir }: { distDir: string } = JSON.parse(config);
  return routeTemplates(path.resolve(/* turbopackIgnore: true */ process.cwd(), distDir));
}
