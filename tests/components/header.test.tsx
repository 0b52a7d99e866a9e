import { type BoundFunctions, type queries, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { firstPaintScript, headerPaintScript } from "@/components/layout/first-paint";
import { SiteHeader } from "@/components/layout/site-header";
import { readViewer } from "@/components/layout/viewer-store";
import { badgeText, cartLabel, greeting, type Viewer } from "@/components/layout/viewer-text";

vi.mock("next/navigation", () => ({ usePathname: () => "/about" }));

const logout = async () => {};

function header(viewer?: Viewer) {
  render(<SiteHeader logoutAction={logout} viewer={viewer} />);
  return within(screen.getByRole("banner"));
}

/** Names of the links outside the mobile menu. */
const linksOf = (part: BoundFunctions<typeof queries>) =>
  part
    .getAllByRole("link", { hidden: true })
    .filter((link) => !link.closest("#site-menu"))
    .map((link) => link.textContent || link.getAttribute("aria-label"));

test("a visitor sees the navigation, the cart, Login and Sign Up", () => {
  const part = header({ role: "visitor", count: 2 });
  expect(linksOf(part)).toEqual([
    "Mithaas, home",
    "Home",
    "Products",
    "Categories",
    "About",
    "Contact",
    "Cart, 2 items2",
    "Login",
    "Sign Up",
  ]);
  expect(part.queryByRole("button", { name: "Logout" })).toBeNull();
});

test("a customer sees My Orders, the greeting, the account, the cart and Logout", () => {
  const part = header({ role: "customer", name: "Ananya", count: 1 });
  expect(linksOf(part)).toEqual([
    "Mithaas, home",
    "Home",
    "Products",
    "Categories",
    "About",
    "Contact",
    "My Orders",
    "Account",
    "Cart, 1 item1",
  ]);
  for (const place of ["wide", "narrow"])
    expect(document.querySelector(`[data-greeting=${place}]`)).toHaveTextContent("Hello, Ananya");
  expect(part.getAllByRole("button", { name: "Logout", hidden: true })).toHaveLength(2);
});

test("an admin sees Admin Panel and Logout, and neither navigation, cart nor orders", () => {
  const part = header({ role: "admin", name: "Meera", count: 0 });
  expect(linksOf(part)).toEqual(["Mithaas, home", "Admin Panel"]);
  const menu = within(part.getByRole("dialog", { name: "Menu", hidden: true }));
  expect(menu.getAllByRole("link", { hidden: true }).map((link) => link.textContent)).toEqual(["Admin Panel"]);
  expect(menu.getByRole("button", { name: "Logout", hidden: true })).toBeInTheDocument();
});

test("a public page contains every variant, and its neutral one has Cart, My orders, Account and Login", () => {
  const part = header();
  const neutral = part
    .getAllByRole("link", { hidden: true })
    .filter((link) => !link.closest("[data-for]") || link.closest('[data-for~="neutral"]'))
    .filter((link) => !link.closest("#site-menu"))
    .map((link) => link.textContent || link.getAttribute("aria-label"));
  expect(neutral).toEqual([
    "Mithaas, home",
    "Home",
    "Products",
    "Categories",
    "About",
    "Contact",
    "My orders",
    "Account",
    "Cart",
    "Login",
  ]);
});

test("the current page's link is marked, in header and menu", () => {
  const part = header({ role: "visitor", count: 0 });
  for (const link of part.getAllByRole("link", { name: "About", hidden: true }))
    expect(link).toHaveAttribute("aria-current", "page");
  expect(part.getAllByRole("link", { name: "Home", hidden: true })[0]).not.toHaveAttribute("aria-current");
});

test.each([
  { hint: undefined, viewer: "visitor", count: "", label: "Cart", hello: "" },
  {
    hint: { role: "customer", name: "A <b>", count: 1 },
    viewer: "customer",
    count: "1",
    label: "Cart, 1 item",
    hello: "Hello, A <b>",
  },
  {
    hint: { role: "admin", name: "Meera", count: 0 },
    viewer: "admin",
    count: "",
    label: "Cart",
    hello: "",
  },
  { hint: { role: "owner", count: 140 }, viewer: "visitor", count: "99+", label: "Cart, 140 items", hello: "" },
])("the inline scripts paint a $viewer before hydration", ({ hint, viewer, count, label, hello }) => {
  document.cookie = hint
    ? `mithaas_hint=${encodeURIComponent(JSON.stringify(hint))}; Path=/`
    : "mithaas_hint=; Path=/; Max-Age=0";
  header();
  for (const script of [firstPaintScript, headerPaintScript]) new Function(script)();
  expect(document.documentElement.dataset.viewer).toBe(viewer);
  expect(document.querySelector("[data-cart-count]")).toHaveTextContent(count);
  expect(document.querySelector("[data-cart-label]")).toHaveTextContent(label);
  // Once, and never without a name.
  expect(screen.queryAllByText(/Hello/).map((element) => element.textContent)).toEqual(hello ? [hello] : []);
  // The same texts as the client components write later.
  const given = hint?.count ?? 0;
  expect([badgeText(given), cartLabel(given), greeting(readViewer())]).toEqual([count, label, hello]);
});
