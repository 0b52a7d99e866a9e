import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ListingError } from "@/components/catalogue/listing-error";
import { ListingFrame } from "@/components/catalogue/listing-frame";
import { ListingView } from "@/components/catalogue/listing-view";
import { toasts } from "@/components/ui/toast";
import { defaultSort, type Listing } from "@/lib/catalogue/constants";
import { lost } from "./forms";

const router = { push: vi.fn(), replace: vi.fn() };
vi.mock("next/navigation", () => ({ useRouter: () => router }));

const listing: Listing = { category: "ALL", sort: defaultSort, page: 3, featured: false };
const renderFrame = (changes: Partial<Listing> = {}) =>
  render(
    <ListingFrame
      listing={{ ...listing, ...changes }}
      title="Our Sweets"
      hasDays={false}
      summary="61 sweets found (3/6)"
    >
      <p>the list</p>
      <nav>
        <a href="/products?page=4">Next</a>
      </nav>
    </ListingFrame>,
  );

beforeEach(() => void vi.useFakeTimers());

const type = (text: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value: text } });
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

it("without a connection the list and what was typed stay, with a toast", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.stubGlobal("fetch", lost);
  renderFrame();
  type("barfi");
  await wait(300);
  fireEvent.click(screen.getByRole("link", { name: "Next" }));
  await wait(0);
  expect([router.push.mock.calls, router.replace.mock.calls]).toEqual([[], []]);
  expect(toasts.list().map(({ message }) => message)).toEqual(["Failed to fetch products", "Failed to fetch products"]);
  expect(screen.getByRole("searchbox")).toHaveValue("barfi");
});

it("a browser that has no network but reaches the shop, on its own computer, goes through the list", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.stubGlobal("fetch", async () => new Response());
  renderFrame();
  type("barfi");
  await wait(300);
  fireEvent.click(screen.getByRole("link", { name: "Next" }));
  await wait(0);
  expect(router.push.mock.calls).toEqual([["/products?search=barfi", { scroll: false }], ["/products?page=4"]]);
  expect(toasts.list()).toEqual([]);
});

it("an error is shown in place of the list and as a toast", () => {
  render(<ListingError />);
  expect(screen.getByRole("alert").textContent).toBe("Failed to fetch products");
  expect(toasts.list()).toMatchObject([{ type: "error", title: "Error", message: "Failed to fetch products" }]);
});

