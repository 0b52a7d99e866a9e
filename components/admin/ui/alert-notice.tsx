import { type ComponentProps, useEffect, useRef } from "react";
import { Notice } from "@/components/ui/notice";

type AlertNoticeProps = Pick<ComponentProps<typeof Notice>, "title" | "className" | "children"> & {
  /** Whenever it is another value, and a true one, the notice gets the focus: whoever has just saved may be far from here. */
  focusOn: unknown;
};

/** A warning that comes up after a save. */
export function AlertNotice({ focusOn, className = "", ...props }: AlertNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  // A dialog gives the focus back when it has closed: this comes after it.
  useEffect(() => {
    if (focusOn) setTimeout(() => notice.current?.focus());
  }, [focusOn]);
  return (
    <Notice tone="warning" role="alert" ref={notice} tabIndex={-1} className={`outline-none ${className}`} {...props} />
  );
}
