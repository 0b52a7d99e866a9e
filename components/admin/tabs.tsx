"use client";

import type { Route } from "next";
import Link from "next/link";
import type { KeyboardEvent } from "react";
import { Icon, type IconName } from "@/components/ui/icon";
import { type Tab, tabs, tabUrl } from "./urls";

const looks: Record<Tab, { text: string; icon: IconName }> = {
  dashboard: { text: "Dashboard", icon: "layout-dashboard" },
  products: { text: "Products", icon: "package" },
  orders: { text: "Orders", icon: "scroll-text" },
  kitchen: { text: "Kitchen", icon: "chef-hat" },
  reports: { text: "Reports", icon: "chart-column" },
  settings: { text: "Settings", icon: "settings" },
};

// Arrow keys move between tabs and the space bar opens one; each is also a stop of its own, so that it can be reached without JavaScript.
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (event.key === " " && at >= 0) {
    event.preventDefault();
    all[at]?.click();
  }
  const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (step === undefined || at < 0) return;
  event.preventDefault();
  all.at(step % all.length)?.focus();
}

/** The tabs of /admin. They are addresses: back works, and a tab can be linked to. */
export function AdminTabs({ current }: { current: Tab }) {
  return (
    <div
      className="tabs mt-3 lg:mt-4 -mx-5 px-5 lg:mx-0 lg:px-0 max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-3 max-sm:gap-y-0"
      role="tablist"
      aria-label="Admin area"
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <Link
          key={tab}
          href={tabUrl(tab) as Route}
          className="tab max-sm:justify-center"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === current}
          aria-controls={tab === current ? "tab-panel" : undefined}
          prefetch={false}
        >
          <Icon name={looks[tab].icon} className="max-sm:hidden" />
          {looks[tab].text}
        </Link>
      ))}
    </div>
  );
}
