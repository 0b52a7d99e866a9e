"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";

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

/**
 * A link that knows when the visitor is on its page: `aria-current="page"`, or "true" on a page under it. It fetches its
 * page when it is pointed at or focused, not when it is merely seen: the header is seen on every first load.
 */
export function NavLink({ href, className, prefetch, children }: NavLinkProps) {
  const [wanted, setWanted] = useState(false);
  const section = sectionOf(usePathname());
  const current = section === href ? "page" : section.startsWith(`${href}/`) ? "true" : undefined;
  const want = () => setWanted(true);
  return (
    <Link
      href={href}
      className={className}
      prefetch={prefetch ?? (wanted ? null : false)}
      onPointerEnter={want}
      onFocus={want}
      onTouchStart={want}
      aria-current={current}
    >
      {children}
    </Link>
  );
}
