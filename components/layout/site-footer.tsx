import type { Route } from "next";
import { A } from "@/components/ui/a";
import { Icon } from "@/components/ui/icon";
import type { ShopFacts } from "@/lib/settings/facts";
import { shop } from "@/lib/shop";
import { Logo } from "./logo";

const links: readonly { href: Route; text: string }[] = [
  { href: "/custom-orders", text: "Custom orders" },
  { href: "/privacy", text: "Privacy Policy" },
  { href: "/terms", text: "Terms of Service" },
  { href: "/cookies", text: "Cookie Policy" },
  { href: "/returns", text: "Returns" },
  { href: "/faq", text: "FAQ" },
];

type SiteFooterProps = Pick<ShopFacts, "social" | "fssai" | "grievance"> & {
  /** "© 2025–2026 Mithaas. All rights reserved." */
  copyright: string;
};

/** Tagline, social pages, policies, and the licence number and grievance officer that Indian food law requires. */
export function SiteFooter({ social, fssai, grievance, copyright }: SiteFooterProps) {
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
            {links.map(({ href, text }) => (
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
              href={`mailto:${grievance.email}`}
              className="inline-block max-w-full [overflow-wrap:anywhere] touch:py-2.5 underline underline-offset-4 hover:text-band-accent"
            >
              {grievance.email}
            </a>
          </p>
          <p className="text-on-band-muted mt-1 num">{copyright}</p>
        </div>
      </div>
    </footer>
  );
}
