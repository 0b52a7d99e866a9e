import { z } from "zod";
import { boundedText, day, email, formId, optionalText, pageNumber, phoneText } from "@/lib/text";

/** The sender: both forms check name, e-mail address and phone alike. */
const person = {
  name: boundedText(2, 120, "Name must be at least 2 characters"),
  email,
  phone: phoneText(10, "Please enter a valid phone number"),
};

const message = boundedText(10, 5000, "Message must be at least 10 characters");

/** `POST /contact` and the form on /contact. */
export const contactInput = z.object({
  ...person,
  subject: boundedText(5, 200, "Subject must be at least 5 characters"),
  message,
});
export type ContactInput = z.infer<typeof contactInput>;

const eventDate = z
  .string("Please enter a valid date")
  .nullish()
  .transform((text) => text?.trim() || null)
  .pipe(day.refine((date) => date < "2100", "Please enter a valid date").nullable());

/** The form on /custom-orders, as far as the browser checks it (request-schema.ts). */
export const customOrderInput = z.object({
  ...person,
  occasion: boundedText(2, 120, "Please tell us the occasion"),
  /** The day it is needed, an Asia/Kolkata date. */
  eventDate,
  /** In the customer's words: "120 half-kilo boxes". */
  quantity: optionalText(120),
  budget: optionalText(120),
  message,
});
/** The owner's list of enquiries in its address: unknown values fall back to the default. */
export const enquiriesQuery = z.object({
  show: z.enum(["open", "all"]).catch("open"),
  page: pageNumber,
});

/** The mark on an enquiry. */
export const markForm = z.object({ id: formId, done: z.stringbool() });
