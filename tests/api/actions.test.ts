// Who may use the server actions of the admin area, over HTTP: every action that the build has is sent an empty form.
import { expect, test } from "vitest";
import { actionsOf, send } from "./server-actions";
import { aBrowser, aCustomer } from "./shop";

test("a customer is refused by every action of the admin area, and a visitor is sent to the login, before a field is read", async () => {
  const actions = actionsOf("admin");
  expect(actions.length).toBeGreaterThan(20);
  const customer = await aBrowser(await aCustomer());
  for (const action of actions) {
    const [byCustomer, byVisitor] = [await send(action, customer), await send(action, "")];
    expect([action.name, /"code":"(\w+)"/.exec(byCustomer.text)?.[1]]).toEqual([action.name, "forbidden"]);
    expect([action.name, byVisitor.redirect]).toEqual([action.name, expect.stringMatching(/^\/login/)]);
  }
});
