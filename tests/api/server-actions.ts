// The server actions of the build, as a browser calls them.
import fs from "node:fs";
import path from "node:path";
import { isBuild } from "@/server/earlier-builds";
import { base, unique } from "./shop";

type Actions = Record<string, { filename: string; exportedName: string; workers: Record<string, unknown> }>;

/** The actions of a folder of app/, of the newest build, which is the one that is served. */
export function actionsOf(folder: string) {
  const root = path.resolve(import.meta.dirname, "../..");
  const isWhole = (name: string) => isBuild(name) && fs.existsSync(path.join(root, name, "BUILD_ID"));
  const builds = fs.readdirSync(root).filter(isWhole);
  const age = (name: string) => fs.statSync(path.join(root, name, "BUILD_ID")).mtimeMs;
  const newest = builds.sort((a, b) => age(b) - age(a))[0] ?? ".next";
  const manifest = fs.readFileSync(path.join(root, newest, "server/server-reference-manifest.json"), "utf8");
  return Object.entries((JSON.parse(manifest) as { node: Actions }).node)
    .filter(([, { filename }]) => filename.startsWith(`app/${folder}/`))
    .map(([id, { exportedName, workers }]) => ({ id, name: exportedName, page: Object.keys(workers)[0] ?? "" }));
}

/** What an action answers to a form with one field that no schema takes, as a browser with JavaScript sends it. */
export async function send({ id, page }: ReturnType<typeof actionsOf>[number], cookie: string, more = {}) {
  const body = new FormData();
  body.set("1_id", unique("not an id "));
  body.set("0", JSON.stringify([null, "$K1"]));
  const at = `/${page
    .replace(/^app\/(.*)\/page$/, "$1")
    .replace(/\([^)]*\)\//g, "")
    .replaceAll("[id]", "1")}`;
  const headers = { "next-action": id, origin: base, cookie, ...more };
  const answer = await fetch(base + at, { method: "POST", body, headers, redirect: "manual" });
  return { text: await answer.text(), redirect: answer.headers.get("x-action-redirect") ?? "" };
}
