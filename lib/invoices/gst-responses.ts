import { z } from "zod";
import { unitCodes } from "@/db/constants/invoices";
import { count } from "@/lib/http/responses";

const signed = z.number().meta({ description: "Rupees; negative for credit notes" });
const taxes = { taxable: signed, cgst: signed, sgst: signed, igst: signed };
const document = z.enum(["invoice", "credit_note"]);
const taxesExample = { taxable: 1142.86, cgst: 28.57, sgst: 28.57, igst: 0 };

/** A row of `GET /admin/reports/gst`. */
export const gstRow = z
  .object({
    month: z.string(),
    document,
    buyer: z.enum(["B2B", "B2C"]).meta({ description: "B2B: a company that has given its GSTIN" }),
    placeOfSupply: z
      .string()
      .nullable()
      .meta({ description: "As the GST portal writes it; null: the shop had no state" }),
    hsn: z.string(),
    unit: z.enum(unitCodes).meta({ description: "KGS for packs with a weight" }),
    quantity: z
      .number()
      .meta({ description: "In the unit; negative for credit notes, which count a line that is credited in full" }),
    rate: z.number().meta({ description: "Percent" }),
    ...taxes,
    total: signed,
  })
  .meta({
    id: "GstRow",
    examples: [
      {
        ...{ month: "2026-11", document: "invoice", buyer: "B2B", placeOfSupply: "27-Maharashtra", hsn: "2106" },
        ...{ unit: "KGS", quantity: 1.5, rate: 5, ...taxesExample, total: 1200 },
      },
    ],
  });

/** A row of `GET /admin/reports/gst/documents`. */
export const documentSeriesRow = z
  .object({
    series: z.string().meta({ description: "The prefix of its numbers" }),
    from: z.string(),
    to: z.string(),
    issued: count,
    cancelled: count.meta({ description: "Numbers that were voided: none is" }),
  })
  .meta({
    id: "DocumentSeries",
    examples: [{ series: "INV", from: "INV/26-27/000001", to: "INV/26-27/000123", issued: 123, cancelled: 0 }],
  });

/** A row of `GET /admin/reports/gst/companies`. */
export const companyDocumentRow = z
  .object({
    gstin: z.string(),
    name: z.string(),
    document,
    number: z.string(),
    date: z.iso.date(),
    value: signed.meta({ description: "Rupees, with the taxes; negative for credit notes" }),
    ...taxes,
  })
  .meta({
    id: "CompanyDocument",
    examples: [
      {
        ...{ gstin: "29AAGCB7383J1Z4", name: "Acme Gifts Private Limited", document: "invoice" },
        ...{ number: "INV/26-27/000123", date: "2026-11-26", value: 1200, ...taxesExample },
      },
    ],
  });
