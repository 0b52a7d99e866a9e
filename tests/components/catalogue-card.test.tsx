import { act, cleanup, render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { cardOf } from "@/components/catalogue/card";
import { ProductCard } from "@/components/catalogue/product-card";
import { SweetDetailsList } from "@/components/catalogue/sweet-details";
import { setViewer } from "@/components/layout/viewer-store";
import { detailsInput } from "@/lib/catalogue/details";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { deliveryFacts } from "@/lib/delivery/facts";
import { defaultSettings } from "@/lib/settings/defaults";

vi.stubGlobal(
  "fetch",
  vi.fn(async () => new Response("[]", { status: 503 })),
);

const delivery = deliveryFacts(defaultSettings);

const sweet: SweetWithPicture = {
  id: 7,
  name: "Kaju Katli",
  slug: "kaju-katli",
  description: "Thin diamonds of ground cashew.",
  price: 123456.5,
  category: "Traditional Sweets",
  quantity: 12,
  image: null,
  imageAlt: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  featured: true,
  sugarFree: true,
  giftBox: false,
  isAvailable: true,
  prepHours: 0,
  travels: true,
  hsn: "2106",
  packs: [
    {
      id: 70,
      label: "1 piece",
      grams: null,
      units: 1,
      price: 123456.5,
      pricePerKg: null,
      available: 12,
      isDefault: true,
    },
  ],
  details: detailsInput.parse({}),
  picture: null,
};

const card = (changes: Partial<SweetWithPicture> = {}) => {
  render(
    <article>
      <ProductCard {...cardOf({ ...sweet, ...changes })} action={vi.fn()} priority={false} />
    </article>,
  );
  return within(screen.getByRole("article"));
};

describe("details of a sweet", () => {
  it("say how long a sweet is prepared and whether a courier can take it, where there is something to say", () => {
    const { container } = render(
      <SweetDetailsList sweet={{ ...sweet, prepHours: 24, travels: false }} delivery={delivery} />,
    );
    expect(container).toHaveTextContent("Made to orderReady in 24 hours.Does not travel by courier");
    cleanup();
    render(<SweetDetailsList sweet={{ ...sweet, prepHours: 48 }} delivery={delivery} />);
    expect(screen.getByText("Ready in 2 days.")).toBeVisible();
    expect(screen.queryByText("Does not travel by courier")).toBeNull();
    cleanup();
    render(<SweetDetailsList sweet={sweet} delivery={delivery} />);
    expect(screen.queryByText("Made to order")).toBeNull();
  });
});

describe("product card", () => {
  it("shows name, description, price, badges and stock", () => {
    const part = card();
    expect(part.getByRole("link", { name: "Kaju Katli" }).getAttribute("href")).toBe("/products/kaju-katli");
    expect(part.getByText("Thin diamonds of ground cashew.")).toBeTruthy();
    expect(part.getByText("₹1,23,456.50")).toBeTruthy();
    expect(part.getByText("Sugar Free")).toBeTruthy();
    expect(part.getByText("Featured")).toBeTruthy();
    expect(screen.getByRole("article").textContent).toContain("Quantity Available: 12");
    const field = part.getByRole<HTMLInputElement>("spinbutton");
    expect([field.min, field.max, field.value]).toEqual(["1", "12", "1"]);
  });

  it("shows the net weight beside the price, when it is known", () => {
    expect(card({ details: { ...sweet.details, netWeightGrams: 500 } }).getByText("500 g")).toBeTruthy();
    expect(screen.getByText("₹1,23,456.50").nextElementSibling?.textContent).toBe("500 g");
    cleanup();
    expect(card({ details: { ...sweet.details, netWeightGrams: 1000 } }).getByText("1 kg")).toBeTruthy();
    cleanup();
    card();
    expect(screen.getByText("₹1,23,456.50").nextElementSibling).toBeNull();
  });

  it("shows a placeholder without a picture, and no badges without a reason", () => {
    const part = card({ featured: false, sugarFree: false });
    expect(screen.getByRole("article").querySelector("img")?.getAttribute("src")).toBe("/placeholder.svg");
    expect(part.queryByText("Featured")).toBeNull();
    expect(part.queryByText("Sugar Free")).toBeNull();
  });

  it("hides form and stock from admins, who see 'Admin view' instead", () => {
    const part = card();
    expect(part.queryByText("Admin view")).toBeNull();
    expect(part.getByText(/Quantity Available/)).toHaveClass("for-shoppers");
    expect(part.getByRole("button", { name: "Add to Cart" }).closest("form")).toHaveClass("for-shoppers");
    act(() => setViewer({ role: "admin", name: "Meera", count: 0 }));
    expect(part.getByText("Admin view").getAttribute("data-for")).toBe("admin");
    expect(part.queryByText(/Quantity Available/)).toBeNull();
    act(() => setViewer({ role: "visitor", count: 0 }));
  });
});
