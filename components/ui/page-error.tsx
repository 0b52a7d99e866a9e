import type { ReactNode } from "react";
import { Icon } from "./icon";

/** What went wrong, in place of the content; `action` is the way on. */
export function PageError({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-4 bg-danger-soft text-danger px-5 py-6 lg:px-8"
    >
      <Icon name="circle-alert" className="size-6 shrink-0" />
      <p className="flex-1 min-w-48 font-medium">{children}</p>
      {action}
    </div>
  );
}
