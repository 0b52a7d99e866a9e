import { z } from "zod";
import { clearableText, day } from "@/lib/text";
import { BILL_PREFIX, settingBounds as bounds, CREDIT_PREFIX } from "./constants";
import { gstinText } from "./gstin-schema";
import { decimal, matching, rupeesUpTo, wholeNumber } from "./parts";

/* The sections of the settings that are about money; see schema.ts for the others. */

/** A virtual payment address: sweets.mithaas@okbank. */
const upiId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9]{1,63}$/, "Please enter a UPI ID such as mithaas@okbank");

/** What `payments` has, before the check that customers can pay at all. */
export const paymentFields = z.object({
  upiId: upiId.nullable().meta({ description: "Null: nobody can pay by UPI before delivery" }),
  /** What UPI apps show; the shop's name when there is none. */
  payeeName: clearableText(bounds.payeeName),
  cod: z.object({
    active: z.boolean(),
    upTo: rupeesUpTo(bounds.threshold)
      .nullable()
      .meta({ description: "The total up to which payment on delivery is offered" }),
  }),
  remindAfterHours: wholeNumber(1, bounds.remindAfterHours)
    .default(24)
    .meta({ description: "Hours after which the owner is reminded of an unpaid UPI order" }),
  online: z
    .object({
      active: z.boolean(),
      holdMinutes: wholeNumber(bounds.holdMinutes.min, bounds.holdMinutes.max).default(30),
    })
    .default({ active: false, holdMinutes: 30 })
    .meta({
      description: "Payment by the gateway, within `holdMinutes`; without effect while the server has no keys of it",
    }),
});

/** `payments`: what checkout offers. Without a UPI ID customers cannot pay by UPI before delivery. */
export const paymentSettings = paymentFields.refine(
  ({ upiId, cod, online }) => upiId !== null || cod.active || online.active,
  { path: ["upiId"], message: "Please offer UPI or payment on delivery" },
);
export type PaymentSettings = z.output<typeof paymentSettings>;

/** An HSN code, by which a rate of tax is found. */
export const hsn = matching(/^(\d{4}|\d{6}|\d{8})$/, "Must be 4, 6 or 8 digits");

/** `tax`: with a GSTIN the shop issues tax invoices, without one bills of supply. A rate holds from its day on. */
export const taxSettings = z
  .object({
    gstin: gstinText.nullable().meta({ description: "Null: bills of supply instead of tax invoices" }),
    prefix: matching(/^[A-Z0-9]{1,3}$/, "Must be 1 to 3 capital letters or digits")
      .refine((text) => text !== BILL_PREFIX && text !== CREDIT_PREFIX, "This prefix has a series of its own")
      .meta({ description: "Of the numbers of tax invoices" }),
    rates: z
      .array(
        z.object({
          hsn,
          rate: decimal(0, 100, "Please enter a rate from 0 to 100"),
          from: day,
        }),
      )
      .max(bounds.rates),
  })
  .superRefine(({ rates }, ctx) => {
    rates.forEach(({ hsn, from }, at) => {
      if (rates.findIndex((other) => other.hsn === hsn && other.from === from) < at)
        ctx.addIssue({ code: "custom", path: ["rates", at, "from"], message: "This code and day are listed twice" });
    });
  });
export type TaxSettings = z.output<typeof taxSettings>;
