import Link from "next/link";
import { CartDrawerButton } from "./cart-drawer-button";
import { Glyph } from "./header-icons";
import { Logo } from "./logo";
import { type LogoutAction, LogoutForm } from "./logout-form";
import { MenuPopover } from "./menu-popover";
import { mainNav } from "./nav";
import { NavLink } from "./nav-link";
import { greeting, type Viewer } from "./viewer-text";
import { VisibleTo } from "./visible-to";

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
          <Glyph name="close" className="!size-6" />
        </button>
      </div>
      <VisibleTo roles={["customer"]} viewer={viewer}>
        <p className="px-gutter pt-4 text-muted empty:hidden" data-greeting="narrow" suppressHydrationWarning>
          {greeting(viewer)}
        </p>
      </VisibleTo>
      <nav className="menu px-gutter pt-2" aria-label="Menu">
        <VisibleTo roles={["neutral", "visitor", "customer"]} viewer={viewer}>
          {mainNav.map(({ href, text }) => (
            <NavLink key={href} href={href}>
              <i className="bullet" />
              {text}
            </NavLink>
          ))}
        </VisibleTo>
        <VisibleTo roles={["neutral"]} viewer={viewer}>
          <Link href="/cart" prefetch={false}>
            <i className="bullet" />
            Cart
          </Link>
          <Link href="/orders" prefetch={false}>
            <i className="bullet" />
            My orders
          </Link>
          <Link href="/account" prefetch={false}>
            <i className="bullet" />
            Account
          </Link>
        </VisibleTo>
        <VisibleTo roles={["customer"]} viewer={viewer}>
          <NavLink href="/orders" prefetch={false}>
            <i className="bullet" />
            My Orders
          </NavLink>
          <NavLink href="/account" prefetch={false}>
            <i className="bullet" />
            Account
          </NavLink>
        </VisibleTo>
        <VisibleTo roles={["admin"]} viewer={viewer}>
          <NavLink href="/admin" prefetch={false}>
            <i className="bullet" />
            Admin Panel
          </NavLink>
        </VisibleTo>
      </nav>
      <div className="mt-auto px-gutter pt-6 pb-8 grid xs:grid-cols-2 gap-3">
        <VisibleTo roles={["visitor", "customer"]} viewer={viewer}>
          <CartDrawerButton className="btn btn-lg btn-ghost xs:col-span-2" closesMenu>
            Quick view of cart
          </CartDrawerButton>
        </VisibleTo>
        <VisibleTo roles={["neutral", "visitor"]} viewer={viewer}>
          <Link href="/login" prefetch={false} className="btn btn-lg btn-outline">
            Login
          </Link>
          <Link href="/register" prefetch={false} className="btn btn-lg btn-primary">
            Sign Up
          </Link>
        </VisibleTo>
        <VisibleTo roles={["customer", "admin"]} viewer={viewer}>
          <LogoutForm action={logoutAction} className="btn btn-lg btn-outline xs:col-span-2" />
        </VisibleTo>
      </div>
    </MenuPopover>
  );
}
