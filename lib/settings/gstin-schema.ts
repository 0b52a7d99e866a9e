import { digitText } from "@/lib/text";
import { isGstin, typedGstin } from "./gstin";

/** A GSTIN as somebody types or pastes it. */
export const gstinText = digitText("Please enter the GSTIN")
  .overwrite(typedGstin)
  .refine(isGstin, "This is not a GSTIN: please check its 15 characters");