describe("the listing's filters", () => {
  it("offer the five categories and the five sorts", () => {
    renderFrame();
    const options = (name: string) =>
      Array.from(screen.getByRole<HTMLSelectElement>("combobox", { name }).options, ({ text }) => text).join(", ");
    expect(options("Category")).toBe("All, Traditional Sweets, Dry Fruits, Sugar-Free, Cakes, Seasonal Specials");
    expect(options("Sort by")).toBe("Name A-Z, Name Z-A, Price Low to High, Price High to Low, Newest First");
    expect(screen.getByRole("searchbox").getAttribute("placeholder")).toBe("Search sweets...");
  });

  it("offer relevance for searches only, and leave it out of the URL", async () => {
    const sort = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Sort by" });
    const chosen = () => sort().selectedOptions[0]?.text;
    const plain = renderFrame();
    expect(chosen()).toBe("Newest First");
    expect(screen.queryByRole("option", { name: "Most Relevant" })).toBeNull();
    plain.unmount();
    const sorted = renderFrame({ search: "kaju", sort: "price:asc", page: 1 });
    expect(chosen()).toBe("Price Low to High");
    fireEvent.change(sort(), { target: { value: "relevance" } });
    expect(router.push).toHaveBeenLastCalledWith("/products?search=kaju", { scroll: false });
    sorted.unmount();
    renderFrame({ search: "kaju", ranked: true, page: 1 });
    expect(chosen()).toBe("Most Relevant");
    fireEvent.change(sort(), { target: { value: "createdAt:desc" } });
    expect(router.push).toHaveBeenLastCalledWith("/products?search=kaju&sort=createdAt%3Adesc", { scroll: false });
    fireEvent.change(sort(), { target: { value: "relevance" } });
    type("");
    await wait(300);
    expect(router.push).toHaveBeenLastCalledWith("/products", { scroll: false });
  });

  it("search 300 ms after the last key, from page 1", async () => {
    renderFrame();
    type("ka");
    await wait(299);
    type("kaju");
    await wait(299);
    expect(router.push).not.toHaveBeenCalled();
    await wait(1);
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/products?search=kaju", { scroll: false });
  });

  it("replace the history entry when a search is refined, and treat blanks as no search", async () => {
    renderFrame({ search: "kaju", ranked: true, page: 1 });
    type("kaju katli");
    await wait(300);
    expect(router.replace).toHaveBeenCalledExactlyOnceWith("/products?search=kaju+katli", { scroll: false });
    type("   ");
    await wait(300);
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/products", { scroll: false });
  });

  it("apply category and sort at once, from page 1, with the other filters", () => {
    renderFrame({ search: "kaju", ranked: true, featured: true });
    fireEvent.change(screen.getByRole("combobox", { name: "Category" }), { target: { value: "Sugar-Free" } });
    expect(router.push).toHaveBeenLastCalledWith("/products?search=kaju&category=Sugar-Free&featured=true", {
      scroll: false,
    });
    fireEvent.change(screen.getByRole("combobox", { name: "Sort by" }), { target: { value: "price:desc" } });
    expect(router.push).toHaveBeenLastCalledWith(
      "/products?search=kaju&category=Sugar-Free&featured=true&sort=price%3Adesc",
      { scroll: false },
    );
  });

  it("let a page link navigate, and announce what is shown", async () => {
    renderFrame();
    fireEvent.click(screen.getByRole("link", { name: "Next" }));
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/products?page=4");
    await wait(200);
    expect(screen.getByRole("status").textContent).toBe("61 sweets found (3/6)");
  });

  it("announce what a search promises with what it found", async () => {
    const search = { partial: false, freeOf: ["egg"], vegetarian: false, undeclared: [] };
    const meta = { page: 1, limit: 12, total: 0, totalPages: 0, search };
    render(
      <ListingView
        listing={{ ...listing, search: "eggless", page: 1 }}
        found={{ items: [], meta }}
        hasDays={false}
        action={vi.fn()}
      />,
    );
    await wait(200);
    expect(screen.getByRole("status").textContent).toBe(
      "0 sweets match. Only sweets whose ingredients are declared and name no egg are shown. Traces cannot be ruled out. Please read the label.",
    );
  });

  it("put 'Newest First' into the URL when it is chosen for a search", () => {
    renderFrame({ search: "kaju", page: 1, sort: "price:asc" });
    fireEvent.change(screen.getByLabelText("Sort by"), { target: { value: defaultSort } });
    expect(router.push).toHaveBeenLastCalledWith("/products?search=kaju&sort=createdAt%3Adesc", { scroll: false });
  });

  it("apply what was chosen and typed before hydration", async () => {
    const early = (fill: (part: HTMLElement) => void) => {
      const frame = (
        <ListingFrame listing={listing} title="Our Sweets" hasDays={false} summary="">
          <p>the list</p>
        </ListingFrame>
      );
      const container = document.body.appendChild(document.createElement("div"));
      container.innerHTML = renderToString(frame);
      // happy-dom does not select the option that the HTML marks as selected.
      within(container).getByLabelText<HTMLSelectElement>("Sort by").value = defaultSort;
      fill(container);
      render(frame, { container, hydrate: true });
    };
    early((part) => {
      fireEvent.change(within(part).getByLabelText("Category"), { target: { value: "Cakes" } });
    });
    expect(router.push).toHaveBeenLastCalledWith("/products?category=Cakes", { scroll: false });
    early((part) => fireEvent.input(within(part).getByRole("searchbox"), { target: { value: "modak" } }));
    await wait(300);
    expect(router.push).toHaveBeenLastCalledWith("/products?search=modak", { scroll: false });
  });

  it("hand focus and unsent text over to the next listing", async () => {
    const first = renderFrame();
    screen.getByRole("searchbox").focus();
    type("mod");
    await wait(300);
    type("modak");
    first.unmount();
    renderFrame({ search: "mod", ranked: true, page: 1 });
    expect(document.activeElement).toBe(screen.getByRole("searchbox"));
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("modak");
    await wait(300);
    expect(router.replace).toHaveBeenCalledExactlyOnceWith("/products?search=modak", { scroll: false });
  });
});
