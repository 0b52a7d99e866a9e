import type { ReactNode } from "react";
import { Icon } from "./icon";

/** An error in place of the page's content; `action` is a button or link, such as a retry. */
export function PageError({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert" className="page-error">
      <Icon name="circle-alert" className="size-6 shrink-0" />
      <p>{children}</p>
      {action}
    </div>
  );
}
