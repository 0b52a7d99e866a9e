"use client";

import Link from "next/link";
import type { KeyboardEvent } from "react";
import { Icon } from "@/components/ui/icon";
import type { Tab } from "./tab-list";
import { tabUrl } from "./urls";

// Arrow keys move between tabs and the space bar opens one. Each is also a stop of its own, because it is a link.
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
export function AdminTabs({ tabs, current }: { tabs: readonly Tab[]; current: string }) {
  return (
    <div
      className="tabs mt-3 lg:mt-4 -mx-5 px-5 lg:mx-0 lg:px-0 max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-3 max-sm:gap-y-0"
      role="tablist"
      aria-label="Admin area"
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ name, text, icon }) => (
        <Link
          key={name}
          href={tabUrl(name)}
          className="tab max-sm:justify-center"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === current}
          aria-controls={name === current ? "tab-panel" : undefined}
          prefetch={false}
        >
          <Icon name={icon} className="max-sm:hidden" />
          {text}
        </Link>
      ))}
    </div>
  );
}
