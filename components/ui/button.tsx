"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import type { ButtonHTMLAttributes, ReactNode } from "react";

export type ButtonKind = "primary" | "outline" | "ghost" | "quiet" | "danger" | "danger-ghost" | "accent";
export type ButtonSize = "sm" | "md" | "lg";

type Look = {
  kind?: ButtonKind;
  size?: ButtonSize /** Square, for one icon: give it an `aria-label`. */;
  icon?: boolean;
};

/** The classes of a button, for links and summaries that look like one. `accent` belongs on oxblood bands only. */
export function buttonClass({ kind = "primary", size = "md", icon = false }: Look = {}, className = ""): string {
  return ["btn", `btn-${kind}`, size !== "md" && `btn-${size}`, icon && "btn-icon", className]
    .filter(Boolean)
    .join(" ");
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    pending?: boolean;
    /** Whether it says so already, when the other label is to wait a moment (`useShowPending`); as `pending` when absent. */
    working?: boolean;
    /** What the button reads while it works ("Sending Message..."); its width is that of the longer of the two. */
    pendingLabel?: ReactNode;
  };

const textOf = (label: ReactNode) => (typeof label === "string" ? label : undefined);

/** A button. While `pending` it keeps the focus, refuses clicks by `aria-disabled` and shows a spinner. */
export function Button({
  kind,
  size,
  icon,
  pending = false,
  working = pending,
  pendingLabel,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass({ kind, size, icon }, className)}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {pendingLabel === undefined ? (
        children
      ) : (
        <span className="btn-labels" data-other={working ? textOf(children) : textOf(pendingLabel)}>
          <span>
            {working && <span className="spinner" aria-hidden="true" />}
            {working ? pendingLabel : children}
          </span>
        </span>
      )}
    </button>
  );
}
