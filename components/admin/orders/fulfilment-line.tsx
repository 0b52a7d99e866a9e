import { Icon } from "@/components/ui/icon";
import type { Fulfilment } from "@/lib/orders/serializers";
import { feeText, shortWhenText, wayText } from "./fulfilment-text";

const icons = { delivery: "truck", courier: "package", pickup: "store" } as const;

/** When, how and for how much an order is delivered, in a list of orders. */
export function FulfilmentLine({ fulfilment }: { fulfilment: Fulfilment }) {
  const { method } = fulfilment;
  const fee = feeText(fulfilment);
  const way = [wayText(fulfilment), fee && (fulfilment.fee > 0 ? `fee ${fee}` : "no fee")].filter(Boolean).join(" · ");
  return (
    <div className="grid gap-0.5 content-start">
      <span className="flex items-center gap-1.5 text-base font-medium text-foreground num">
        <Icon name={method ? icons[method] : "phone"} className="size-4 shrink-0 text-accent-text" />
        <span className="min-w-0">{shortWhenText(fulfilment)}</span>
      </span>
      {way && <span className="num">{way}</span>}
    </div>
  );
}
