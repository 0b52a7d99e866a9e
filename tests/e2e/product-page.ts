// The parts of a sweet's page, and of its card in a list.
import type { Page } from "@playwright/test";

type Named = { name: string };

export const phone = { width: 390, height: 844 };
export const sizes = [phone, { width: 1440, height: 1200 }];

export const searchFor = ({ name }: Named) => `/products?search=${encodeURIComponent(name)}`;
export const cardOf = (page: Page, { name }: Named) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });

export const packsOf = (page: Page, { name }: Named) => page.getByRole("radiogroup", { name: `Pack of ${name}` });
export const packOf = (page: Page, sweet: Named, label: string) =>
  packsOf(page, sweet).getByRole("radio", { name: new RegExp(`^${label}`) });
export const priceOf = (page: Page) => page.locator("h1 ~ p").filter({ hasText: "per 100 g" });
export const firstButton = (page: Page) => page.getByRole("button", { name: "Add to Cart", exact: true }).first();
export const pincode = (page: Page) => page.getByRole("main").getByLabel("Pincode");
export const details = (page: Page) => page.getByRole("main").getByRole("definition").last();

/** What stays at the lower edge of a phone while the form is scrolled away. */
export const bar = (page: Page) => page.locator(".buy-bar");
export const barButton = (page: Page, { name }: Named) =>
  page.getByRole("button", { name: `Add to Cart, ${name}`, exact: true });
