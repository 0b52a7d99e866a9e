import { A } from "@/components/ui/a";
import { CartDrawerButton, CartLink } from "./cart-link";
import { Glyph } from "./header-icons";
import { Logo } from "./logo";
import { type LogoutAction, LogoutForm } from "./logout-form";
import { NavLink } from "./nav-link";
import { mainNav, SiteMenu } from "./site-menu";
import { ThemeToggle } from "./theme-toggle";
import { greeting, type Viewer } from "./viewer-text";
import { VisibleTo } from "./visible-to";

export type SiteHeaderProps = {
  logoutAction: LogoutAction;
  /** Given on private pages. Public pages leave it out and contain every variant (see VisibleTo). */
  viewer?: Viewer;
  /** Admin pages use the full width. */
  wide?: boolean;
};

const menuId = "site-menu";

/** The sticky header in its four variants: visitor, customer, admin, and neutral for browsers without JavaScript. */
export function SiteHeader({ logoutAction, viewer, wide = false }: SiteHeaderProps) {
  const count = viewer?.count ?? 0;
  return (
    <header className="site-header">
      <div
        className={`site-bar ${wide ? "w-full px-5 lg:px-10" : "shop"} flex items-center h-16 lg:h-[4.75rem] gap-4 lg:gap-2 xl:gap-4`}
      >
        <A
          href="/home"
          aria-label="Mithaas, home"
          className={`inline-flex items-center min-h-11 ${wide ? "" : "lg:mr-4 xl:mr-8"}`}
        >
          <Logo drawing="original" />
        </A>
        <VisibleTo roles={["neutral", "visitor", "customer"]} viewer={viewer}>
          <nav className="nav hidden lg:flex gap-4 xl:gap-6" aria-label="Main">
            {mainNav.map(({ href, text }) => (
              <NavLink key={href} href={href}>
                {text}
              </NavLink>
            ))}
          </nav>
        </VisibleTo>
        <div className="ml-auto flex items-center gap-1 xl:gap-2">
          <VisibleTo roles={["customer"]} viewer={viewer}>
            <NavLink href="/orders" className="btn btn-ghost nav-orders max-lg:hidden">
              My Orders
            </NavLink>
            <span
              className="hidden xl:block text-muted px-2 max-w-40 truncate"
              data-greeting="wide"
              suppressHydrationWarning
            >
              {greeting(viewer)}
            </span>
          </VisibleTo>
          <VisibleTo roles={["neutral"]} viewer={viewer}>
            <A href="/orders" className="btn btn-ghost max-lg:hidden">
              My orders
            </A>
          </VisibleTo>
          <VisibleTo roles={["admin"]} viewer={viewer}>
            <NavLink href="/admin" className="btn btn-ghost max-sm:hidden">
              Admin Panel
            </NavLink>
          </VisibleTo>
          <ThemeToggle>
            <Glyph name="moon" className="dark:hidden" />
            <Glyph name="sun" className="not-dark:hidden" />
          </ThemeToggle>
          <VisibleTo roles={["neutral", "customer"]} viewer={viewer}>
            <NavLink href="/account" className="btn btn-icon hover:bg-row-hover max-lg:hidden">
              <Glyph name="user" />
              <span className="sr-only">Account</span>
            </NavLink>
          </VisibleTo>
          <VisibleTo roles={["neutral", "visitor", "customer"]} viewer={viewer}>
            <CartLink count={count}>
              <Glyph name="bag" className="size-[1.35rem]" />
            </CartLink>
            <CartDrawerButton className="btn btn-icon hover:bg-row-hover max-sm:hidden">
              <Glyph name="panel" />
              <span className="sr-only">Quick view of cart</span>
            </CartDrawerButton>
          </VisibleTo>
          <VisibleTo roles={["neutral", "visitor"]} viewer={viewer}>
            <NavLink href="/login" className="btn btn-ghost max-lg:hidden">
              Login
            </NavLink>
          </VisibleTo>
          <VisibleTo roles={["visitor"]} viewer={viewer}>
            <NavLink href="/register" className="btn btn-primary max-lg:hidden">
              Sign Up
            </NavLink>
          </VisibleTo>
          <VisibleTo roles={["customer"]} viewer={viewer}>
            <LogoutForm action={logoutAction} className="btn btn-outline max-lg:hidden" />
          </VisibleTo>
          <VisibleTo roles={["admin"]} viewer={viewer}>
            <LogoutForm action={logoutAction} className="btn btn-outline max-sm:hidden" />
          </VisibleTo>
          <button
            type="button"
            className={`btn btn-icon hover:bg-row-hover site-menu-button ${viewer?.role === "admin" ? "for-admin" : ""}`}
            popoverTarget={menuId}
            aria-haspopup="dialog"
          >
            <Glyph name="menu" className="size-6" />
            <span className="sr-only">Open menu</span>
          </button>
        </div>
      </div>
      <SiteMenu id={menuId} logoutAction={logoutAction} viewer={viewer} />
    </header>
  );
}
