import type { ComponentProps, ReactNode } from "react";

export type ButtonKind = "primary" | "outline" | "ghost" | "quiet" | "danger" | "danger-ghost" | "accent";
export type ButtonSize = "sm" | "md" | "lg";

type Appearance = {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** Square, for one icon. Needs an `aria-label`. */
  icon?: boolean;
};

/** The classes of a button, also for links that look like one. `accent` is for dark red bands only. */
export function buttonClass({ kind = "primary", size = "md", icon = false }: Appearance = {}, className = ""): string {
  return ["btn", `btn-${kind}`, size !== "md" && `btn-${size}`, icon && "btn-icon", className]
    .filter(Boolean)
    .join(" ");
}

type ButtonProps = ComponentProps<"button"> &
  Appearance & {
    pending?: boolean;
    /** Whether the pending label is shown, when that is delayed (`useShowPending`). The same as `pending` when absent. */
    showPending?: boolean;
    /**
     * The label while pending ("Sending Message..."); with null the label stays. The button is as wide as the longer of its two labels.
     */
    pendingLabel?: ReactNode;
  };

const textOf = (label: ReactNode) => (typeof label === "string" ? label : undefined);

/** While `pending`, the button keeps the focus, ignores clicks, is `aria-disabled` and shows a spinner. */
export function Button({
  kind,
  size,
  icon,
  pending = false,
  showPending = pending,
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
      {pendingLabel == null ? (
        children
      ) : (
        <span className="btn-labels" data-other={showPending ? textOf(children) : textOf(pendingLabel)}>
          <span>
            {showPending && <span className="spinner" aria-hidden="true" />}
            {showPending ? pendingLabel : children}
          </span>
        </span>
      )}
    </button>
  );
}
