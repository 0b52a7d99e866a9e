import { Check } from "@/components/ui/field";
import { formatRupees } from "@/lib/money";
import type { AdminOrder } from "@/lib/orders/serializers";
import { typedRupees } from "./texts";

type ReceivedTickProps = {
  order: Pick<AdminOrder, "status" | "payment">;
  /** The id of the form whose Complete records it too. */
  form: string;
};

/** 'Received ₹…', which Complete records together with the status. A claim is confirmed instead. */
export function ReceivedTick({ order, form }: ReceivedTickProps) {
  const { due, state } = order.payment;
  if (due === 0 || state === "claimed" || order.status === "Completed") return null;
  return (
    <Check
      className="!py-0 num"
      title="With Complete: paid on delivery"
      name="received"
      value={typedRupees(due)}
      form={form}
      key={due}
    >
      Received {formatRupees(due)}
    </Check>
  );
}
