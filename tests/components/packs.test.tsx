// The packs of a sweet on its card and on its page: choosing one, and what follows the choice.
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Added, AddToCart } from "@/components/catalogue/add-to-cart";
import { cardOf } from "@/components/catalogue/card";
import { ProductCard } from "@/components/catalogue/product-card";
import { StockBadge } from "@/components/catalogue/product-offer";
import { setStock } from "@/components/catalogue/stock-store";
import { setCartCount } from "@/components/layout/viewer-store";
import { toasts } from "@/components/ui/toast";
import { detailsInput } from "@/lib/catalogue/details";
import { packChoices } from "@/lib/catalogue/packs";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import type { ActionState } from "@/lib/http/action-state";

vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  useSearchParams: () => new URLSearchParams(location.search),
}));

let id = 9000;
const toastTexts = () => toasts.list().map(({ type, message }) => `${type}: ${message}`);
/** The sweets that GET /api/stock/days answers; without one it is out of reach. */
let stock: object[] | undefined;

beforeEach(() => {
  id += 10;
  stock = undefined;
  for (const toast of toasts.list()) toasts.remove(toast.id);
  history.replaceState(null, "", "/products/kaju-katli");
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => (stock ? Response.json({ days: [], sweets: stock }) : new Response("[]", { status: 503 }))),
  );
});

/** A tray of `units` pieces of 250 g. */
function aTray(units: number): SweetWithPicture {
  const pack = (place: number, label: string, grams: number, takes: number, price: number) => ({
    ...{ id: id + place, label, grams, units: takes, price, pricePerKg: (price * 1000) / grams },
    ...{ available: Math.floor(units / takes), isDefault: place === 2 },
  });
  return {
    ...{
      id,
      name: "Kaju Katli",
      slug: "kaju-katli",
      description: "Cashew.",
      price: 679,
      category: "Traditional Sweets",
    },
    ...{ quantity: Math.floor(units / 2), image: null, imageAlt: null, picture: null },
    ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z", hsn: "2106" },
    ...{ featured: false, sugarFree: false, giftBox: false, isAvailable: units > 1, prepHours: 0, travels: true },
    packs: [pack(1, "250 g", 250, 1, 349), pack(2, "500 g", 500, 2, 679), pack(4, "1 kg", 1000, 4, 1319)],
    details: detailsInput.parse({ netWeightGrams: 500 }),
  };
}
const live = (units: number) => {
  const { quantity, price, packs } = aTray(units);
  return [{ id, quantity, price, packs: packs.map(({ id, price, available }) => ({ id, price, available })) }];
};

const aCard = (sweet: SweetWithPicture, action = vi.fn()) => (
  <article>
    <ProductCard {...cardOf(sweet)} action={action} priority={false} />
  </article>
);

function showCard(units: number, action = vi.fn()) {
  render(aCard(aTray(units), action));
  return { card: within(screen.getByRole("article")), user: userEvent.setup(), action };
}
const pill = (name: RegExp | string) => screen.getByRole<HTMLInputElement>("radio", { name });

function showForm(units: number) {
  const sent: FormData[] = [];
  let answer: (state: ActionState<Added>) => void = () => {};
  const action = vi.fn((_before: unknown, form: FormData) => {
    sent.push(form);
    return new Promise<ActionState<Added>>((resolve) => {
      answer = resolve;
    });
  });
  const { name, quantity, packs } = aTray(units);
  render(
    <>
      <StockBadge id={id} quantity={quantity} packs={packChoices(packs)} />
      <AddToCart id={id} name={name} quantity={quantity} packs={packChoices(packs)} action={action} large />
    </>,
  );
  return { sent, user: userEvent.setup(), answer: (state: ActionState<Added>) => answer(state) };
}

