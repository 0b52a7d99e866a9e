/*
 * The paths of the running build's routes, where only Next.js is known: its configuration, which server/next/create-app.ts hands over in
 * a private variable, names the build's folder. There are none in development, where Next.js compiles routes as they are asked for.
 * tests/faults/traces.test.ts fails when an upgrade changes this.
 */
import path from "node:path";
import { routeTemplates } from "./route-templates";

/** Files of the build's routes with the addresses that they serve, as of `routeTemplates`. */
export function buildTemplates(): Map<string, string> {
  const config = process.env.__NEXT_PRIVATE_STANDALONE_CONFIG;
  if (!config) return new Map();
  const { distDir }: { distDir: string } = JSON.parse(config);
  return routeTemplates(path.resolve(/* turbopackIgnore: true */ process.cwd(), distDir));
}
