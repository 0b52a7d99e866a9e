import type { Route } from "next";

/** The main navigation, in the header and in the mobile menu. */
export const mainNav: readonly { href: Route; text: string }[] = [
  { href: "/home", text: "Home" },
  // Its pages are at other paths (server/addresses.ts), so Next.js does not know that the address exists.
  { href: "/products" as Route, text: "Products" },
  { href: "/categories", text: "Categories" },
  { href: "/about", text: "About" },
  { href: "/contact", text: "Contact" },
];
