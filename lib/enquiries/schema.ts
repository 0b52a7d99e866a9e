import { z } from "zod";
import { boundedText, day, email, formId, optionalText, pageNumber, phoneText } from "@/lib/text";
import { enquiryBounds as bounds } from "./constants";

/** The sender: both forms check name, e-mail address and phone alike. */
const person = {
  name: boundedText(bounds.name.min, bounds.name.max, "Name must be at least 2 characters"),
  email,
  phone: phoneText(bounds.phone.min, "Please enter a valid phone number"),
};

const message = boundedText(bounds.message.min, bounds.message.max, "Message must be at least 10 characters");

/** `POST /contact` and the form on /contact. */
export const contactInput = z.object({
  ...person,
  subject: boundedText(bounds.subject.min, bounds.subject.max, "Subject must be at least 5 characters"),
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
  occasion: boundedText(bounds.occasion.min, bounds.occasion.max, "Please tell us the occasion"),
  /** The day it is needed, an Asia/Kolkata date. */
  eventDate,
  /** In the customer's words: "120 half-kilo boxes". */
  quantity: optionalText(bounds.quantity.max),
  budget: optionalText(bounds.budget.max),
  message,
});
/** The owner's list of enquiries in its address: unknown values fall back to the default. */
export const enquiriesQuery = z.object({
  show: z.enum(["open", "all"]).catch("open"),
  page: pageNumber,
});

/** The mark on an enquiry. */
export const markForm = z.object({ id: formId, done: z.stringbool() });
