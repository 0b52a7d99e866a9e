"use client";

import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";

type DetailsProps = Omit<ComponentProps<"details">, "open" | "ref"> & {
  /** Opens it, at first or when it becomes true. Nobody but the person closes it. */
  open: boolean;
};

/** A part that is folded away until it is needed, such as a form that opens itself when it was refused. */
export function Details({ open, ...rest }: DetailsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpenAtFirst] = useState(open);
  useLayoutEffect(() => {
    if (open && details.current) details.current.open = true;
  }, [open]);
  return <details ref={details} open={isOpenAtFirst || undefined} {...rest} />;
}
