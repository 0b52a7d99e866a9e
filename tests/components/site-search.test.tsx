// The search in the header: a form, with links to what matches below it once its code and its file have come.
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { PageListeners } from "@/components/layout/page-listeners";
import { SiteHeader } from "@/components/layout/site-header";
import { lost, texts } from "./forms";

vi.mock("next/navigation", () => ({
  usePathname: () => "/about",
  useRouter: () => ({ push: () => {}, prefetch: () => {} }),
}));

const sweet = (name: string) => ({ name, slug: name.toLowerCase(), price: "₹679 · 500 g", picture: null });
const file = [sweet("Kaju"), sweet("Kalakand")];
const fetched = vi.fn<(address: string) => Promise<Response>>();
/** How often the file was asked for; the page asks who is looking, too. */
const asked = () => fetched.mock.calls.filter(([address]) => address === "/sweets.json").length;

const field = () => screen.getByLabelText<HTMLInputElement>("Search sweets");
const group = () => screen.findByRole("group", { name: "Suggestions" });
const links = () => [...document.querySelectorAll<HTMLElement>("[role=group] a")];

beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    fetched.mockReset().mockImplementation(async () => Response.json(file)),
  );
  render(
    <>
      <SiteHeader logoutAction={async () => {}} />
      <PageListeners isShop={false} />
    </>,
  );
});

async function type(text: string) {
  await userEvent.type(field(), text);
  await group();
}

test("nothing is loaded before the field has the focus, and then one file, whatever is typed", async () => {
  expect(asked()).toBe(0);
  await type("kaju");
  expect(texts(links())).toEqual(["Kaju₹679 · 500 g", "All results for “kaju”"]);
  expect(links().map((link) => link.getAttribute("href"))).toEqual(["/products/kaju", "/products?search=kaju"]);
  expect(screen.getByRole("status")).toHaveTextContent("1 suggestion");
  await userEvent.clear(field());
  expect([links(), screen.getByRole("status").textContent]).toEqual([[], ""]);
  await type("cak");
  expect(links()[0]).toHaveAttribute("href", "/products?category=Cakes");
  expect(asked()).toBe(1);
});

test("arrows walk through the links and back to the field, and Escape leaves them", async () => {
  await type("ka");
  const stops = [...links(), field(), links()[0]];
  for (const stop of stops) {
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(stop);
  }
  for (const stop of [field(), links()[2], links()[1]]) {
    await userEvent.keyboard("{ArrowUp}");
    expect(document.activeElement).toBe(stop);
  }
  await userEvent.keyboard("{Escape}");
  expect(field().form).not.toContainElement(document.activeElement as HTMLElement);
  expect(field()).toHaveValue("ka");
});

test("keys of an input method are its own", async () => {
  await type("ka");
  fireEvent.keyDown(field(), { key: "ArrowDown", isComposing: true });
  expect(field()).toHaveFocus();
});

test("a link that is pressed leaves the field its focus, and one that is followed empties it", async () => {
  await type("ka");
  const link = links()[0] as HTMLElement;
  expect(fireEvent.mouseDown(link)).toBe(false);
  expect(field()).toHaveFocus();
  await userEvent.click(link);
  expect(field()).toHaveValue("");
  expect(field()).not.toHaveFocus();
  expect(links()).toEqual([]);
});

test("a file that does not come leaves a form, and is asked for again with the next focus", async () => {
  for (const failing of [lost, async () => new Response("", { status: 503 })]) {
    fetched.mockImplementation(failing);
    await userEvent.type(field(), "k");
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(0));
    act(() => field().blur());
  }
  expect([asked(), links()]).toEqual([2, []]);
  fetched.mockImplementation(async () => Response.json([]));
  await type("a");
  expect(texts(links())).toEqual(["All results for “kka”"]);
});
