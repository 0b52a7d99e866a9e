import { Icon } from "@/components/ui/icon";
import type { OrderStatus } from "@/db/constants/orders";

const steps = ["Pending", "Processing", "Shipped", "Completed"] as const;

export function OrderProgress({ status }: { status: OrderStatus }) {
  if (status === "Cancelled") {
    return (
      <p className="text-danger font-medium flex gap-2 items-center">
        <Icon name="ban" className="size-4" />
        This order was cancelled.
      </p>
    );
  }
  const current = steps.indexOf(status);
  return (
    <ol className="grid gap-y-2 xs:grid-cols-4" aria-label="Order progress">
      {steps.map((step, index) => (
        <li
          key={step}
          className={`relative flex items-center gap-3 xs:block xs:text-center text-sm xs:text-xs sm:text-sm ${index === current ? "font-semibold text-heading" : index > current ? "text-muted" : ""}`}
          aria-current={index === current ? "step" : undefined}
        >
          {index > 0 && (
            <span
              aria-hidden="true"
              className={`absolute max-xs:hidden top-[.56rem] right-1/2 w-full h-px ${index <= current ? "bg-accent-text" : "bg-border"}`}
            />
          )}
          <span
            aria-hidden="true"
            className={`relative z-(--layer-raised) block xs:mx-auto xs:mb-2 shrink-0 w-[1.15rem] h-[1.15rem] rotate-45 scale-75 border ${index <= current ? "bg-accent border-accent" : "bg-surface border-border-strong"}`}
          />
          {step}
        </li>
      ))}
    </ol>
  );
}
