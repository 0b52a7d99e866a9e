// The packs of a sweet on its card and on its page: choosing one, and what follows the choice.
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Added, AddToCart } from "@/components/catalogue/add-to-cart";
import { cardOf } from "@/components/catalogue/card";
import { ProductCard } from "@/components/catalogue/product-grid";
import { StockBadge } from "@/components/catalogue/stock-notes";
import { setCartCount } from "@/components/layout/viewer-store";
import { setStock } from "@/components/stock/stock-store";
import { packChoices } from "@/lib/catalogue/packs";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { aCart, aCartLine, anAdminSweet, aPack } from "./fixtures";
import { button, failure, fill, press, sent, success, toastTexts, unanswered } from "./forms";

vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  useSearchParams: () => new URLSearchParams(location.search),
}));

/** What is known of a sweet stays while the page does, so that each test has a sweet of its own. */
let id = 9000;
/** The sweets that GET /api/stock/days answers; without one it is out of reach. */
let stock: object[] | undefined;

beforeEach(() => {
  id += 10;
  stock = undefined;
  history.replaceState(null, "", "/products/kaju-katli");
  vi.mocked(fetch).mockImplementation(async () =>
    stock ? Response.json({ days: [], sweets: stock }) : new Response("[]", { status: 503 }),
  );
});

/** A tray of `units` pieces of 250 g. */
const aTray = (units: number): SweetWithPicture =>
  anAdminSweet({ id }, units, [
    aPack(id + 1, "250 g", 250, 1, 349),
    aPack(id + 2, "500 g", 500, 2, 679),
    aPack(id + 4, "1 kg", 1000, 4, 1319),
  ]);
const live = (units: number) => {
  const { quantity, price, packs } = aTray(units);
  return [{ id, quantity, price, packs: packs.map(({ id, price, available }) => ({ id, price, available })) }];
};

const aCard = (sweet: SweetWithPicture, action = vi.fn()) => (
  <ProductCard {...cardOf(sweet)} action={action} priority={false} />
);

function showCard(units: number, action = vi.fn()) {
  render(aCard(aTray(units), action));
  return within(screen.getByRole("article"));
}
const pill = (name: RegExp | string) => screen.getByRole<HTMLInputElement>("radio", { name });
const choose = (name: RegExp | string) => userEvent.click(pill(name));
const expectMost = (most: string) => expect(screen.getByRole("spinbutton")).toHaveAttribute("max", most);

/** The form of the sweet's page; the address says which pack is asked for. */
function showForm(units: number, search = "") {
  history.replaceState(null, "", `/products/kaju-katli${search}`);
  const { action, answer } = unanswered<Added>();
  const { name, quantity, packs } = aTray(units);
  render(
    <>
      <StockBadge id={id} quantity={quantity} packs={packChoices(packs)} />
      <AddToCart id={id} name={name} quantity={quantity} packs={packChoices(packs)} action={action} large />
    </>,
  );
  return { action, answer };
}

describe("a card", () => {
  it("has a radio group with the default pack chosen; price, unit price, number and links follow the choice", async () => {
    const card = showCard(9);
    const group = card.getByRole("radiogroup", { name: "Pack of Kaju Katli" });
    expect(
      within(group)
        .getAllByRole("radio")
        .map((radio) => radio.closest("label")?.textContent),
    ).toEqual(["250 g", "500 g", "1 kg"]);
    expect(pill("500 g")).toBeChecked();
    const article = screen.getByRole("article");
    expect(article).toHaveTextContent("₹679₹135.80 per 100 gQuantity Available: 4");
    expect(card.getByRole("link", { name: "Kaju Katli" })).toHaveAttribute("href", "/products/kaju-katli");
    await choose("250 g");
    expect(article).toHaveTextContent("₹349₹139.60 per 100 gQuantity Available: 9");
    expectMost("9");
    for (const link of article.querySelectorAll("a"))
      expect(link).toHaveAttribute("href", `/products/kaju-katli?pack=${id + 1}`);
    // On a list the address is that of the list.
    expect(location.search).toBe("");
    await choose("500 g");
    expect(card.getByRole("link", { name: "Kaju Katli" })).toHaveAttribute("href", "/products/kaju-katli");
  });

  it("sends the chosen pack", async () => {
    const action = vi.fn(async () => failure("conflict", ""));
    const card = showCard(9, action);
    await choose("1 kg");
    await userEvent.click(card.getByRole("button", { name: "Add to Cart" }));
    await waitFor(() => expect(action).toHaveBeenCalledTimes(1));
    expect(sent(action)).toMatchObject({ packId: `${id + 4}`, quantity: "1" });
  });

  it("says which packs are sold out, and starts with one that is not", () => {
    const card = showCard(1);
    expect(pill("250 g")).toBeChecked();
    expect(pill("500 g Sold out")).toBeDisabled();
    expect(pill("1 kg Sold out")).toBeDisabled();
    expect(card.getByRole("button", { name: "Add to Cart" })).toBeEnabled();
    expect(screen.getByRole("article")).toHaveTextContent("₹349");
  });

  it("is 'Out of Stock' when no pack is left", () => {
    const card = showCard(0);
    expect(card.getByRole("button", { name: "Out of Stock" })).toBeDisabled();
    expect(screen.getByRole("article")).toHaveTextContent("Quantity Available: 0");
  });

  it("has the price of every pack before it is hydrated, for CSS to show one", () => {
    const page = new DOMParser().parseFromString(renderToString(aCard(aTray(9))), "text/html");
    expect([...page.querySelectorAll(".price [data-pack]")].map(({ textContent }) => textContent)).toEqual([
      "₹349",
      "₹679",
      "₹1,319",
    ]);
    expect([...page.querySelectorAll("input[type=radio]")].map((radio) => radio.hasAttribute("checked"))).toEqual([
      false,
      true,
      false,
    ]);
    // Until it is known which pack is chosen, the field allows what any of them does.
    expect(page.querySelector("input[type=number]")?.getAttribute("max")).toBe("9");
  });

  it("has no chooser for a sweet with one pack, and says what 100 g of it cost", () => {
    render(aCard({ ...aTray(9), packs: aTray(9).packs.slice(1, 2) }));
    expect(screen.queryByRole("radiogroup")).toBeNull();
    expect(screen.queryAllByRole("radio")).toEqual([]);
    expect(screen.getByText("500 g")).toBeVisible();
    expect(screen.getByText("₹135.80 per 100 g")).toBeVisible();
  });
});

