// Code that is loaded when it is first shown, and does not come.
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Component, type ComponentType, type ReactNode, Suspense, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useCommonPassword } from "@/components/account/account-form";
import { CartDrawerIsland } from "@/components/cart/cart-drawer-island";
import { useRetry } from "@/components/layout/unexpected-error";
import { later, laterDialog } from "@/components/ui/later";
import { PasswordField } from "@/components/ui/password-field";
import { button, fill, lost, press, toastTexts } from "./forms";

vi.mock("next/navigation", () => ({ usePathname: () => "/products" }));
const lostCode = vi.hoisted(() => () => {
  throw new Error("Failed to load chunk");
});
vi.mock("@/components/cart/cart-drawer", lostCode);
vi.mock("@/lib/people/common-passwords.json", lostCode);

type Props = { name: string; onClose: () => void };
const Hello = ({ name }: Props) => <p>Hello {name}</p>;

/** Code that comes only while `isThere`. */
const code = { isThere: true, asked: 0 };
const load = async (): Promise<{ default: ComponentType<Props> }> => {
  code.asked += 1;
  if (!code.isThere) throw Object.assign(new Error("Failed to load chunk"), { name: "ChunkLoadError" });
  return { default: Hello };
};
beforeEach(() => void Object.assign(code, { isThere: true, asked: 0 }));

/** A page with a field, and a button that shows what is loaded then. */
function Page({ Part }: { Part: ComponentType<Props> }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <input aria-label="Note" />
      <button type="button" onClick={() => setIsShown(true)}>
        Show
      </button>
      <Suspense>{isShown && <Part name="Asha" onClose={() => setIsShown(false)} />}</Suspense>
    </>
  );
}

test("what cannot be loaded says so in its place, and comes by 'Try again'; the page stays", async () => {
  code.isThere = false;
  render(<Page Part={later(load)} />);
  await press("Show");
  expect(await screen.findByRole("status")).toHaveTextContent("This could not be loaded. Try again");
  expect(screen.getByLabelText("Note")).toBeVisible();
  await press("Try again");
  await waitFor(() => expect(code.asked).toBe(2));
  await waitFor(() => expect(screen.getByRole("status")).toBeVisible());
  code.isThere = true;
  await press("Try again");
  expect(await screen.findByText("Hello Asha")).toBeVisible();
  expect(code.asked).toBe(3);
  vi.mocked(console.error).mockClear();
});

test("a dialog that cannot be loaded is closed with a toast, and opens when it is opened again", async () => {
  code.isThere = false;
  render(<Page Part={laterDialog(load)} />);
  await press("Show");
  await waitFor(() => expect(toastTexts()).toEqual(["error: This could not be loaded. Please try again."]));
  code.isThere = true;
  await press("Show");
  expect(await screen.findByText("Hello Asha")).toBeVisible();
  expect(code.asked).toBe(2);
  vi.mocked(console.error).mockClear();
});

test("code may be loaded before it is shown, and a failure of that is not noticed", async () => {
  const Part = later(load);
  code.isThere = false;
  Part.preload();
  await act(async () => {});
  code.isThere = true;
  render(<Page Part={Part} />);
  await press("Show");
  expect(await screen.findByText("Hello Asha")).toBeVisible();
});

class ErrorPage extends Component<{ children: ReactNode }> {
  override state = { error: "" };
  static getDerivedStateFromError = ({ message }: Error) => ({ error: message });
  override render() {
    return this.state.error || this.props.children;
  }
}

test("an error of the code itself, or a redirect, goes on to the page", async () => {
  const Broken = later(async () => ({
    default: (): ReactNode => {
      throw new Error("NEXT_REDIRECT");
    },
  }));
  render(
    <ErrorPage>
      <Suspense>
        <Broken />
      </Suspense>
    </ErrorPage>,
  );
  expect(await screen.findByText("NEXT_REDIRECT")).toBeVisible();
  vi.mocked(console.error).mockClear();
});

function AnErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <button type="button" onClick={useRetry(error, reset)}>
      Try again
    </button>
  );
}

function NewPassword() {
  return <PasswordField label="Password" {...useCommonPassword()} />;
}

const shopIsThere = () =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response()),
  );

test("an error page whose code was lost loads the page anew, once; 'Try again' does it when asked", async () => {
  shopIsThere();
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  const reset = vi.fn();
  const error = Object.assign(new Error("Failed to load chunk"), { name: "ChunkLoadError" });
  const first = render(<AnErrorPage error={error} reset={reset} />);
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  first.unmount();
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    Object.assign({} as PerformanceEntry, { type: "reload" }),
  ]);
  const second = render(<AnErrorPage error={error} reset={reset} />);
  await act(async () => {});
  expect(reload).toHaveBeenCalledTimes(1);
  await press("Try again");
  expect([reload.mock.calls.length, reset.mock.calls.length]).toEqual([2, 0]);
  second.rerender(<AnErrorPage error={new Error("other")} reset={reset} />);
  expect(button("Try again")).toBeVisible();
  await press("Try again");
  expect([reload.mock.calls.length, reset.mock.calls.length]).toEqual([2, 1]);
});

test("an error page whose code was lost stays when the shop cannot be reached, or when it was left meanwhile", async () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  const error = Object.assign(new Error("Failed to load chunk"), { name: "ChunkLoadError" });
  vi.stubGlobal("fetch", vi.fn(lost));
  render(<AnErrorPage error={error} reset={() => {}} />);
  await act(async () => {});
  shopIsThere();
  render(<AnErrorPage error={error} reset={() => {}} />).unmount();
  await act(async () => {});
  expect(vi.mocked(fetch)).toHaveBeenCalledTimes(1);
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ["is opened on its own page", () => shopIsThere(), [["/cart"]]],
  ["stays closed while the shop cannot be reached", () => vi.stubGlobal("fetch", lost), []],
  [
    "stays closed while a proxy answers for the shop",
    () => vi.stubGlobal("fetch", async () => new Response(null, { status: 502 })),
    [],
  ],
])("a cart whose drawer cannot be loaded %s", async (_, prepare, went) => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  prepare();
  render(<CartDrawerIsland {...({} as Parameters<typeof CartDrawerIsland>[0])} />);
  act(() => void window.dispatchEvent(new Event("mithaas:open-cart")));
  await waitFor(() => expect(toastTexts()).toEqual(["error: This could not be loaded. Please try again."]));
  await act(async () => {});
  expect(assign.mock.calls).toEqual(went);
  vi.mocked(console.error).mockClear();
});

test("without the list of common passwords no password is one, not even none", async () => {
  render(<NewPassword />);
  await fill("Password", "a");
  await userEvent.clear(screen.getByLabelText("Password"));
  await act(async () => {});
  expect(screen.queryByText(/Many people use this password/)).toBeNull();
});
