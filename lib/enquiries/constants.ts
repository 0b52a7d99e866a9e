import { MAX_EMAIL, MAX_NAME, MAX_PHONE } from "@/db/constants/text";

/** Bounds of what is written to the shop, in characters. */
export const enquiryBounds = {
  name: { min: 2, max: MAX_NAME },
  phone: { min: 10, max: MAX_PHONE },
  email: { min: 0, max: MAX_EMAIL },
  subject: { min: 5, max: 200 },
  occasion: { min: 2, max: 120 },
  quantity: { min: 0, max: 120 },
  budget: { min: 0, max: 120 },
  message: { min: 10, max: 5000 },
} as const;

/** What a custom order may be for. The form offers these; the API accepts any text. */
export const occasions = [
  "Wedding",
  "Engagement",
  "Festival",
  "Birthday",
  "Baby shower or naming",
  "Office or clients",
  "Pooja or prasad",
  "Something else",
] as const;

export const CONTACT_SENT = "Message sent successfully! We'll get back to you soon.";
export const CUSTOM_ORDER_SENT = "Request sent successfully! We'll get back to you soon.";
