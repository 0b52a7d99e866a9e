/**
 * How long the shop stores what is about people: /privacy says it, and lib/people/privacy-commands.ts does it.
 *
 * Orders and bills: section 36 of the CGST Act, 2017 asks for 72 months from the due date of the year's annual return, which is 31 December
 * after the financial year (section 44): 6 years and 9 months after its end. Section 128(5) of the Companies Act, 2013 asks companies for
 * the books of the eight financial years before, with their vouchers: the longest of the two.
 */
export const retention = {
  /** Years after an enquiry was dealt with. */
  enquiryYears: 1,
  /** Days after a message was sent, was handled or failed, and for which one waits that nobody sends. */
  messageDays: 90,
  /** Years for which the audit log is kept and shown. */
  auditYears: 2,
  /** Days after an event for which the deliveries of webhooks are kept and shown. */
  deliveryDays: 30,
  /** Years after the end of the financial year of an order or a document. */
  orderYears: 8,
} as const;

/**
 * Paise from which a document needs the name and address of a buyer who is not registered: rule 46(e) of the CGST Rules, 2017. Below it they
 * are removed with the account. A company is registered, and rule 46(d) asks for its name and address whatever the total.
 */
export const BUYER_NAMED_FROM = 50_000_00;