describe("a card", () => {
  it("has a radio group with the default pack chosen; price, unit price, number and links follow the choice", async () => {
    const { card, user } = showCard(9);
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
    await user.click(pill("250 g"));
    expect(article).toHaveTextContent("₹349₹139.60 per 100 gQuantity Available: 9");
    expect(screen.getByRole("spinbutton")).toHaveAttribute("max", "9");
    for (const link of article.querySelectorAll("a"))
      expect(link).toHaveAttribute("href", `/products/kaju-katli?pack=${id + 1}`);
    // On a list the address is that of the list.
    expect(location.search).toBe("");
    await user.click(pill("500 g"));
    expect(card.getByRole("link", { name: "Kaju Katli" })).toHaveAttribute("href", "/products/kaju-katli");
  });

  it("sends the chosen pack", async () => {
    const { card, user, action } = showCard(
      9,
      vi.fn(async () => ({ ok: false, code: "conflict", message: "", fields: {}, values: {} })),
    );
    await user.click(pill("1 kg"));
    await user.click(card.getByRole("button", { name: "Add to Cart" }));
    await waitFor(() => expect(action).toHaveBeenCalledTimes(1));
    expect(Object.fromEntries(action.mock.calls[0]?.[1 as never] ?? [])).toMatchObject({
      packId: `${id + 4}`,
      quantity: "1",
    });
  });

  it("says which packs are sold out, and starts with one that is not", () => {
    const { card } = showCard(1);
    expect(pill("250 g")).toBeChecked();
    expect(pill("500 g Sold out")).toBeDisabled();
    expect(pill("1 kg Sold out")).toBeDisabled();
    expect(card.getByRole("button", { name: "Add to Cart" })).toBeEnabled();
    expect(screen.getByRole("article")).toHaveTextContent("₹349");
  });

  it("is 'Out of Stock' when no pack is left", () => {
    const { card } = showCard(0);
    expect(card.getByRole("button", { name: "Out of Stock" })).toBeDisabled();
    expect(screen.getByRole("article")).toHaveTextContent("Quantity Available: 0");
  });

  it("has the price of every pack before it is hydrated, for CSS to show one", () => {
    vi.stubGlobal("window", undefined);
    const html = renderToString(aCard(aTray(9)));
    vi.unstubAllGlobals();
    const page = new DOMParser().parseFromString(html, "text/html");
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
    const sweet = aTray(9);
    render(aCard({ ...sweet, packs: sweet.packs.slice(1, 2) }));
    expect(screen.queryByRole("radiogroup")).toBeNull();
    expect(screen.queryAllByRole("radio")).toEqual([]);
    expect(screen.getByText("500 g")).toBeVisible();
    expect(screen.getByText("₹135.80 per 100 g")).toBeVisible();
  });
});

describe("live stock of packs", () => {
  it("brings number and price of each, and the choice stays", async () => {
    stock = live(3);
    const { user } = showCard(40);
    await user.click(pill("250 g"));
    await waitFor(() => expect(screen.getByRole("article")).toHaveTextContent("Quantity Available: 3"));
    expect(pill("1 kg Sold out")).toBeDisabled();
    expect(pill("250 g")).toBeChecked();
  });

  it("takes a sweet for sold out that the answer lacks, and a pack for switched off", async () => {
    stock = [{ id, quantity: 7, price: 679 }];
    const { user } = showCard(40);
    await waitFor(() => expect(screen.getByRole("article")).toHaveTextContent("Quantity Available: 7"));
    expect(pill("250 g Sold out")).toBeDisabled();
    stock = [];
    await user.click(pill("500 g"));
    act(() => void window.dispatchEvent(new Event("online")));
    act(() => setStock(id, 0, id + 2));
    await waitFor(() => expect(screen.getByRole("button", { name: "Out of Stock" })).toBeDisabled());
  });

  it("follows what this tab has added, of all packs", async () => {
    const { answer, user } = showForm(9);
    await user.click(pill(/1 kg/));
    await user.click(screen.getByRole("button", { name: "Add to Cart" }));
    stock = live(5);
    await act(async () => answer({ ok: true, data: { productId: id, packId: id + 4, available: 1, itemsCount: 1 } }));
    expect(screen.getByRole("spinbutton")).toHaveAttribute("max", "1");
    expect(pill(/1 kg/)).toBeChecked();
    await user.click(pill(/250 g/));
    await waitFor(() => expect(screen.getByRole("spinbutton")).toHaveAttribute("max", "5"));
  });
});

