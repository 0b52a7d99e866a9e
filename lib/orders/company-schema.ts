import { z } from "zod";
import { companyDeliveries, companyName } from "@/db/constants/orders";
import { gstinText } from "@/lib/settings/gstin-schema";
import { boundedText } from "@/lib/text";

/** The company that an order's GST invoice is for, as the API takes it; null: it is for the customer. */
export const companyInput = z
  .object({
    gstin: gstinText,
    // In one line, as it stands on the invoice.
    name: z.preprocess(
      (text) => (typeof text === "string" ? text.replace(/\s+/g, " ").trim() : text),
      boundedText(companyName.min, companyName.max, "Please enter the company's name"),
    ),
    deliveredTo: z
      .enum(companyDeliveries, "Please choose who gets the sweets")
      .default("company")
      .meta({ description: "others: the goods go to others at the company's direction" }),
  })
  .nullish()
  .meta({ description: "With it the invoice is a GST invoice for a company; needs a GSTIN in the shop's settings" });

/** The company that a form names while its box is ticked. */
export const companyOf = ({ forCompany, gstin = "", companyName: name = "", deliveredTo }: Record<string, string>) =>
  forCompany === "on" ? { gstin, name, deliveredTo } : undefined;
