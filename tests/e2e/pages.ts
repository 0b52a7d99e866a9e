// The pages that tests/e2e/layout.spec.ts checks at every size and that scripts/screens.ts takes pictures of, by who opens them.

/** The first of each list is the one whose header is checked. */
export const pages: Record<"visitor" | "customer" | "admin", readonly string[]> = {
  visitor: [
    "/home",
    "/products",
    "/products?search=nothing-like-it",
    "/products/kaju-katli",
    "/categories",
    "/about",
    "/contact",
    "/custom-orders",
    "/faq",
    "/privacy",
    "/terms",
    "/cookies",
    "/returns",
    "/login",
    "/register",
    "/forgot-password",
    "/cart",
    "/checkout",
    "/orders",
    "/offline",
    "/no-such-page",
  ],
  customer: ["/products/kaju-katli", "/cart", "/checkout", "/orders", "/account"],
  admin: [
    "/admin",
    "/admin?tab=products",
    "/admin?tab=orders",
    "/admin?tab=reports",
    "/admin/customers",
    "/admin/enquiries",
    "/admin/search-words",
    "/account",
  ],
};