describe("a product page", () => {
  it("has prices in its packs; the address follows the choice, and what else it says stays", async () => {
    history.replaceState(null, "", "/products/kaju-katli?utm_source=mail#packs");
    const { user } = showForm(9);
    expect(pill("500 g ₹679")).toBeChecked();
    await user.click(pill("250 g ₹349"));
    expect(location.search).toBe(`?utm_source=mail&pack=${id + 1}`);
    await user.click(pill("500 g ₹679"));
    expect(location.search).toBe("?utm_source=mail");
    expect(location.hash).toBe("#packs");
  });

  it("starts with the pack of the address; an unknown one changes nothing", () => {
    history.replaceState(null, "", `/products/kaju-katli?pack=${id + 4}`);
    const { sent } = showForm(9);
    expect(sent).toEqual([]);
    expect(pill("1 kg ₹1,319")).toBeChecked();
    expect(screen.getByRole("spinbutton")).toHaveAttribute("max", "2");
  });

  it("starts with the default pack when the address names one that it does not have", () => {
    history.replaceState(null, "", "/products/kaju-katli?pack=7%22%5D");
    showForm(9);
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
    expect(location.search).toBe(`?pack=${id + 1}`);
  });

  it("refuses more than is left of the chosen pack, and is low on stock by it", async () => {
    const { user, sent } = showForm(9);
    expect(screen.getByText("Low Stock")).toBeVisible();
    await user.click(pill(/250 g/));
    expect(screen.queryByText("Low Stock")).toBeNull();
    const field = screen.getByRole("spinbutton");
    await user.clear(field);
    await user.type(field, "9");
    await user.tab();
    expect(field).toHaveValue(9);
    await user.click(pill(/1 kg/));
    await user.click(screen.getByRole("button", { name: "Add to Cart" }));
    expect(toastTexts()).toEqual(["error: Only 2 items available in stock."]);
    expect(sent).toEqual([]);
  });

  it("shows a pack that is asked for and sold out as that, and others can be chosen", async () => {
    history.replaceState(null, "", `/products/kaju-katli?pack=${id + 4}`);
    const { user } = showForm(3);
    expect(pill("1 kg Sold out")).toBeChecked();
    expect(screen.getByRole("button", { name: "Out of Stock" })).toBeDisabled();
    expect(screen.getAllByText("Out of Stock")).toHaveLength(2);
    await user.click(pill(/500 g/));
    expect(screen.getByRole("button", { name: "Add to Cart" })).toBeEnabled();
    expect(pill("1 kg Sold out")).toBeDisabled();
  });

  it("says which packs of a sold-out sweet are in the own cart", async () => {
    const line = { productId: id, expiresAt: null, isAvailable: true };
    const items = [
      { ...line, packId: id + 1, packLabel: "250 g", quantity: 1, held: 1 },
      { ...line, packId: id + 4, packLabel: "1 kg", quantity: 3, held: 2 },
    ];
    vi.stubGlobal(
      "fetch",
      vi.fn(async (url: string) =>
        url === "/cart/state"
          ? Response.json({ items, itemsCount: 4, readAt: new Date().toISOString() })
          : new Response("[]", { status: 503 }),
      ),
    );
    act(() => setCartCount(4));
    showForm(0);
    expect(await screen.findByRole("link", { name: "1 × 250 g, 2 × 1 kg in your cart" })).toBeVisible();
    act(() => setCartCount(0));
  });
});
