import type { ReactNode } from "react";
import { Icon } from "./icon";

/** What went wrong, in place of the content; `action` is the way on. */
export function PageError({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert" className="page-error">
      <Icon name="circle-alert" className="size-6 shrink-0" />
      <p>{children}</p>
      {action}
    </div>
  );
}
