import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";

/** The message of a failure that belongs to the whole form, above its submit button. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex items-start gap-2.5 bg-danger-soft text-danger px-4 py-3 font-medium">
      <Icon name="circle-alert" className="size-5 shrink-0 mt-1" />
      <span>{children}</span>
    </p>
  );
}
