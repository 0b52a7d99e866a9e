"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link that fetches its page when it is pointed at, touched or focused, not when it is merely seen: for links that stand on
 * many pages and lead where few go next.
 */
export function HoverPrefetchLink({
  prefetch,
  ...props
}: Omit<ComponentProps<typeof Link>, "onPointerEnter" | "onFocus" | "onTouchStart">) {
  const [wanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  return (
    <Link
      {...props}
      prefetch={prefetch ?? (wanted ? null : false)}
      onPointerEnter={want}
      onFocus={want}
      onTouchStart={want}
    />
  );
}
