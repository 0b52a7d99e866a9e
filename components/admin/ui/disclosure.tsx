"use client";

import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from "react";

type DisclosureProps = Omit<ComponentProps<"details">, "open" | "ref"> & {
  summary: ReactNode;
  /** Opens it, at first or when it becomes true, such as after a failure. Nobody but the person closes it. */
  open?: boolean;
};

/** A part that is folded away. It opens when something in it was refused, and otherwise stays as the person left it. */
export function Disclosure({ summary, open = false, children, ...rest }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpenAtFirst] = useState(open);
  useLayoutEffect(() => {
    if (open && details.current) details.current.open = true;
  }, [open]);
  return (
    <details ref={details} open={isOpenAtFirst || undefined} {...rest}>
      <summary className="font-semibold min-h-11 inline-flex has-[>*]:flex-wrap items-center gap-x-2 cursor-pointer num">
        {summary}
      </summary>
      {children}
    </details>
  );
}
