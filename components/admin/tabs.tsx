"use client";

import Link from "next/link";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
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
  const list = useRef<HTMLDivElement>(null);

  // On a phone the tabs are wider than the window: the current one is shown, with a part of the one before it.
  useLayoutEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [current]);

  return (
    <div
      ref={list}
      className="tabs relative mt-3 lg:mt-4 -mx-5 px-5 lg:mx-0 lg:px-0 max-sm:gap-5"
      role="tablist"
      aria-label="Admin area"
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ name, text, icon }) => (
        <Link
          key={name}
          href={tabUrl(name)}
          className="tab"
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
