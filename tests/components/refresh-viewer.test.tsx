import { afterEach, beforeEach, expect, test, vi } from "vitest";

const fetched = vi.fn<typeof fetch>();
const respondWith = (viewer: object, status = 200) => fetched.mockResolvedValueOnce(Response.json(viewer, { status }));

/** The modules of a page that was just loaded, with this hint. */
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
  vi.stubGlobal("fetch", fetched.mockReset());
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const customer = { role: "customer", name: "Asha", count: 3 };

test("an ended session makes the viewer a visitor", async () => {
  const page = await load(customer);
  respondWith({ role: "visitor", count: 0 });
  await page.check();
  expect(page.readViewer()).toEqual({ role: "visitor", name: undefined, count: 0 });
});

test("visitors are not requested, and nobody more often than every ten seconds", async () => {
  await (await load({})).check();
  expect(fetched).not.toHaveBeenCalled();
  const page = await load(customer);
  fetched.mockImplementation(async () => Response.json(customer));
  await page.check();
  vi.advanceTimersByTime(9_000);
  await page.check();
  expect(fetched).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  await page.check();
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("a response that is older than a login changes nothing, nor does its count", async () => {
  const page = await load(customer);
  fetched.mockImplementationOnce(async () => {
    page.setViewer({ role: "admin", name: "Meera", count: 0 });
    return Response.json({ role: "visitor", count: 0 });
  });
  await page.check();
  expect(page.readViewer()).toMatchObject({ role: "admin" });
  const other = await load(customer);
  respondWith({ ...customer, count: 2 });
  await other.check();
  expect(other.readViewer()).toMatchObject(customer);
});

test("a failing server is reported once for each outage; a lost connection is not", async () => {
  const page = await load(customer);
  const check = async () => {
    vi.advanceTimersByTime(20_000);
    await page.check();
  };
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await check();
  expect(page.messages()).toEqual([]);
  for (const _ of [1, 2]) {
    respondWith({}, 503);
    await check();
  }
  const failed = ["error", "Failed to get current user"];
  expect(page.messages()).toEqual([failed]);
  respondWith(customer);
  await check();
  respondWith({}, 500);
  await check();
  expect(page.messages()).toEqual([failed, failed]);
  expect(page.readViewer()).toMatchObject(customer);
});
