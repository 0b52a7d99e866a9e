import { z } from "zod";
import { deliveryMethods } from "@/db/constants/delivery";
import { channels, companyDeliveries } from "@/db/constants/orders";
import { positiveInt, rupees, time } from "@/lib/http/responses";

const text = z.string().nullable();
const state = z
  .object({ code: z.string().meta({ examples: ["27"] }), name: z.string() })
  .nullable()
  .meta({ description: "The state's code in GST, and its name" });

/** The company that an invoice is for. */
export const companyResponse = z
  .object({
    gstin: z.string().meta({ examples: ["29AAGCB7383J1Z4"] }),
    name: z.string(),
    deliveredTo: z
      .enum(companyDeliveries)
      .meta({ description: "others: the goods go to others at the company's direction" }),
  })
  .nullable()
  .meta({ description: "The company that the GST invoice is for; null: it is for the customer" });

const amounts = {
  taxable: rupees,
  cgst: rupees,
  sgst: rupees,
  igst: rupees,
  total: rupees.meta({ description: "taxable + cgst + sgst + igst, to the paisa" }),
};

const line = z.object({
  name: z.string(),
  hsn: z.string(),
  quantity: positiveInt
    .nullable()
    .meta({ description: "Null for delivery, gift wrap and a part of a line that is credited" }),
  rate: z.number().meta({ description: "Percent", examples: [5] }),
  ...amounts,
});

const document = {
  number: z.string().meta({ examples: ["INV/26-27/000123"] }),
  date: z.iso.date(),
  issuedAt: time,
  buyer: z.object({ name: text, address: text }),
  company: companyResponse,
  lines: z.array(line),
  totals: z.object(amounts),
};

const invoice = {
  kind: z.enum(["tax_invoice", "bill_of_supply"]),
  ...document,
  seller: z.object({
    legalName: z.string(),
    address: z.string(),
    state,
    gstin: text,
    fssai: z.string(),
    phone: z.string(),
    email: z.string(),
    sampleFssai: z.boolean().optional().meta({ description: "True: the licence was a sample when this was issued" }),
    samplePhone: z.boolean().optional().meta({ description: "True: so was the phone" }),
  }),
  order: z.object({
    id: positiveInt,
    date: z.iso.date(),
    channel: z.enum(channels),
    method: z.enum(deliveryMethods).nullable(),
    day: z.iso.date().optional().meta({ description: "The day for which it was ordered, when one was named" }),
  }),
  placeOfSupply: state,
  interState: z.boolean().meta({ description: "Supplied to another state: IGST instead of CGST and SGST" }),
  creditNotes: z.array(z.object({ ...document, total: rupees, reason: text })),
};

/** An order's invoice with its credit notes. */
export const invoiceResponse = z
  .object({
    ...invoice,
    earlier: z
      .array(z.object(invoice))
      .meta({ description: "Invoices before this one: of an order that was cancelled and taken up again" }),
  })
  .meta({ id: "Invoice" });

/** A document as a file. */
export const pdfResponse = z.string().meta({ description: "A PDF", format: "binary" });
