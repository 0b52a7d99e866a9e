import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon";

type WarningProps = Omit<ComponentProps<"div">, "title"> & {
  /** The element that it is. */
  as?: "div" | "aside" | "section";
  title: ReactNode;
};

/** Something that should be looked after. */
export function Warning({ as: Element = "div", title, className = "", children, ...rest }: WarningProps) {
  return (
    <Element className={`flex gap-3 border border-border-strong bg-warning-soft p-4 katli-cut ${className}`} {...rest}>
      <Icon name="triangle-alert" className="size-5 text-warning shrink-0 mt-0.5" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <div className="font-semibold">{title}</div>
        {children}
      </div>
    </Element>
  );
}
