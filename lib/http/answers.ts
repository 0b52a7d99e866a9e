import { z } from "zod";

/** Parts of answers that several nouns share; for the OpenAPI document and the tests. */
export const time = z.iso.datetime({ precision: 3 }).meta({ examples: ["2026-01-26T09:30:00.000Z"] });
export const rupees = z.number().meta({ description: "Rupees", examples: [499.5] });
export const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
export const number = z.int().min(1).max(2_147_483_647);

export const message = z.object({ message: z.string() }).meta({ id: "Message", examples: [{ message: "Done." }] });
