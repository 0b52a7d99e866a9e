import { z } from "zod";
import { positiveInt } from "@/lib/http/responses";
import { CONTACT_SENT } from "./constants";

/** `POST /contact` and `/custom-orders`. */
export const receiptResponse = z
  .object({ id: positiveInt, message: z.string() })
  .meta({ id: "Receipt", examples: [{ id: 7, message: CONTACT_SENT }] });
