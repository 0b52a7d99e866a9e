// Who may use the server actions of the admin area, over HTTP: every action that the build has is sent an empty form.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { aBrowser, aCustomer, base, unique } from "./shop";

type Actions = Record<string, { filename: string; exportedName: string; workers: Record<string, unknown> }>;

/** The actions of the newest build, which is the one that is served. */
function adminActions() {
  const root = path.resolve(import.meta.dirname, "../..");
  const builds = fs.readdirSync(root).filter((name) => /^\.next-[0-9a-f]{12}$/.test(name));
  const age = (name: string) => fs.statSync(path.join(root, name, "BUILD_ID")).mtimeMs;
  const newest = builds.sort((a, b) => age(b) - age(a))[0] ?? ".next";
  const manifest = fs.readFileSync(path.join(root, newest, "server/server-reference-manifest.json"), "utf8");
  return Object.entries((JSON.parse(manifest) as { node: Actions }).node)
    .filter(([, { filename }]) => filename.startsWith("app/admin/"))
    .map(([id, { exportedName, workers }]) => ({ id, name: exportedName, page: Object.keys(workers)[0] ?? "" }));
}

/** The one that is a form's action itself, and so gets no state of before. */
const WITHOUT_STATE = "openSlips";

/** What an action answers to a form with one field that no schema takes, as a browser with JavaScript sends it. */
async function send({ id, name, page }: { id: string; name: string; page: string }, cookie: string) {
  const body = new FormData();
  body.set("1_id", unique("not an id "));
  body.set("0", JSON.stringify(name === WITHOUT_STATE ? ["$K1"] : [null, "$K1"]));
  const at = `/${page.replace(/^app\/(.*)\/page$/, "$1").replaceAll("[id]", "1")}`;
  const headers = { "next-action": id, origin: base, cookie };
  const answer = await fetch(base + at, { method: "POST", body, headers, redirect: "manual" });
  return { text: await answer.text(), redirect: answer.headers.get("x-action-redirect") ?? "" };
}

test("a customer is refused by every action of the admin area, and a visitor is sent to the login, before a field is read", async () => {
  const actions = adminActions();
  expect(actions.length).toBeGreaterThan(20);
  const customer = await aBrowser(await aCustomer());
  for (const action of actions) {
    const [byCustomer, byVisitor] = [await send(action, customer), await send(action, "")];
    // Leads to the slips, whose page asks for the login.
    if (action.name === WITHOUT_STATE) {
      expect(byCustomer.redirect).toMatch(/^\/admin\/orders\/slips/);
      continue;
    }
    expect([action.name, /"code":"(\w+)"/.exec(byCustomer.text)?.[1]]).toEqual([action.name, "forbidden"]);
    expect([action.name, byVisitor.redirect]).toEqual([action.name, expect.stringMatching(/^\/login/)]);
  }
});