describe("live stock of packs", () => {
  it("brings number and price of each, and the choice stays", async () => {
    stock = live(3);
    showCard(40);
    await choose("250 g");
    await waitFor(() => expect(screen.getByRole("article")).toHaveTextContent("Quantity Available: 3"));
    expect(pill("1 kg Sold out")).toBeDisabled();
    expect(pill("250 g")).toBeChecked();
  });

  it("takes a sweet for sold out that the answer lacks, and a pack for switched off", async () => {
    stock = [{ id, quantity: 7, price: 679 }];
    showCard(40);
    await waitFor(() => expect(screen.getByRole("article")).toHaveTextContent("Quantity Available: 7"));
    expect(pill("250 g Sold out")).toBeDisabled();
    stock = [];
    await choose("500 g");
    act(() => void window.dispatchEvent(new Event("online")));
    act(() => setStock(id, 0, id + 2));
    await waitFor(() => expect(button("Out of Stock")).toBeDisabled());
  });

  it("follows what this tab has added, of all packs", async () => {
    const { answer } = showForm(9);
    await choose(/1 kg/);
    await press("Add to Cart");
    stock = live(5);
    await act(async () => answer(success({ productId: id, packId: id + 4, available: 1, itemsCount: 1 })));
    expectMost("1");
    expect(pill(/1 kg/)).toBeChecked();
    await choose(/250 g/);
    await waitFor(() => expectMost("5"));
  });
});

describe("a product page", () => {
  it("has prices in its packs; the address follows the choice, and what else it says stays", async () => {
    showForm(9, "?utm_source=mail#packs");
    expect(pill("500 g ₹679")).toBeChecked();
    await choose("250 g ₹349");
    expect(location.search).toBe(`?utm_source=mail&pack=${id + 1}`);
    await choose("500 g ₹679");
    expect(location.search).toBe("?utm_source=mail");
    expect(location.hash).toBe("#packs");
  });

  it("starts with the pack of the address, and with the default one when it does not have that", () => {
    showForm(9, `?pack=${id + 4}`);
    expect(pill("1 kg ₹1,319")).toBeChecked();
    expectMost("2");
    cleanup();
    showForm(9, "?pack=7%22%5D");
    expect(pill("500 g ₹679")).toBeChecked();
  });

  it("keeps the pack that was chosen before hydration, and its address", () => {
    const { name, quantity, packs } = aTray(9);
    const offer = { id, name, quantity, packs: packChoices(packs), pack: id + 4 };
    const form = <AddToCart {...offer} action={vi.fn()} large />;
    history.replaceState(null, "", `/products/kaju-katli?pack=${id + 4}`);
    const container = document.body.appendChild(document.createElement("div"));
    container.innerHTML = renderToString(form);
    pill("250 g ₹349").checked = true;
    render(form, { container, hydrate: true });
    expect(pill("250 g ₹349")).toBeChecked();
    return waitFor(() => expect(location.search).toBe(`?pack=${id + 1}`));
  });

  it("refuses more than is left of the chosen pack, and is low on stock by it", async () => {
    const { action } = showForm(9);
    expect(screen.getByText("Low Stock")).toBeVisible();
    await choose(/250 g/);
    expect(screen.queryByText("Low Stock")).toBeNull();
    const field = screen.getByRole("spinbutton");
    await fill(field, "9");
    await userEvent.tab();
    expect(field).toHaveValue(9);
    await choose(/1 kg/);
    await press("Add to Cart");
    expect(toastTexts()).toEqual(["error: Only 2 items available in stock."]);
    expect(action).not.toHaveBeenCalled();
  });

  it("shows a pack that is asked for and sold out as that, and others can be chosen", async () => {
    showForm(3, `?pack=${id + 4}`);
    expect(pill("1 kg Sold out")).toBeChecked();
    expect(button("Out of Stock")).toBeDisabled();
    expect(screen.getAllByText("Out of Stock")).toHaveLength(2);
    await choose(/500 g/);
    expect(button("Add to Cart")).toBeEnabled();
    expect(pill("1 kg Sold out")).toBeDisabled();
  });

  it("says which packs of a sold-out sweet are in the own cart", async () => {
    const items = [
      aCartLine({ productId: id, packId: id + 1, packLabel: "250 g", quantity: 1, held: 1 }),
      aCartLine({ productId: id, packId: id + 4, packLabel: "1 kg", quantity: 3, held: 2 }),
    ];
    vi.mocked(fetch).mockImplementation(async (url) =>
      url === "/cart/state" ? Response.json(aCart(items)) : new Response("[]", { status: 503 }),
    );
    act(() => setCartCount(4));
    showForm(0);
    expect(await screen.findByRole("link", { name: "1 × 250 g, 2 × 1 kg in your cart" })).toBeVisible();
    act(() => setCartCount(0));
  });
});
