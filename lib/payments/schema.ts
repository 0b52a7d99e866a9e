import { z } from "zod";
import { paymentBounds, recordedMethods } from "@/db/constants/payments";
import { decimal } from "@/lib/settings/parts";
import { boundedText, clearableText, digitText, formId, jsonText } from "@/lib/text";
import { isUtr, MAX_TYPED_UTR } from "./constants";

const UTR_WANTED = "Please enter the 12 digits of the UTR";
const AMOUNT_WANTED = "Please enter an amount from 0.01 to 1,00,00,000";

/** Rupees with at most two decimals, above zero. */
const amount = decimal(0.01, 1_00_00_000, AMOUNT_WANTED);

/** The UTR of a UPI transfer, with the blanks that people type between its digits. */
const utr = digitText(UTR_WANTED)
  .max(MAX_TYPED_UTR, UTR_WANTED)
  .transform((text) => text.replace(/\s/g, ""))
  .refine(isUtr, UTR_WANTED)
  .meta({ examples: ["632915478201"] });

const force = z
  .boolean()
  .default(false)
  .meta({ description: "Record it although it is more than is due, such as when somebody has paid twice" });

/** `POST /orders/{id}/payments/claim`. */
export const claimInput = z.object({ utr });
export type ClaimInput = z.output<typeof claimInput>;

/** `POST /admin/orders/{id}/payments`. */
export const paymentInput = z.object({
  method: z.enum(recordedMethods, "Please choose how it was paid"),
  amount,
  reference: clearableText(paymentBounds.reference.max).default(null),
  force,
});
export type PaymentInput = z.output<typeof paymentInput>;

/** `POST /admin/orders/{id}/payments/{paymentId}/confirm`; a body is optional. */
export const confirmInput = z.object({ force }).default({ force: false });

/** `POST /admin/orders/{id}/payments/{paymentId}/reject`; a body is optional. */
export const rejectInput = z
  .object({ reason: clearableText(paymentBounds.reason.max).default(null) })
  .default({ reason: null });

/** `POST /admin/orders/{id}/refunds`. */
export const refundInput = z.object({
  amount,
  reason: boundedText(paymentBounds.reason.min, paymentBounds.reason.max, "Please enter why it is refunded"),
  method: z.enum(recordedMethods, "Please choose how it was paid back").optional().meta({
    description: "How the shop has paid it back itself. Without it the gateway pays back what was paid online",
  }),
});
export type RefundInput = z.output<typeof refundInput>;

const gatewayId = z
  .string()
  .regex(/^\w{1,60}$/)
  .optional()
  .catch(undefined);
const metadata = jsonText("").pipe(z.object({ order_id: gatewayId }));
/** What the gateway's page posts to the callback: of a payment, or why one has failed. What cannot be its is as if it were missing. */
export const callbackForm = z
  .object({
    razorpay_order_id: gatewayId,
    razorpay_payment_id: gatewayId,
    razorpay_signature: z.string().optional().catch(undefined),
    "error[metadata]": z
      .unknown()
      .optional()
      .transform((text) => metadata.safeParse(text).data?.order_id),
    "error[metadata][order_id]": gatewayId,
  })
  .transform((form) => ({
    gatewayId: form.razorpay_order_id,
    paymentId: form.razorpay_payment_id,
    signature: form.razorpay_signature,
    failedOrder: form["error[metadata]"] ?? form["error[metadata][order_id]"],
  }));
export type GatewayCallback = z.output<typeof callbackForm>;

/** Forms: their fields are text, and their key makes a double click one submit. */
const typedAmount = digitText(AMOUNT_WANTED)
  .transform((text) =>
    /^\d{1,8}(\.\d{1,2})?$/.test(text.replace(/[,\s₹]/g, "")) ? Number(text.replace(/[,\s₹]/g, "")) : Number.NaN,
  )
  .pipe(amount);
const key = z.uuid();

export const claimForm = claimInput
  .extend({ orderId: formId, key })
  .transform(({ orderId, ...claim }) => ({ id: orderId, ...claim }));

/** `force` is the amount, as typed, that the owner accepts although it is more than is due. */
const acceptsAmount = (form: unknown) => {
  const { force, amount } = form as Record<string, unknown>;
  return { ...(form as object), force: force !== undefined && force === amount };
};
export const paymentForm = z.preprocess(acceptsAmount, paymentInput.extend({ id: formId, key, amount: typedAmount }));

/** A claim is confirmed, also although less is due by now, or rejected. */
const settled = { id: formId, paymentId: formId };
export const confirmForm = z
  .object({ ...settled, answer: z.enum(["confirm", "confirm above due"]) })
  .transform(({ answer, ...ids }) => ({ ...ids, force: answer === "confirm above due" }));
export const rejectForm = z.object({ ...settled, reason: clearableText(paymentBounds.reason.max).default(null) });

const refundFields = {
  amount: typedAmount,
  reason: refundInput.shape.reason,
  method: z.preprocess((chosen) => chosen || undefined, refundInput.shape.method),
};
export const refundForm = z.object({ ...refundFields, id: formId, key });

/** What goes back when a paid order is cancelled, in the fields of the form that cancels it; nothing yet with 'Refund later'. */
export const cancelRefundFields = {
  refund: z.enum(["now", "later"]).default("later"),
  amount: z.string().optional(),
  reason: z.string().optional(),
  method: z.string().optional(),
};

/** A form with these fields, which has a refund or none. */
export function withRefund<Fields extends z.output<z.ZodObject<typeof cancelRefundFields>>>(
  { refund, amount, reason, method, ...fields }: Fields,
  ctx: z.RefinementCtx,
): Omit<Fields, keyof typeof cancelRefundFields> & { refund: RefundInput | undefined } {
  if (refund === "later") return { ...fields, refund: undefined };
  const parsed = z.object(refundFields).safeParse({ amount, reason, method });
  for (const { message, path } of parsed.error?.issues ?? []) ctx.addIssue({ code: "custom", message, path });
  return { ...fields, refund: parsed.data };
}

/** These fields alone, as a dialog checks them. */
export const cancelRefundForm = z.object(cancelRefundFields).transform(withRefund);

/** 'Received ₹…' beside Complete: the amount that the owner saw as due. */
export const receivedField = typedAmount.optional();
