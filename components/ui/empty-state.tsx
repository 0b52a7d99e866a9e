import type { Route } from "next";
import type { ReactNode } from "react";
import { A } from "./a";
import { buttonClass } from "./button";

type EmptyStateProps = {
  title: ReactNode;
  children?: ReactNode;
  /** At most one button, or one link that looks like it. */
  action?: ReactNode;
  link?: { href: Route; text: string };
  /** `h1` when the page has no other heading. */
  level?: "h1" | "h2" | "h3";
};

export function EmptyState({ title, children, action, link, level: Heading = "h2" }: EmptyStateProps) {
  return (
    <div className="grid grid-cols-1 place-items-center text-center px-gutter xs:px-6 py-14 lg:py-20">
      <svg className="w-40 lg:w-48 max-w-full" viewBox="0 0 100 100" aria-hidden="true">
        <use href="/icons.svg#star-empty" />
      </svg>
      <Heading className="text-d3 mt-7">{title}</Heading>
      {children && <p className="text-muted mt-2 text-lg">{children}</p>}
      {(action || link) && (
        <div className="mt-7">
          {action}
          {link && (
            <A href={link.href} className={buttonClass()}>
              {link.text}
            </A>
          )}
        </div>
      )}
    </div>
  );
}
