/** What an enquiry is: a message of the contact form, or a request for a custom order. */
export const enquiryKinds = ["contact", "custom_order"] as const;
