import type { Company, RecordedField, Tracking } from "@/db/constants/orders";
import { recordedSlotText } from "@/lib/delivery/texts";
import { deliveryTexts } from "./constants";

/** What of an order's sweets came and went, as the record of corrections has it. */
export const itemsChangeText = (went: unknown, came: unknown): string =>
  [came && `added ${came}`, went && `took out ${went}`].filter(Boolean).join("; ");

export type RecordedChange = { field: RecordedField; from: string | null; to: string };

/** An entry of the record of corrections. */
export function changeText({ field, from, to }: RecordedChange): string {
  if (field === "tracking") return from ? `Courier changed from “${from}” to “${to}”` : `Courier set to “${to}”`;
  if (field === "items") return `Sweets changed: ${itemsChangeText(from, to)}`;
  if (field !== "slot") return `${deliveryTexts[field].label} corrected from “${from ?? ""}” to “${to}”`;
  const now = recordedSlotText(to);
  return from ? `Moved from ${recordedSlotText(from)} to ${now}` : `Window set to ${now}`;
}

/** "DTDC D1234567"; empty when neither name nor number is known. */
export const trackingText = (tracking: Tracking | null): string =>
  [tracking?.carrier, tracking?.number].filter(Boolean).join(" ");

/** The company of an order's GST invoice, in lines. */
export const companyText = ({ name, gstin, deliveredTo }: Company): string =>
  [name, `GSTIN ${gstin}`, ...(deliveredTo === "others" ? ["Delivered to other people for the company"] : [])].join(
    "\n",
  );
