import type { Route } from "next";
import type { ReactNode } from "react";
import { A } from "@/components/ui/a";
import { MAX_SEARCH } from "@/db/constants/text";
import { CartDrawerButton, CartLink, NavLink } from "./header-links";
import { Logo } from "./logo";
import { MenuPopover } from "./menu-popover";
import { ThemeToggle } from "./theme-toggle";
import { greeting, type Viewer } from "./viewer-text";
import { VisibleTo } from "./visible-to";

export type SiteHeaderProps = {
  logoutAction: (formData: FormData) => void | Promise<void>;
  /** Given on private pages. Public pages leave it out and contain every variant (see VisibleTo). */
  viewer?: Viewer;
  wide?: boolean;
  /** What the admin area adds to the header: the menu of the person. */
  tools?: ReactNode;
};

const menuId = "site-menu";

const searchField = { type: "search", id: "search", name: "search", maxLength: MAX_SEARCH };

type NavItem = { href: Route; text: string };

const mainNav: readonly NavItem[] = [
  { href: "/home", text: "Home" },
  // Its pages are at other paths (server/addresses.ts), so Next.js does not know that the address exists.
  { href: "/products" as Route, text: "Products" },
  { href: "/categories", text: "Categories" },
  { href: "/about", text: "About" },
  { href: "/contact", text: "Contact" },
];

/** The header's icons are inline, so that they are visible at the first paint. All others come from a sprite (components/ui/icon.tsx). */
const drawings = {
  moon: (
    <path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401" />
  ),
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41" />
    </>
  ),
  bag: (
    <>
      <path d="M16 10a4 4 0 0 1-8 0M3.103 6.034h17.794" />
      <path d="M3.4 5.467a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z" />
    </>
  ),
  panel: (
    <>
      <rect width="18" height="18" x="3" y="3" rx="2" />
      <path d="M15 3v18" />
    </>
  ),
  user: (
    <>
      <path d="M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2" />
      <circle cx="12" cy="7" r="4" />
    </>
  ),
  search: <path d="m21 21-4.3-4.3M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0" />,
  menu: <path d="M4 5h16M4 12h16M4 19h16" />,
  close: <path d="M18 6 6 18M6 6l12 12" />,
};

function Glyph({ name, className }: { name: keyof typeof drawings; className?: string }) {
  return (
    <svg className={className ? `glyph ${className}` : "glyph"} viewBox="0 0 24 24" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}

/** Logging out changes state, so it is a POST form and not a link. */
export function LogoutForm({ action, className }: { action: SiteHeaderProps["logoutAction"]; className: string }) {
  return (
    <form action={action} className="contents" data-logout="">
      <button type="submit" className={className}>
        Logout
      </button>
    </form>
  );
}

/** The sticky header in its four variants: visitor, customer, admin, and neutral for browsers without JavaScript. */
export function SiteHeader({ logoutAction, viewer, wide = false, tools }: SiteHeaderProps) {
  const count = viewer?.count ?? 0;
  return (
    <header className="site-header">
      <div className={`site-bar ${wide ? "w-full px-5 lg:px-10" : "shop"}`}>
        <A href="/home" aria-label="Mithaas, home" className="inline-flex items-center min-h-11">
          <Logo drawing="original" />
        </A>
        <VisibleTo roles={["neutral", "visitor", "customer"]} viewer={viewer}>
          <nav className="nav hidden lg:flex" aria-label="Main">
            {mainNav.map(({ href, text }) => (
              <NavLink key={href} href={href}>
                {text}
              </NavLink>
            ))}
          </nav>
        </VisibleTo>
        <div>
          {!wide && (
            // Where there is no room, the field is shown by its icon. PageListeners adds what matches.
            <form className="site-search" role="search" action="/products">
              <label htmlFor="search" className="btn btn-icon hover:bg-row-hover">
                <Glyph name="search" />
              </label>
              <input {...searchField} className="input" placeholder="Search" aria-label="Search sweets" />
            </form>
          )}
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
          {tools}
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
      <SiteMenu logoutAction={logoutAction} viewer={viewer} />
    </header>
  );
}

const MenuLink = ({ text, ...link }: NavItem) => <NavLink {...link}>{text}</NavLink>;

/** The header's links for small screens. Admins get only Admin Panel and Logout, because the shop's pages are for customers. */
function SiteMenu({ logoutAction, viewer }: Pick<SiteHeaderProps, "logoutAction" | "viewer">) {
  return (
    <MenuPopover id={menuId}>
      <div className="site-bar px-gutter border-b border-brass/60 shrink-0">
        <Logo />
        <button
          type="button"
          className="btn btn-icon ml-auto"
          popoverTarget={menuId}
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
          <CartDrawerButton className="btn btn-lg btn-ghost xs:col-span-2" data-closes-menu="">
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
