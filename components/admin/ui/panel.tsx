import type { ComponentProps } from "react";

type PanelProps = ComponentProps<"div"> & {
  as?: "div" | "ul" | "ol" | "section" | "li" | "fieldset";
  /** Lines between its parts. */
  divided?: boolean;
};

/** The surface that the content of the admin area stands on. */
export function Panel({ as = "div", divided, className, ...rest }: PanelProps) {
  // All of them take the attributes of a div.
  const Element = as as "div";
  const classes = ["border border-border bg-surface min-w-0", divided && "divide-y divide-border", className];
  return <Element className={classes.filter(Boolean).join(" ")} {...rest} />;
}
