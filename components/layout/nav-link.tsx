"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import type { Route } from "next";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";

type NavLinkProps = {
  href: Route;
  className?: string;
  /** False for private pages: they are rendered for each request, so prefetching costs more than it saves. */
  prefetch?: false;
  children: ReactNode;
};

/** server/addresses.ts leads /products to the static pages under /listing, and those are rendered with that pathname. */
function sectionOf(pathname: string) {
  return pathname.startsWith("/listing") ? "/products" : pathname;
}

/** A link with `aria-current="page"` on its own page and `aria-current="true"` on pages below it. */
export function NavLink({ href, className, prefetch, children }: NavLinkProps) {
  const section = sectionOf(usePathname());
  const current = section === href ? "page" : section.startsWith(`${href}/`) ? "true" : undefined;
  return (
    <HoverPrefetchLink href={href} className={className} prefetch={prefetch} aria-current={current}>
      {children}
    </HoverPrefetchLink>
  );
}
