import { digitText } from "@/lib/text";
import { isGstin } from "./gstin";

/** A GSTIN as somebody types or pastes it. */
export const gstinText = digitText("Please enter the GSTIN")
  .overwrite((text) => text.replace(/\s/g, "").toUpperCase())
  .refine(isGstin, "This is not a GSTIN: please check its 15 characters");
