import type { ReactNode } from "react";
import { Icon } from "./icon";

/** An error in place of the page's content. `retry`: what 'Try again' does, or the address that it leads to. */
export function PageError({ children, retry }: { children: ReactNode; retry?: (() => void) | string }) {
  return (
    <div role="alert" className="page-error">
      <Icon name="circle-alert" className="size-6 shrink-0" />
      <p>{children}</p>
      {typeof retry === "string" ? (
        <a href={retry} className="btn btn-outline">
          Try again
        </a>
      ) : (
        retry && (
          <button type="button" className="btn btn-outline" onClick={retry}>
            Try again
          </button>
        )
      )}
    </div>
  );
}
