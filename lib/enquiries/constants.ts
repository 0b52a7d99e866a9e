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
