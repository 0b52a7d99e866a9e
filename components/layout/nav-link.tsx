"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";

type NavLinkProps = {
  href: Route;
  className?: string;
  /** False for private pages: they are rendered for each request, so fetching them ahead costs more than it saves. */
  prefetch?: false;
  children: ReactNode;
};

/** Under a rewrite the static page is made as /listing/…, while the browser is on /products. */
function sectionOf(pathname: string) {
  return pathname.startsWith("/listing") ? "/products" : pathname;
}

/** A link that knows when the visitor is on its page: `aria-current="page"`, or "true" on a page under it. */
export function NavLink({ href, className, prefetch, children }: NavLinkProps) {
  const section = sectionOf(usePathname());
  const current = section === href ? "page" : section.startsWith(`${href}/`) ? "true" : undefined;
  return (
    <HoverPrefetchLink href={href} className={className} prefetch={prefetch} aria-current={current}>
      {children}
    </HoverPrefetchLink>
  );
}
