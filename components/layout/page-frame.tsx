import type { Route } from "next";
import type { ReactNode } from "react";
import { A } from "@/components/ui/a";
import { Icon } from "@/components/ui/icon";
import { shopNow } from "@/lib/clock";
import type { Banners, ShopFacts } from "@/lib/settings/facts";
import { copyright, shop } from "@/lib/shop";
import { InlineScript } from "./inline-script";
import { Logo } from "./logo";
import { PageListeners } from "./page-listeners";
import { SiteHeader, type SiteHeaderProps } from "./site-header";

type PageFrameProps = SiteHeaderProps & {
  children: ReactNode;
  banners: Banners;
  /** For the storefront's footer. The admin area has none. */
  facts?: ShopFacts;
  islands?: ReactNode;
};

/**
 * Header and footer around every page. Those of the storefront bring their own container, usually the class `shop`; those of the admin
 * area (`wide`) are up to 90rem wide and denser.
 */
export function PageFrame({ children, banners, facts, islands, ...header }: PageFrameProps) {
  const container = header.wide ? "dense flex-1 w-full max-w-[90rem] mx-auto px-5 lg:px-10 pb-16" : "flex-1";
  return (
    <div className="min-h-dvh flex flex-col">
      {/* The first element that Tab reaches; visible while it has the focus. */}
      <a href="#main" className="skip-link btn btn-primary">
        Skip to content
      </a>
      <ShopBanners {...banners} />
      <SiteHeader {...header} />
      <InlineScript name="headerPaint" />
      <main id="main" tabIndex={-1} className={`${container} outline-none`}>
        {children}
      </main>
      {facts && <SiteFooter {...facts} />}
      <PageListeners isShop={Boolean(facts)} />
      {islands}
    </div>
  );
}

export function ShopBanners({ pause, notice }: Banners) {
  if (!pause && !notice) return null;
  return (
    <aside aria-label="Notices" className="shop-banners">
      {pause && (
        <p className="banner banner-pause">
          <Icon name="clock" className="size-5 shrink-0" />
          <span>
            <b>{pause.text}</b>
            {pause.reason && <span className="banner-reason"> {pause.reason}</span>}
          </span>
        </p>
      )}
      {notice && (
        <p className="banner banner-notice on-band">
          {notice.link ? <a href={notice.link}>{notice.text}</a> : <span>{notice.text}</span>}
        </p>
      )}
    </aside>
  );
}

const footerLinks: readonly { href: Route; text: string }[] = [
  { href: "/custom-orders", text: "Custom orders" },
  { href: "/orders", text: "My orders" },
  { href: "/privacy", text: "Privacy Policy" },
  { href: "/terms", text: "Terms of Service" },
  { href: "/cookies", text: "Cookie Policy" },
  { href: "/returns", text: "Returns" },
  { href: "/faq", text: "FAQ" },
];

/** Tagline, social pages, policies, and the licence number and grievance officer that Indian food law requires. */
function SiteFooter({ social, fssai, grievance }: ShopFacts) {
  return (
    <footer className="on-band relative bg-band-deep text-on-band overflow-hidden mt-auto">
      <div className="jaali jaali-fade" />
      <div className="shop relative py-12 lg:py-16 flex flex-col lg:flex-row gap-8 lg:items-end lg:justify-between">
        <div>
          <Logo
            className="footer-logo inline-flex items-center gap-3 text-on-band"
            starClassName="size-12"
            wordClassName="h-9 w-auto"
          />
          <p className="mt-4 text-lg text-on-band-muted max-w-sm">{shop.tagline}</p>
          <ul className="flex -ml-3 mt-4 empty:hidden">
            {social.map(({ name, icon, href }) => (
              <li key={name}>
                <a
                  href={href}
                  className="grid place-items-center size-11 text-on-band hover:text-band-accent"
                  rel="noopener"
                >
                  <Icon name={icon} label={name} />
                </a>
              </li>
            ))}
          </ul>
        </div>
        <div className="lg:text-right">
          <nav className="flex flex-wrap gap-x-7 lg:justify-end" aria-label="Footer">
            {footerLinks.map(({ href, text }) => (
              <A
                key={href}
                href={href}
                className="inline-flex items-center min-h-11 touch:min-w-11 hover:text-band-accent underline-offset-4 hover:underline"
              >
                {text}
              </A>
            ))}
          </nav>
          <p className="text-on-band-muted mt-1 num">
            FSSAI licence {fssai}
            <span aria-hidden="true" className="max-sm:hidden">
              {" · "}
            </span>
            <br className="sm:hidden" />
            {grievance.post}:{" "}
            <a
              href={grievance.email.href}
              className="inline-block max-w-full [overflow-wrap:anywhere] touch:py-2.5 underline underline-offset-4 hover:text-band-accent"
            >
              {grievance.email.text}
            </a>
          </p>
          <p className="text-on-band-muted mt-1 num">{copyright(shopNow())}</p>
        </div>
      </div>
    </footer>
  );
}
