import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "./icon";

type Tone = "info" | "success" | "warning" | "danger";

const looks: Record<Tone, [icon: IconName, colours: string, role?: "alert" | "status"]> = {
  info: ["info", "bg-info-soft text-info"],
  success: ["circle-check", "bg-success-soft text-success", "status"],
  warning: ["triangle-alert", "bg-warning-soft text-warning"],
  danger: ["circle-alert", "bg-danger-soft text-danger", "alert"],
};

type NoticeProps = Omit<ComponentProps<"div">, "title"> & {
  tone: Tone;
  icon?: IconName;
  /** One sentence in the tone's colour. */
  title: ReactNode;
  /** What follows from it, in the colour of text. */
  children?: ReactNode;
};

/** Something that the page says of itself: an error is read out at once, a success when the reader is free. */
export function Notice({ tone, icon, title, className = "", children, ...rest }: NoticeProps) {
  const [toneIcon, colours, role] = looks[tone];
  return (
    <div className={`flex items-start gap-2.5 px-4 py-3 katli-cut ${colours} ${className}`} role={role} {...rest}>
      <Icon name={icon ?? toneIcon} className="size-5 shrink-0 mt-1" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {title && <div className="font-medium">{title}</div>}
        {children && <div className="text-foreground">{children}</div>}
      </div>
    </div>
  );
}
