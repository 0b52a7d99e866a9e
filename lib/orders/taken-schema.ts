import { z } from "zod";
import { paymentMethods } from "@/db/constants/payments";
import { MAX_NAME } from "@/db/constants/text";
import { counterMethods, takenMethods } from "@/lib/payments/constants";
import { paymentInput } from "@/lib/payments/schema";
import { boundedText, email, phoneText } from "@/lib/text";
import { orderInput } from "./schema";

const includes = (methods: readonly string[], method: string) => methods.includes(method);

/** For whom staff take an order: nobody needs an account. */
export const takenFor = z.object({
  name: boundedText(1, MAX_NAME, "Please enter the customer's name"),
  phone: phoneText(1, "Please enter the customer's phone number"),
  email: email.nullish().transform((address) => address ?? null),
});
export type TakenFor = z.output<typeof takenFor>;

/**
 * `POST /admin/orders`. Without `delivery` it is handed over and paid at once; with it, it is for later, by telephone or in advance. Without a
 * customer, whoever gets an order for later has ordered it.
 */
export const takenOrderInput = orderInput
  .omit({ delivery: true, payment: true })
  .extend({
    customer: takenFor.nullish().meta({ description: "Null: whoever buys at the counter, or gets what is delivered" }),
    delivery: orderInput.shape.delivery
      .nullish()
      .meta({ description: "As POST /orders takes it; null: handed over and paid at once" }),
    payment: z
      .enum(paymentMethods, "Please choose how it is paid")
      .optional()
      .meta({ description: "At the counter cash (the default), upi or card; with delivery cod (the default) or upi" }),
    received: paymentInput
      .pick({ method: true, amount: true })
      .nullish()
      .meta({ description: "An advance for an order with delivery; needs payments:write" }),
  })
  .refine(({ delivery, payment }) => !payment || includes(delivery ? takenMethods : counterMethods, payment), {
    path: ["payment"],
    message: "It cannot be paid in this way",
  })
  .refine(({ delivery, received }) => delivery || !received, {
    path: ["received"],
    message: "What is handed over is paid in full",
  });
export type TakenOrder = z.output<typeof takenOrderInput>;
