/** What is issued: a tax invoice while the shop has a GSTIN, else a bill of supply; a credit note takes back a part of either. */
export const documentKinds = ["tax_invoice", "bill_of_supply", "credit_note"] as const;

/** Unit quantity codes of the GST portal: kilograms for packs with a weight, numbers for others. */
export const unitCodes = ["KGS", "NOS"] as const;
export type UnitCode = (typeof unitCodes)[number];

/** Characters of a document's number at most: rule 46(b) of the CGST Rules, 2017. */
export const MAX_NUMBER = 16;
