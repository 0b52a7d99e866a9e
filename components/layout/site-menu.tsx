import type { Route } from "next";
import { A } from "@/components/ui/a";
import { CartDrawerButton } from "./cart-link";
import { Glyph } from "./header-icons";
import { Logo } from "./logo";
import { type LogoutAction, LogoutForm } from "./logout-form";
import { MenuPopover } from "./menu-popover";
import { NavLink } from "./nav-link";
import { greeting, type Viewer } from "./viewer-text";
import { VisibleTo } from "./visible-to";

type NavItem = { href: Route; text: string };

/** The main navigation, in the header and in the mobile menu. */
export const mainNav: readonly NavItem[] = [
  { href: "/home", text: "Home" },
  // Its pages are at other paths (server/addresses.ts), so Next.js does not know that the address exists.
  { href: "/products" as Route, text: "Products" },
  { href: "/categories", text: "Categories" },
  { href: "/about", text: "About" },
  { href: "/contact", text: "Contact" },
];

function MenuLink({ text, ...link }: NavItem) {
  return (
    <NavLink {...link}>
      <i className="bullet" />
      {text}
    </NavLink>
  );
}

type SiteMenuProps = { id: string; logoutAction: LogoutAction; viewer?: Viewer };

/** The header's links for small screens. Admins get only Admin Panel and Logout, because the shop's pages are for customers. */
export function SiteMenu({ id, logoutAction, viewer }: SiteMenuProps) {
  return (
    <MenuPopover id={id}>
      <div className="site-bar flex items-center h-16 px-gutter border-b border-brass/60 shrink-0">
        <Logo />
        <button
          type="button"
          className="btn btn-icon ml-auto"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close menu"
        >
          <Glyph name="close" className="size-6" />
        </button>
      </div>
      <VisibleTo roles={["customer"]} viewer={viewer}>
        <p className="px-gutter pt-4 text-muted empty:hidden" data-greeting="narrow" suppressHydrationWarning>
          {greeting(viewer)}
        </p>
      </VisibleTo>
      <nav className="menu px-gutter pt-2" aria-label="Menu">
        <VisibleTo roles={["neutral", "visitor", "customer"]} viewer={viewer}>
          {mainNav.map((item) => (
            <MenuLink key={item.href} {...item} />
          ))}
        </VisibleTo>
        <VisibleTo roles={["neutral"]} viewer={viewer}>
          <MenuLink href="/cart" text="Cart" />
          <MenuLink href="/orders" text="My orders" />
          <MenuLink href="/account" text="Account" />
        </VisibleTo>
        <VisibleTo roles={["customer"]} viewer={viewer}>
          <MenuLink href="/orders" text="My Orders" />
          <MenuLink href="/account" text="Account" />
        </VisibleTo>
        <VisibleTo roles={["admin"]} viewer={viewer}>
          <MenuLink href="/admin" text="Admin Panel" />
        </VisibleTo>
      </nav>
      <div className="mt-auto px-gutter pt-6 pb-8 grid xs:grid-cols-2 gap-3">
        <VisibleTo roles={["visitor", "customer"]} viewer={viewer}>
          <CartDrawerButton className="btn btn-lg btn-ghost xs:col-span-2" closesMenu>
            Quick view of cart
          </CartDrawerButton>
        </VisibleTo>
        <VisibleTo roles={["neutral", "visitor"]} viewer={viewer}>
          <A href="/login" className="btn btn-lg btn-outline">
            Login
          </A>
          <A href="/register" className="btn btn-lg btn-primary">
            Sign Up
          </A>
        </VisibleTo>
        <VisibleTo roles={["customer", "admin"]} viewer={viewer}>
          <LogoutForm action={logoutAction} className="btn btn-lg btn-outline xs:col-span-2" />
        </VisibleTo>
      </div>
    </MenuPopover>
  );
}
