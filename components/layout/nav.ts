import type { Route } from "next";

/** The main navigation, in header and mobile menu alike. */
export const mainNav: readonly { href: Route; text: string }[] = [
  { href: "/home" as Route, text: "Home" },
  { href: "/products" as Route, text: "Products" },
  { href: "/categories" as Route, text: "Categories" },
  { href: "/about" as Route, text: "About" },
  { href: "/contact" as Route, text: "Contact" },
];
