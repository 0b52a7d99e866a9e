import type { Route } from "next";

/** The main navigation, in the header and in the mobile menu. */
export const mainNav: readonly { href: Route; text: string }[] = [
  { href: "/home", text: "Home" },
  { href: "/products", text: "Products" },
  { href: "/categories", text: "Categories" },
  { href: "/about", text: "About" },
  { href: "/contact", text: "Contact" },
];
