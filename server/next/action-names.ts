/*
 * The names of the actions of a build, from a file that Next.js writes for itself: a browser sends an action's id alone.
 * tests/api/log.test.ts fails when an upgrade changes the form of the file.
 */
import fs from "node:fs";
import path from "node:path";

/** Names by id, as app/**\/actions.ts exports them: "placeOrder". */
export function actionNames(buildFolder: string): Map<string, string> {
  const file = path.join(buildFolder, "server/server-reference-manifest.json");
  const { node }: { node: Record<string, { exportedName: string }> } = JSON.parse(fs.readFileSync(file, "utf8"));
  return new Map(Object.entries(node).map(([id, { exportedName }]) => [id, exportedName]));
}
