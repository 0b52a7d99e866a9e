import type { Route } from "next";
import Link from "next/link";
import { Icon, type IconName } from "./icon";

export type TabLink = { href: Route; text: string; icon?: IconName; current?: boolean };

/** Links that look like tabs, for pages of one section. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav className="tabs -mx-5 px-5 lg:mx-0 lg:px-0" aria-label={label}>
      {tabs.map(({ href, text, icon, current }) => (
        <Link key={href} href={href} className="tab" aria-current={current ? "page" : undefined}>
          {icon && <Icon name={icon} className="size-[1.1rem] max-sm:hidden" />}
          {text}
        </Link>
      ))}
    </nav>
  );
}
