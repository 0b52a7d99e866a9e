import { AppError, invalid } from "@/lib/errors";
import { toPaise } from "@/lib/money";
import type { PaymentSettings } from "@/lib/settings/money-schema";
import type { CheckoutMethod } from "./constants";
import { codRefusal } from "./view";

/**
 * The total in paise up to which an order can be paid as chosen; null: any. Throws `cod_unavailable` when nothing is paid on delivery, and
 * `invalid` when the shop has no UPI ID.
 */
export function codLimit(method: CheckoutMethod, settings: PaymentSettings): number | null {
  if (method === "upi") {
    if (settings.upiId !== null) return null;
    throw invalid("payment", "Orders cannot be paid by UPI in advance at the moment.");
  }
  if (!settings.cod.active) throw codUnavailable(settings);
  return settings.cod.upTo === null ? null : toPaise(settings.cod.upTo);
}

/** The refusal of an order that cannot be paid on delivery. */
export function codUnavailable({ cod, upiId }: PaymentSettings): AppError {
  const upTo = cod.active ? (cod.upTo ?? 0) : 0;
  const other = upiId === null ? "Please call us." : "Please pay by UPI.";
  const reason = codRefusal(Number.POSITIVE_INFINITY, cod);
  return new AppError("cod_unavailable", `${reason} ${other}`, { upTo });
}
