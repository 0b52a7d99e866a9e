"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { A } from "@/components/ui/a";

/** A link with `aria-current="page"` on its own page and `aria-current="true"` on pages below it. */
export function NavLink({ href, className, children }: { href: Route; className?: string; children: ReactNode }) {
  const pathname = usePathname();
  // server/addresses.ts leads /products to the static pages under /listing, and those are rendered with that pathname.
  const section = pathname.startsWith("/listing") ? "/products" : pathname;
  const current = section === href ? "page" : section.startsWith(`${href}/`) ? "true" : undefined;
  return (
    <A href={href} className={className} aria-current={current}>
      {children}
    </A>
  );
}
