import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "info" | "success" | "warning" | "danger" | "brand" | "pista";

type BadgeProps = {
  tone?: BadgeTone;
  /** Filled with the strong colour of its tone, for what is over and done. */
  solid?: boolean;
  /** Adds a rhombus, for badges on photographs. */
  mark?: boolean;
  children: ReactNode;
};

export function Badge({ tone = "neutral", solid = false, mark = false, children }: BadgeProps) {
  const classes = ["badge", tone !== "neutral" && `badge-${tone}`, solid && "badge-solid"].filter(Boolean).join(" ");
  return (
    <span className={classes}>
      {mark && <i className="bullet" />}
      {children}
    </span>
  );
}
