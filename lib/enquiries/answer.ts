import { z } from "zod";
import { number } from "@/lib/http/answers";
import { CONTACT_SENT } from "./input";

/** `POST /contact` and `/custom-orders`. */
export const receiptAnswer = z
  .object({ id: number, message: z.string() })
  .meta({ id: "Receipt", examples: [{ id: 7, message: CONTACT_SENT }] });
