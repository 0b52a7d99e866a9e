import type { ReactNode } from "react";
import { EmptyStar } from "./star-art";

type EmptyStateProps = {
  title: ReactNode;
  /** One line. */
  children?: ReactNode;
  /** At most one button or link. */
  action?: ReactNode;
  /** `h1` when the page has no other heading. */
  level?: "h1" | "h2" | "h3";
  className?: string;
};

/** Shown in place of an empty list. */
export function EmptyState({
  title,
  children,
  action,
  level: Heading = "h2",
  className = "px-gutter xs:px-6 py-14 lg:py-20",
}: EmptyStateProps) {
  return (
    <div className={`grid grid-cols-1 place-items-center text-center ${className}`}>
      <EmptyStar className="w-40 lg:w-48 max-w-full" />
      <Heading className="text-d3 mt-7">{title}</Heading>
      {children && <p className="text-muted mt-2 text-lg">{children}</p>}
      {action && <div className="mt-7">{action}</div>}
    </div>
  );
}
