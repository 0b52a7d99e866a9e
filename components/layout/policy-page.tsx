import type { Route } from "next";
import type { ReactNode } from "react";
import { A } from "@/components/ui/a";
import { policy } from "@/lib/shop";

const pages: readonly { href: Route; text: string }[] = [
  { href: "/privacy", text: "Privacy Policy" },
  { href: "/terms", text: "Terms of Service" },
  { href: "/cookies", text: "Cookie Policy" },
  { href: "/returns", text: "Returns and Refunds" },
  { href: "/contact", text: "Contact" },
];

type PolicyPageProps = { path: string; title: string; lead: ReactNode; children: ReactNode };

export function PolicyPage({ path, title, lead, children }: PolicyPageProps) {
  return (
    <div className="shop py-9 lg:py-14 grid grid-cols-1 lg:grid-cols-[1fr_16rem] gap-10 lg:gap-16 items-start">
      <article className="policy min-w-0">
        <h1 className="text-d2">{title}</h1>
        <p className="text-muted mt-2">
          Last updated <time dateTime={policy.lastUpdated.date}>{policy.lastUpdated.text}</time>
        </p>
        <p className="text-lg mt-5 max-w-prose">{lead}</p>
        {children}
      </article>
      <nav aria-label="Policies" className="lg:sticky lg:top-28 border-t border-border">
        <ul>
          {pages
            .filter(({ href }) => href !== path)
            .map(({ href, text }) => (
              <li key={href} className="border-b border-border">
                <A href={href} className="flex items-center min-h-13 font-semibold hover:text-link">
                  {text}
                </A>
              </li>
            ))}
        </ul>
      </nav>
    </div>
  );
}
