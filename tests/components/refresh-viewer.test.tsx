import { afterEach, beforeEach, expect, test, vi } from "vitest";

const asked = vi.fn<typeof fetch>();
const answer = (viewer: object, status = 200) => asked.mockResolvedValueOnce(Response.json(viewer, { status }));

/** A page that was just loaded, with what the header goes by. */
async function load(hint: object) {
  vi.resetModules();
  const [{ refreshViewer }, viewer, { toasts }] = await Promise.all([
    import("@/components/layout/viewer-store"),
    import("@/components/layout/viewer-store"),
    import("@/components/ui/toast"),
  ]);
  viewer.setViewer({ role: "visitor", count: 0, ...hint });
  const messages = () => toasts.list().map(({ type, message }) => [type, message]);
  return { check: refreshViewer, ...viewer, messages };
}

beforeEach(() => {
  vi.stubGlobal("fetch", asked.mockReset());
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const customer = { role: "customer", name: "Asha", count: 3 };

test("a session that ended makes a visitor of the header", async () => {
  const page = await load(customer);
  answer({ role: "visitor", count: 0 });
  await page.check();
  expect(page.readViewer()).toEqual({ role: "visitor", name: undefined, count: 0 });
});

test("visitors are not asked for, and nobody more often than every ten seconds", async () => {
  await (await load({})).check();
  expect(asked).not.toHaveBeenCalled();
  const page = await load(customer);
  asked.mockImplementation(async () => Response.json(customer));
  await page.check();
  vi.advanceTimersByTime(9_000);
  await page.check();
  expect(asked).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  await page.check();
  expect(asked).toHaveBeenCalledTimes(2);
});

test("an answer that a login has overtaken changes nothing, nor does a count that was just clicked", async () => {
  const page = await load(customer);
  asked.mockImplementationOnce(async () => {
    page.setViewer({ role: "admin", name: "Meera", count: 0 });
    return Response.json({ role: "visitor", count: 0 });
  });
  await page.check();
  expect(page.readViewer()).toMatchObject({ role: "admin" });
  const other = await load(customer);
  answer({ ...customer, count: 2 });
  await other.check();
  expect(other.readViewer()).toMatchObject(customer);
});

test("a server that cannot say is named once for each outage; a lost connection is not", async () => {
  const page = await load(customer);
  const check = async () => {
    vi.advanceTimersByTime(20_000);
    await page.check();
  };
  asked.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await check();
  expect(page.messages()).toEqual([]);
  for (const _ of [1, 2]) {
    answer({}, 503);
    await check();
  }
  const failed = ["error", "Failed to get current user"];
  expect(page.messages()).toEqual([failed]);
  answer(customer);
  await check();
  answer({}, 500);
  await check();
  expect(page.messages()).toEqual([failed, failed]);
  expect(page.readViewer()).toMatchObject(customer);
});
