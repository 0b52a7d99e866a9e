"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link that prefetches its page on hover, touch or focus, instead of when it enters the viewport. For links that are on many
 * pages and seldom followed.
 */
export function HoverPrefetchLink({
  prefetch,
  ...props
}: Omit<ComponentProps<typeof Link>, "onPointerEnter" | "onFocus">) {
  const [active, setActive] = useState(false);
  const activate = () => setActive(true);
  return (
    <Link {...props} prefetch={prefetch ?? (active ? null : false)} onPointerEnter={activate} onFocus={activate} />
  );
}
